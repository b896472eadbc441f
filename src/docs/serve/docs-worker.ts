import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer } from '../../behaviour/definition.ts'
import { hideExperimentalWarnings } from '../../experimental-warnings.ts'
import { openWorkspace } from '../../workspace/open-workspace.ts'
import type { Workspace, WorkspaceRecipe } from '../../workspace/workspace.ts'
import { policyOfAnswer } from '../content-policy.ts'
import { listSources, loadSiteData } from '../data/site-data.ts'
import { type Content, mediaTypeOf, PageContext, type PageOptions } from '../page.ts'
import { notFoundPage } from '../pages/not-found.ts'
import { isPage, openSite, type SiteFile } from '../site.ts'
import { compress, type Encoding } from './compress.ts'

export interface DocsWorkerData {
  /** Opens what the process of the mock has opened. */
  recipe: WorkspaceRecipe
}

export interface PageRequest {
  id: number
  /** Path below `/docs/`. */
  file: string
  encoding: Encoding | undefined
}

/** Carries the `id` of its request. */
export interface PageReply {
  id: number
  answer?: Answer | undefined
  failure?: string
}

interface Site {
  pages: ReadonlyMap<string, SiteFile['render']>
  options: PageOptions
  /** Each page in each encoding is made once. */
  answers: Map<string, Promise<Answer>>
}

const { recipe } = workerData as DocsWorkerData

let opened: Promise<Workspace> | undefined

/** The stamp changes when a source changes, appears or disappears. */
let known: { stamp: string; site: Promise<Site> } | undefined

// The thread of `createDocs`: renders a page on its first request.
hideExperimentalWarnings()
parentPort?.on('message', async (request: PageRequest) => {
  const { id } = request
  const reply = await answer(request).then(
    (answer): PageReply => ({ id, answer }),
    (error: Error): PageReply => ({ id, failure: error.stack ?? error.message }),
  )
  parentPort?.postMessage(reply)
})

async function answer({ file, encoding }: PageRequest): Promise<Answer> {
  const { pages, options, answers } = await currentSite()
  const path = file.replace(/(^|\/)index\.html$/, '$1').replace(/\/(?:index(?:\.html)?)?\.md$/, '.md')
  const render = pages.get(path)
  if (!render && pages.has(`${path}/`)) return { status: 302, headers: { location: `/docs/${path}/` }, body: undefined }
  if (!render)
    return answerWith(404, '', notFoundPage(new PageContext(path, options), [...pages.keys()].filter(isPage)), encoding)
  const key = `${encoding} ${path}`
  const make = async () => answerWith(200, path, await render(), encoding)
  const made = answers.get(key) ?? make()
  answers.set(key, made)
  // A failure is not kept, so the next request tries again.
  return made.catch((error: unknown) => {
    answers.delete(key)
    throw error
  })
}

function answerWith(status: number, path: string, content: Content, encoding: Encoding | undefined): Answer {
  const tag = createHash('sha1').update(content).digest('base64url')
  return {
    status,
    headers: {
      // The address of an asset changes with its content.
      'cache-control': path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': policyOfAnswer,
      vary: 'Accept-Encoding',
      etag: `"${tag}${encoding ? `-${encoding}` : ''}"`,
      'content-type': mediaTypeOf(path),
      ...(encoding && { 'content-encoding': encoding }),
    },
    body: encoding ? compress[encoding](content) : content,
  }
}

/** All pages, listed anew when a source has changed. A failure is not cached, so the next request tries again. */
async function currentSite(): Promise<Site> {
  opened ??= openWorkspace(recipe)
  const stamp = listSources(await opened)
    .map((file) => `${file} ${statSync(file, { throwIfNoEntry: false })?.mtimeMs}`)
    .join('\n')
  if (known && known.stamp !== stamp) opened = openWorkspace(recipe)
  if (known?.stamp !== stamp) known = { stamp, site: opened.then(loadSite) }
  return known.site.catch((error: unknown) => {
    known = undefined
    opened = undefined
    throw error
  })
}

async function loadSite(workspace: Workspace): Promise<Site> {
  const { files, options } = openSite(await loadSiteData({ workspace }), 'folders')
  return { pages: new Map(files.map(({ path, render }) => [path, render])), options, answers: new Map() }
}
