import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { isolation } from './policy.ts'

/** The worker itself, maps for debugging, icons that only an installation asks for, and what stands where a game server answers. */
const left = /^sw\.js$|\.map$|^icon-.*\.png$|^api\//

/** Puzzles: many, and each part is kept when somebody has wanted it. */
const later = /^assets\/[a-z-]+-\d+-[\w-]+\.json$/

/** Writes `sw.js` with a list of everything that was built, so that the app works offline after the first visit. */
export function offline(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'berolina-offline',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    // When all files lie in their folder, whoever made them.
    writeBundle() {
      const folder = join(config.root, config.build.outDir)
      const template = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8')
      const files = contents(folder).filter((path) => !left.test(path))
      const version = createHash('sha256').update(template)
      const list = files.map((path) => {
        version.update(path).update(readFileSync(join(folder, path)))
        return { path, fixed: path.startsWith(`${config.build.assetsDir}/`), later: later.test(path) }
      })
      const worker = template
        .replaceAll(/^\/\*.*?\*\/\n/gms, '')
        .replaceAll('__VERSION__', JSON.stringify(version.digest('hex').slice(0, 16)))
        .replaceAll('__FILES__', JSON.stringify(list))
        .replaceAll('__HEADERS__', JSON.stringify(isolation))
      config.logger.info(`offline: ${list.length} files`)
      writeFileSync(join(folder, 'sw.js'), worker)
    },
  }
}

/** Paths of all files below a folder, with `/` between their parts, in a fixed order. */
function contents(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}
