import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { stringify } from 'yaml'
import { root } from '../workspace/root.ts'

const cli = `${root}node_modules/@redocly/cli/bin/cli.js`

/** The parts of a page by `redocly build-docs`. They go into our own page, and all these pages share the script. */
export interface RenderedReference {
  styles: string
  /** The page before the script runs. */
  markup: string
  /** Redoc itself. */
  library: string
  /** Passes the document to Redoc. */
  start: string
}

export async function renderReference(document: unknown): Promise<RenderedReference> {
  const html = await buildDocs(document)
  const library = between(html, '<script type="module">', documentMark)
  return {
    styles: [...html.slice(0, html.indexOf('<body>')).matchAll(/<style[^>]*>.*?<\/style>/gs)].join('\n'),
    markup: between(html, '<body>', '<script type="module">').replace(itsTheme, ''),
    library: library.replaceAll(remoteLogo, emptyImage).replaceAll(ownAddress, 'document.URL').replace(itsExports, ''),
    start: documentMark + between(html, documentMark, '</script>'),
  }
}

/** Languages of samples in their order. Redoc shows only these. */
export const sampleLanguages = [
  { lang: 'Shell', label: 'curl' },
  { lang: 'JavaScript', label: 'fetch' },
  { lang: 'TypeScript', label: 'Typed client' },
  { lang: 'Python', label: 'Python' },
  { lang: 'Go', label: 'Go' },
]

const documentMark = 'const __redoc_definition ='

/** Redoc loads a logo from its maker's server, and our pages load nothing from other servers. */
const remoteLogo = /https:\/\/cdn\.redoc\.ly\/redoc\/[\w-]+\.svg/g
const emptyImage = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/** Applies the reader's colour scheme. The head of our pages does that, and their policy allows no other inline script. */
const itsTheme = /<script>try\{var m=localStorage\.getItem\("redoc\.colorMode"\).*?<\/script>/s

/** Syntax of modules. Pages opened from a disk cannot load modules. */
const ownAddress = /import\.meta\.(url|dirname)/g
const itsExports = /export\s*\{[^}]*\};?\s*$/

async function buildDocs(document: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rulebound-docs-'))
  try {
    const [source, page] = [join(folder, 'openapi.yaml'), join(folder, 'index.html')]
    await writeFile(source, stringify(document))
    await writeFile(
      join(folder, 'redocly.yaml'),
      stringify({ telemetry: 'off', openapi: { codeSamples: { languages: sampleLanguages } } }),
    )
    await promisify(execFile)(process.execPath, [cli, 'build-docs', source, '--output', page, '--inlineBundle'], {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    })
    return await readFile(page, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function between(html: string, start: string, end: string): string {
  const from = html.indexOf(start)
  const to = html.indexOf(end, from + start.length)
  if (from === -1 || to === -1)
    throw new Error(`the pages of redocly build-docs have changed: there is no ${start} … ${end}`)
  return html.slice(from + start.length, to)
}
