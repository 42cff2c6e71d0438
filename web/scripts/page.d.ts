/** What the scripts that measure keep in a page, from one call into it to the next. */
interface Window {
  // engine-speed.mjs
  search: import('./engine-speed.mjs').Search
  engine: (large: boolean) => import('./engine-speed.mjs').Engine

  // play-speed.mjs
  /** Times of frames, while they are counted. */
  frames_?: DOMHighResTimeStamp[] | undefined
  answers_: number[]
  /** Whether the next release of the pointer ends a move. */
  armed_?: boolean

  // weight.mjs
  /** How long each long task took. */
  tasks: number[]
  answered?: number

  // study-speed.mjs
  opened?: number
}
