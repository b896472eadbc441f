import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import type { SiteData } from './data/site-data.ts'
import type { Page } from './page.ts'
import { searchScript } from './search/records.ts'

const folder = fileURLToPath(new URL('./', import.meta.url))

/** Scripts, styles and pictures, below `assets/`. Pages link them as `docs:assets/site.js`. */
export function listAssets(site: SiteData): Page[] {
  const files: [name: string, render: Page['render']][] = [
    ...bundle(),
    ['favicon.svg', () => readFileSync(`${folder}assets/favicon.svg`)],
    ['search-index.js', () => searchScript(site)],
  ]
  return files.map(([name, render]) => ({ path: `assets/${name}`, render }))
}

/** Classic scripts, not modules: a browser loads no modules from a disk. */
function bundle(): [name: string, render: () => Uint8Array][] {
  const { outputFiles } = buildSync({
    entryPoints: globSync(['browser/*.ts', 'assets/*.css'], { cwd: folder }).map((file) => `${folder}${file}`),
    entryNames: '[name]',
    outdir: folder,
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2023',
    charset: 'utf8',
    legalComments: 'none',
  })
  return outputFiles.map(({ path, contents }) => [basename(path), () => contents])
}
