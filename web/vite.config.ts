import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { offline } from './build/offline.ts'
import { contentPolicy, isolation } from './build/policy.ts'
import { version } from './build/version.ts'

export default defineConfig({
  // Any folder of any host will do.
  base: './',
  plugins: [svelte(), contentPolicy(), version(), offline()],
  worker: { format: 'es' },
  // Browsers that do not know `modulepreload` fetch the modules a moment later.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // Courses lie beside the app, the engine's weights and networks beside its source.
  server: { fs: { allow: ['..'] }, headers: isolation },
  preview: { headers: isolation },
  test: {
    include: ['tests/**/*.test.ts', 'src/**/*.test.ts'],
    exclude: ['tests/pages/**', 'tests/flows/**'],
    // Components' code as browsers get it, without a browser.
    environment: './tests/environment.ts',
  },
})
