/** What the build puts into `service-worker.js`: a hash of all contents. */
declare const __VERSION__: string
/** Addresses of all files below it; those with a hash in the name are `fixed`. */
declare const __FILES__: { path: string; fixed: boolean }[]
