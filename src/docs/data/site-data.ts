import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { PublishedDocument } from '../../contract/published/read-document.ts'
import { credentialsOf } from '../../contract/security.ts'
import { loadChecks, loadDefinition, loadDiagram } from '../../interfaces/load.ts'
import { printable } from '../../printable.ts'
import { product } from '../../product.ts'
import type { AnswersFile } from '../../verify/learn/read-answers.ts'
import { findCode } from '../../workspace/load-code.ts'
import { rootUrl as root } from '../../workspace/root.ts'
import {
  isControlPlane,
  type RuleCatalogue,
  type Workspace,
  type WorkspaceInterface,
} from '../../workspace/workspace.ts'
import { firstSentence, noticeOf, sectionsOf } from '../markup/markdown.ts'
import type { Brand } from '../page.ts'
import { tokenOf } from '../samples/call.ts'
import { folderName } from './operations.ts'
import { descriptionOf, type Guide, type PublishedSystem, type SiteData, type System } from './system.ts'
import { readTasks } from './tasks.ts'

export interface SiteDataOptions {
  /** What servers do where the documents are silent. */
  seen?: readonly AnswersFile[]
  workspace: Workspace
  /** What the pages show in place of what the document says of itself. */
  brand?: { title?: string | undefined; logo?: string | undefined; accent?: string | undefined }
}

/** The systems of a workspace: those with guides and sources, and documents as they are published. */
export async function loadSiteData({ seen = [], workspace, brand = {} }: SiteDataOptions): Promise<SiteData> {
  const { interfaces } = workspace
  const published = interfaces.filter((one) => one.published).map((one) => loadSystem(one))
  const bundled = published.length === interfaces.length ? undefined : await loadBundled(workspace)
  const systems = [...(await Promise.all(published)), ...(bundled?.systems ?? [])]
  return {
    systems,
    guides: bundled?.guides ?? [],
    changelog: bundled ? readText('CHANGELOG.md') : '',
    seen,
    sources: bundled ? readSources() : new Map(),
    brand: brandOf(systems, brand),
    version: versionOf(systems, workspace),
  }
}

/** Whose pages these are: the reader's own words, or those of the document. */
function brandOf(systems: readonly System[], { title, logo, accent }: NonNullable<SiteDataOptions['brand']>): Brand {
  const isPublished = systems.every(({ published }) => published !== undefined)
  const only = isPublished && systems.length === 1 ? systems[0] : undefined
  const shown = Object(Object(only?.contract?.document.info)['x-logo'])
  const colour = accent ?? String(shown.backgroundColor ?? '')
  return {
    title: title ?? only?.title ?? (isPublished ? 'Interfaces' : product),
    logo: logo ?? (isPicture.test(String(shown.url)) ? String(shown.url) : undefined),
    accent: /^#([\da-f]{3}|[\da-f]{6})$/i.test(colour) ? colour : undefined,
    isPublished,
  }
}

/** Pages load nothing from elsewhere, so that a picture must be in the document. */
const isPicture = /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i

/** The systems with guides, and the guides that are about them or about no system. Each mock of them serves the control plane. */
async function loadBundled({ interfaces, known, libraries }: Workspace) {
  const all = known.filter(({ published }) => !published)
  const shown = all.filter((one) => interfaces.includes(one) || isControlPlane(one))
  const absent = all.filter((one) => !shown.includes(one))
  const guides = readGuides().filter(({ path }) => !absent.some(({ name }) => path.endsWith(`/${name}/`)))
  return { guides, systems: await Promise.all([...shown, ...libraries].map((one) => loadSystem(one, guides))) }
}

