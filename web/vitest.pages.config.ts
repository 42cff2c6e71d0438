import { defineConfig } from 'vitest/config'

/** Tests in a real browser, of what was built: `npm run build && npm run test:pages`. */
export default defineConfig({
  test: {
    include: ['tests/pages/**/*.test.ts', 'tests/**/*.browser.test.ts'],
    globalSetup: 'tests/pages/setup.ts',
    testTimeout: 120_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
})
