import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse, stringify } from 'yaml'
import { annotate } from './annotate.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const pages = new Map<string, { modified: number; page: Promise<string> }>()

/**
 * The reference of one interface as one HTML file that loads nothing from elsewhere, rendered by `redocly build-docs`.
 * Rendered when first asked for, and again when the bundle has changed since.
 */
export async function referencePage(name: string): Promise<string> {
  const bundle = join(root, 'generated', name, 'openapi.yaml')
  const modified = (await stat(bundle)).mtimeMs
  const known = pages.get(name)
  if (known?.modified === modified) return known.page
  const page = render(bundle)
  pages.set(name, { modified, page })
  // A failure is not kept: the next request tries again.
  page.catch(() => pages.delete(name))
  return page
}

async function render(bundle: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'contracts-docs-'))
  try {
    const annotated = join(folder, 'openapi.yaml')
    const page = join(folder, 'index.html')
    await writeFile(annotated, stringify(annotate(parse(await readFile(bundle, 'utf8')))))
    await promisify(execFile)(
      process.execPath,
      [join(root, 'node_modules/@redocly/cli/bin/cli.js'), 'build-docs', annotated, '--output', page, '--inlineBundle'],
      { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } },
    )
    return await readFile(page, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
