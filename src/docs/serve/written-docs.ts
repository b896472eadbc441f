import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Negotiator from 'negotiator'
import type { Answer } from '../../behaviour/definition.ts'
import { plainProblem } from '../../behaviour/problem-details.ts'
import { policyOfAnswer } from '../content-policy.ts'
import { mediaTypeOf } from '../page.ts'

/** Serves the pages that an image has in `docs/`, each as a Brotli file. The package itself has none. */
export function createWrittenDocs() {
  const folder = fileURLToPath(new URL('../../../docs/', import.meta.url))
  const hasPages = existsSync(folder)
  let files: ReadonlySet<string> | undefined

  const answer = async (
    path: string,
    { method, headers }: { method: string; headers: Readonly<Record<string, string>> },
  ): Promise<Answer | undefined> => {
    if (path !== '/' && path !== '/docs' && !path.startsWith('/docs/')) return undefined
    if (method !== 'GET' && method !== 'HEAD') return undefined
    if (!hasPages) {
      return plainProblem(
        404,
        'The documentation is rendered by the repository (npm run docs). This package has the documents themselves: ' +
          'generated/<interface>/openapi.yaml in its folder.',
      )
    }
    files ??= new Set(globSync('**/*.br', { cwd: folder }))
    if (path === '/' || path === '/docs') return redirect('/docs/')
    const page = path.slice('/docs/'.length)
    const file = page === '' || page.endsWith('/') ? `${page}index.html` : page
    // Only names from the folder's listing are read, so no path leads out of it.
    if (files.has(`${file}.br`)) return await send(file, readFileSync(`${folder}${file}.br`), headers)
    return files.has(`${file}/index.html.br`) ? redirect(`/docs/${file}/`) : plainProblem(404, 'There is no such page.')
  }
  return Object.assign(answer, { hasPages, close: async () => undefined })
}

function redirect(location: string): Answer {
  return { status: 302, headers: { location }, body: undefined }
}

async function send(file: string, compressed: Uint8Array, asked: Readonly<Record<string, string>>): Promise<Answer> {
  const etag = `"${createHash('sha256').update(compressed).digest('base64url').slice(0, 22)}"`
  const headers = {
    'cache-control': file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
    etag,
  }
  if (asked['if-none-match'] === etag) return { status: 304, headers, body: undefined }
  // A start without docs does not load it.
  const { brotliDecompressSync } = await import('node:zlib')
  const content = brotliDecompressSync(compressed)
  const described = {
    ...headers,
    'content-type': mediaTypeOf(file),
    'content-security-policy': policyOfAnswer,
  }
  if (!new Negotiator({ headers: asked }).encodings().includes('br'))
    return { status: 200, headers: described, body: content }
  return { status: 200, headers: { ...described, 'content-encoding': 'br' }, body: compressed }
}
