import { createHash } from 'node:crypto'
import { globSync, statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer } from '../../behaviour/definition.ts'
import { listOwnInterfaces } from '../../workspace/interfaces.ts'
import type { WorkspaceOptions } from '../../workspace/opened.ts'
import { root } from '../../workspace/root.ts'
import { policyOfAnswer } from '../content-policy.ts'
import { loadSiteData } from '../data/site-data.ts'
import { type Content, mediaTypeOf, resolveLinks } from '../page.ts'
import { notFoundPage } from '../pages/not-found.ts'
import { isPage, listPages } from '../site.ts'
import { compress, type Encoding } from './compress.ts'

export interface DocsWorkerData {
  /** What the process of the mock has opened. */
  workspace: WorkspaceOptions | undefined
  /** Names of the interfaces that the mock serves; undefined for those of the workspace, or all. */
  served: readonly string[] | undefined
}

export interface PageRequest {
  id: string
  /** Path below `/docs/`. */
  file: string
  /** The compressions that the caller takes, best first. */
  encodings: readonly Encoding[]
}

/** Carries the `id` of its request. */
export interface PageReply {
  id: string
  answer?: Answer | undefined
  failure?: string
}

type Pages = ReadonlyMap<string, () => Promise<Prepared>>

const { workspace, served } = workerData as DocsWorkerData

let opened: Promise<void> | undefined

let known: { stamp: string; pages: Promise<Pages> } | undefined

// The thread of `createDocs`: renders a page on its first request.
parentPort?.on('message', async (request: PageRequest) => {
  const { id } = request
  const reply = await answer(request).then(
    (answer): PageReply => ({ id, answer }),
    (error: Error): PageReply => ({ id, failure: error.stack ?? error.message }),
  )
  parentPort?.postMessage(reply)
})

async function answer({ file, encodings }: Omit<PageRequest, 'id'>): Promise<Answer> {
  const pages = await currentPages()
  const path = file.replace(/(^|\/)index\.html$/, '$1')
  const render = pages.get(path)
  if (!render && pages.has(`${path}/`)) return redirect(`/docs/${path}/`)
  const { body, tag, variants } = await (render ?? (() => prepare(path, missing(path, [...pages.keys()]))))()
  const encoding = encodings.find((one) => one in variants)
  const etag = `"${tag}${encoding === undefined ? '' : `-${encoding}`}"`
  const headers = {
    // The address of an asset changes with its content.
    'cache-control': path.startsWith('assets/') && render ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': policyOfAnswer,
    vary: 'Accept-Encoding',
    etag,
  }
  const status = render ? 200 : 404
  const contentType = render ? mediaTypeOf(path) : mediaTypeOf('')
  if (encoding === undefined) return { status, headers: { ...headers, 'content-type': contentType }, body }
  return {
    status,
    headers: { ...headers, 'content-type': contentType, 'content-encoding': encoding },
    body: variants[encoding]?.(),
  }
}

/** The page that answers an unknown address. */
function missing(path: string, paths: readonly string[]): string {
  return resolveLinks(notFoundPage(path, paths.filter(isPage)), path, 'folders', assetsFolder(paths))
}

function assetsFolder(paths: readonly string[]): string {
  const [asset = ''] = paths.filter((path) => path.startsWith('assets/'))
  return asset.slice(0, asset.lastIndexOf('/') + 1)
}

function redirect(location: string): Answer {
  return { status: 302, headers: { location }, body: undefined }
}

/** All pages, listed anew when a source has changed. A failure is not cached, so the next request tries again. */
async function currentPages(): Promise<Pages> {
  opened ??= openSources()
  await opened
  const own = listOwnInterfaces().flatMap(({ published, catalogue, tasks }) => [...published.files, catalogue, tasks])
  const stamp = stampOf([...globSync(sources, { cwd: root }).map((file) => root + file), ...own])
  if (known?.stamp !== stamp) known = { stamp, pages: loadPages(known !== undefined) }
  return known.pages.catch((error: unknown) => {
    known = undefined
    throw error
  })
}

const sources = [
  'generated/*/*',
  'docs/guides/**/*.md',
  'docs/*.{md,yaml}',
  'specs/sources.yaml',
  // Source documents.
  'docs/decisions/*.md',
  'specs/*/source{.*,/*}',
  '{CHANGELOG,README}.md',
  'dist/report.json',
  'src/docs/{assets,browser}/*',
]

/** A text that changes when a file changes, appears or disappears. */
function stampOf(files: readonly string[]): string {
  return files.map((file) => `${file} ${statSync(file, { throwIfNoEntry: false })?.mtimeMs}`).join('\n')
}

/** The documents that the process of this thread serves. */
async function openSources(): Promise<void> {
  if (workspace) await (await import('../../workspace/open-workspace.ts')).openWorkspace(workspace)
}

async function loadPages(haveChanged: boolean): Promise<Pages> {
  if (haveChanged) await openSources()
  const pages = listPages(await loadSiteData({ served }), 'folders')
  return new Map(pages.map(({ path, render }) => [path, once(async () => prepare(path, await render()))]))
}

/** A file as it is sent, with its compressed forms. Each form is made once. */
interface Prepared {
  body: Content
  tag: string
  variants: Partial<Record<Encoding, () => Uint8Array>>
}

function prepare(path: string, body: Content): Prepared {
  const tag = createHash('sha1').update(body).digest('base64url')
  if (path.endsWith('.png')) return { body, tag, variants: {} }
  return { body, tag, variants: { br: lazy(() => compress.br(body)), gzip: lazy(() => compress.gzip(body)) } }
}

function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
