import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { root } from '../workspace/root.ts'
import type { SiteData } from './data/system.ts'
import { systemScript } from './layout.ts'
import type { Page } from './page.ts'
import { searchScript } from './search/records.ts'

const folder = `${root}src/docs/`
/** The package has the bundled files here, and no bundler. */
export const bundledAssets = 'src/docs/bundled/'

/** Scripts, styles and pictures, below `assets/`. Pages link them as `docs:assets/site.js`. */
export function listAssets(site: SiteData): Page[] {
  const bundled = existsSync(root + bundledAssets) ? readBundled() : bundleAssets()
  const { accent } = site.brand
  const files: [name: string, render: Page['render']][] = [
    ...bundled,
    ['search-index.js', () => searchScript(site)],
    ...site.systems.flatMap((system): typeof files =>
      system.contract ? [[`system-${system.name}.js`, () => systemScript(system)]] : [],
    ),
    ...(accent ? [['accent.css', () => `:root { --accent: ${accent} }\n`] satisfies [string, Page['render']]] : []),
  ]
  return files.map(([name, render]) => ({ path: `assets/${name}`, render }))
}

type Asset = [name: string, render: () => Uint8Array]

function readBundled(): Asset[] {
  return readdirSync(root + bundledAssets).map((name) => [name, () => readFileSync(root + bundledAssets + name)])
}

/** Classic scripts, not modules: a browser loads no modules from a disk. */
export function bundleAssets(): Asset[] {
  const load = createRequire(import.meta.url)
  const { buildSync }: typeof import('esbuild') = load('esbuild')
  const { outputFiles } = buildSync({
    entryPoints: globSync(['browser/*.ts', 'assets/*.css'], { cwd: folder }).map((file) => `${folder}${file}`),
    entryNames: '[name]',
    outdir: folder,
    // By default the folder in which the bundler was loaded, which may be gone.
    absWorkingDir: folder,
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2023',
    charset: 'utf8',
    legalComments: 'none',
  })
  const bundled = outputFiles.map(({ path, contents }): Asset => [basename(path), () => contents])
  return [...bundled, ['favicon.svg', () => readFileSync(`${folder}assets/favicon.svg`)]]
}