async function loadSystem(one: WorkspaceInterface | RuleCatalogue, guides: readonly Guide[] = []): Promise<System> {
  const served = 'contract' in one ? one : undefined
  const { contract, code } = served ?? {}
  const published = served?.published && publishedSystem(served.published, code !== undefined)
  const name = published ? folderName(one.name) : one.name
  const guide = guides.find(({ path }) => path === `guides/${name}/`)
  const introduction = contract ? descriptionOf(contract.document.info) : introductionOf(guide)
  // What a derived rule says stands at the answer that it is about.
  const written = [...(contract?.rules.values() ?? [])].filter(({ answer }) => answer === undefined)
  const catalogue = published
    ? { prefix: '', rules: written, gaps: [] }
    : JSON.parse(readText(`generated/${name}/rules.json`))
  const upgrade = `generated/${name}/upgrade.json`
  return {
    name,
    // A title stands in lists and in Markdown, where a line break would begin something else.
    title: printable((contract?.title ?? guide?.title.split(':')[0] ?? name).replaceAll(/\s+/g, ' ')).trim(),
    summary: firstSentence(introduction),
    notice: noticeOf(introduction),
    contract,
    catalogue,
    tasks: served ? readTasks(served.tasks, contract) : [],
    base: contract ? `/${contract.prefix}${contract.mount}` : '',
    prefix: contract?.prefix ?? '',
    upgrade: !published && exists(upgrade) ? JSON.parse(readText(upgrade)) : undefined,
    guide: guide?.path,
    clientGuide:
      contract && exists(`generated/${name}/client.ts`) && guide ? `guides/clients/#rulebound-${name}` : undefined,
    diagram: served && !published ? await loadDiagram(served) : undefined,
    checks: served && (published || findCode(code, 'checks')) ? await loadChecks(served) : undefined,
    credentials:
      (served && (await loadDefinition(served))?.credentials) ??
      (contract && published ? credentialsOf(contract.document, tokenOf) : []),
    published,
  }
}

function publishedSystem({ files, leftOut }: PublishedDocument, isInWorkspace: boolean): PublishedSystem {
  return { file: files.length === 1 ? files[0] : undefined, leftOut, isInWorkspace }
}

/** The readme of the package is another one. */
export const readmeInPackage = 'docs/readme.md'

const sources = [
  'generated/*/*.*',
  'docs/**/*.{md,yaml}',
  'specs/sources.yaml',
  '{CHANGELOG,README}.md',
  'package-lock.json',
  'src/docs/**/*.*',
]

/** The files that pages are made of. */
export function listSources({ interfaces }: Workspace): string[] {
  const ofSite = globSync(sources, { cwd: fileURLToPath(root) }).map((file) => fileURLToPath(new URL(file, root)))
  const own = interfaces.flatMap(({ published, catalogue, tasks }) =>
    published ? [...published.files, catalogue, tasks] : [],
  )
  return [...ofSite.sort(), ...own.filter((file) => existsSync(file))]
}

function versionOf(systems: readonly System[], workspace: Workspace): string {
  const hash = createHash('sha256').update(systems.map(({ name }) => name).join())
  for (const file of listSources(workspace)) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

function readSources(): SiteData['sources'] {
  const { documents }: { documents: { name: string; title?: string }[] } = parse(readText('specs/sources.yaml'))
  return new Map(documents.map(({ name, title }) => [name, title]))
}

function readGuides(): Guide[] {
  const files = globSync(['docs/guides/**/*.md', 'docs/performance.md'], { cwd: fileURLToPath(root) }).sort()
  const guides = files.map((file) => {
    // Comments mark what is generated; the pages escape all HTML.
    const text = readText(file).replaceAll(/<!--.*?-->\n*/gs, '')
    const path = file.replace(/^docs\/(guides\/)?/, 'guides/').replace(/(\/index)?\.md$/, '/')
    return { file, path, title: sectionsOf(text)[0]?.title ?? path, text }
  })
  return [...guides, readWords()]
}

/** The words that the README explains, each with its own heading, so that the search finds it. */
function readWords(): Guide {
  const rows = readText(exists(readmeInPackage) ? readmeInPackage : 'README.md').matchAll(/^\| (\w+) \| (.*\.) \|$/gm)
  const introduction = '# The words\n\nEach of these words has one meaning on all pages.\n'
  const words = Array.from(rows, ([, word, meaning]) => `## ${word}\n\n${meaning}\n`)
  return { file: 'README.md', path: 'guides/words/', title: 'The words', text: [introduction, ...words].join('\n') }
}

/** The text below the title. */
function introductionOf(guide: Guide | undefined): string {
  return guide?.text.replace(/^# .*\n+/, '') ?? ''
}

function exists(file: string): boolean {
  return existsSync(new URL(file, root))
}

function readText(file: string): string {
  return readFileSync(new URL(file, root), 'utf8')
}
