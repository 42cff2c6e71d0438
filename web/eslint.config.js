import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

export default ts.config(
  { ignores: ['dist', 'node_modules', 'src/lib/rules/pkg', 'src/lib/online/wire.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  // Indexing gives `T | undefined` here (noUncheckedIndexedAccess); `!` says where an index is known to be good.
  { rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  // Collections that live within one calculation need no signals.
  { rules: { 'svelte/prefer-svelte-reactivity': 'off' } },
)
