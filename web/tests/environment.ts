import type { Environment } from 'vitest/runtime'

/** Node, with code compiled as for browsers: signals behave as they do there. */
export default {
  name: 'client',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
} satisfies Environment
