import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Puts into the built page what it was built of, for reports of failures: a version, and a commit if git knows it. */
export function version(): Plugin {
  return {
    name: 'berolina-version',
    apply: 'build',
    transformIndexHtml: () => {
      const content = `${number()} ${commit()}`.trim()
      return [{ tag: 'meta', attrs: { name: 'build', content }, injectTo: 'head' }]
    },
  }
}

function number(): string {
  const text = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** With a sign if files were changed since. */
function commit(): string {
  const args = ['describe', '--always', '--exclude=*', '--abbrev=12', '--dirty=+']
  try {
    return execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return ''
  }
}
