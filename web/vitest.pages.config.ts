import { defineConfig } from 'vitest/config'

/** Tests in a real browser, of what was built: `npm run build && npm run test:pages`. */
export default defineConfig({
  test: {
    include: ['tests/pages/**/*.test.ts'],
    globalSetup: 'tests/pages/setup.ts',
    testTimeout: 300_000,
    hookTimeout: 180_000,
    // A page waits most of the time. More would only make each other slow.
    maxWorkers: 2,
    // A busy machine is slow, and not wrong.
    expect: { poll: { timeout: 60_000, interval: 30 } },
  },
})
