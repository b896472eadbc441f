import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { stringify } from 'yaml'

const cli = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url))

/** What `redocly build-docs` makes of a document, in its parts: they go into a page of ours, and all such pages share the script. */
export interface RenderedReference {
  styles: string
  /** The page as it is before the script runs. */
  markup: string
  /** Redoc itself. */
  library: string
  /** Hands the document to Redoc. */
  start: string
}

export async function renderReference(document: unknown): Promise<RenderedReference> {
  const html = await buildDocs(document)
  const library = between(html, '<script type="module">', documentMark)
  return {
    styles: [...html.slice(0, html.indexOf('<body>')).matchAll(/<style[^>]*>.*?<\/style>/gs)].join('\n'),
    markup: between(html, '<body>', '<script type="module">'),
    library: library.replaceAll(remoteLogo, emptyImage).replaceAll(ownAddress, 'document.URL').replace(itsExports, ''),
    start: documentMark + between(html, documentMark, '</script>'),
  }
}

/** Languages of samples in their order; Redoc shows no others. */
export const sampleLanguages = [
  { lang: 'Shell', label: 'curl' },
  { lang: 'TypeScript', label: 'Typed client' },
]

const documentMark = 'const __redoc_definition ='

/** Redoc shows its makers' logo from their server; nothing here may be loaded from elsewhere. */
const remoteLogo = /https:\/\/cdn\.redoc\.ly\/redoc\/[\w-]+\.svg/g
const emptyImage = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/** What only a module has. Pages opened from a disk load no modules. */
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
    throw new Error(`redocly build-docs makes other pages than it did: no ${start} … ${end}`)
  return html.slice(from + start.length, to)
}
