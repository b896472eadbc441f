import { createHash } from 'node:crypto'
import { globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Answer } from '../behaviour/definition.ts'
import { type Content, mediaTypeOf } from './page.ts'

/** The parts of a request that the docs read. */
export interface DocsRequest {
  readonly method: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** Answers a request for a page; undefined if there is no such page. */
export type Docs = (path: string, request: DocsRequest) => Promise<Answer | undefined>

type Pages = ReadonlyMap<string, () => Promise<Content>>

/**
 * Serves the documentation below `/docs/`, and redirects `/` to it. A page is made on its first request. When a source of the
 * pages changes, all pages are made again.
 */
export function createDocs(): Docs {
  let known: { stamp: string; pages: Promise<Pages> } | undefined

  return async (path, { method, headers }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    if (path === '/' || path === '/docs') return redirect('/docs/')
    if (!path.startsWith('/docs/')) return undefined
    // The console recognizes the mock by this file.
    if (path === '/docs/mock.json') return answer('mock.json', '{"mock":true}', headers)
    const stamp = stampOf(sources)
    if (known?.stamp !== stamp) known = { stamp, pages: loadPages() }
    // A failure is not cached: the next request tries again.
    const pages = await known.pages.catch((error: unknown) => {
      known = undefined
      throw error
    })
    const file = path.slice('/docs/'.length).replace(/(^|\/)index\.html$/, '$1')
    const render = pages.get(file)
    if (render) return answer(file, await render(), headers)
    return pages.has(`${file}/`) ? redirect(`/docs/${file}/`) : undefined
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const sources = [
  'generated/*/*',
  'docs/guides/**/*.md',
  'docs/*.md',
  'CHANGELOG.md',
  'dist/report.json',
  'src/docs/assets/*',
]

/** A text that changes when a file changes, appears or disappears. */
function stampOf(patterns: readonly string[]): string {
  return globSync(patterns, { cwd: root })
    .map((file) => `${file} ${statSync(`${root}${file}`, { throwIfNoEntry: false })?.mtimeMs}`)
    .join('\n')
}

/** The renderers are loaded with the first page, so that the mock starts without them. */
async function loadPages(): Promise<Pages> {
  const [{ loadSiteData }, { listPages }] = await Promise.all([import('./site-data.ts'), import('./site.ts')])
  const pages = listPages(await loadSiteData(), 'folders')
  return new Map(pages.map(({ path, render }) => [path, once(render)]))
}

function once(render: () => Content | Promise<Content>): () => Promise<Content> {
  let made: Promise<Content> | undefined
  return () => {
    made ??= Promise.resolve(render()).catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

function answer(file: string, content: Content, asked: Readonly<Record<string, string>>): Answer {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  const headers = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff', etag }
  if (asked['if-none-match'] === etag) return { status: 304, headers, body: undefined }
  return { status: 200, headers: { ...headers, 'content-type': mediaTypeOf(file) }, body }
}

function redirect(location: string): Answer {
  return { status: 302, headers: { location }, body: undefined }
}
