import { defineConfig } from 'vitest/config'

/** Ten flows in Firefox and WebKitGTK, of what was built: `npm run build && npm run test:flows`. */
export default defineConfig({
  test: {
    include: ['tests/flows/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
})
