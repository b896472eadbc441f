import { createHash } from 'node:crypto'
import { globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import type { Answer } from '../behaviour/definition.ts'
import { policyOf } from './content-policy.ts'
import { type Content, mediaTypeOf } from './page.ts'
import { listPages } from './site.ts'
import { loadSiteData } from './site-data.ts'

export interface PageRequest {
  id: number
  /** Path below `/docs/`. */
  file: string
  /** The `If-None-Match` header of the request. */
  knownTag: string | undefined
}

/** Carries the `id` of its request. Without an answer and without a failure, there is no such page. */
export interface PageReply {
  id: number
  answer?: Answer | undefined
  failure?: string
}

type Pages = ReadonlyMap<string, () => Promise<Content>>

let known: { stamp: string; pages: Promise<Pages> } | undefined

// The thread of `createDocs`: renders a page on its first request.
parentPort?.on('message', async ({ id, file, knownTag }: PageRequest) => {
  const reply = await answer(file, knownTag).then(
    (answer): PageReply => ({ id, answer }),
    (error: Error): PageReply => ({ id, failure: error.stack ?? error.message }),
  )
  parentPort?.postMessage(reply)
})

async function answer(file: string, knownTag: string | undefined): Promise<Answer | undefined> {
  const pages = await currentPages()
  const path = file.replace(/(^|\/)index\.html$/, '$1')
  const render = pages.get(path)
  if (!render) return pages.has(`${path}/`) ? redirect(`/docs/${path}/`) : undefined
  const body = await render()
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  const headers = {
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': policyOf(path, body),
    etag,
  }
  if (knownTag === etag) return { status: 304, headers, body: undefined }
  return { status: 200, headers: { ...headers, 'content-type': mediaTypeOf(path) }, body }
}

function redirect(location: string): Answer {
  return { status: 302, headers: { location }, body: undefined }
}

/** All pages, listed anew when a source has changed. A failure is not cached, so the next request tries again. */
async function currentPages(): Promise<Pages> {
  const stamp = stampOf(sources)
  if (known?.stamp !== stamp) known = { stamp, pages: loadPages() }
  return known.pages.catch((error: unknown) => {
    known = undefined
    throw error
  })
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

async function loadPages(): Promise<Pages> {
  const pages = listPages(await loadSiteData(), 'folders')
  return new Map(pages.map(({ path, render }) => [path, once(render)]))
}

function once(render: () => Content | Promise<Content>): () => Promise<Content> {
  let made: Promise<Content> | undefined
  return () => {
    made ??= Promise.resolve()
      .then(render)
      .catch((error: unknown) => {
        made = undefined
        throw error
      })
    return made
  }
}
