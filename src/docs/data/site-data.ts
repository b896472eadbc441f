import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { SeededCredential } from '../../behaviour/definition.ts'
import type { InterfaceChecks } from '../../check/check.ts'
import type { Contract, Rule } from '../../contract/contract.ts'
import { loadChecks, loadDefinition } from '../../interfaces/load.ts'
import type { AnswersFile } from '../../verify/learn/read-answers.ts'
import { loadContract } from '../../workspace/contracts.ts'
import { listInterfaces } from '../../workspace/interfaces.ts'
import { rootUrl as root } from '../../workspace/root.ts'
import { firstSentence, noticeOf, sectionsOf } from '../markup/markdown.ts'
import { type ClientMaker, readClientMaker } from '../samples/client-maker.ts'
import { changesOf } from './changelog.ts'
import { type CheckStates, readCheckStates } from './check-states.ts'

export interface Gap {
  id: string
  statement: string
  source: Rule['source']
  handling: string
}

export interface Catalogue {
  prefix: string
  rules: readonly (Rule & { why?: string })[]
  gaps: readonly Gap[]
}

/** One of the systems, with everything that pages show of it. */
export interface System {
  name: string
  title: string
  /** One line, Markdown. */
  summary: string
  /** A notice that no reader may miss, such as a retirement. Markdown. */
  notice: string | undefined
  /** Absent if the system has no endpoint. */
  contract: Contract | undefined
  catalogue: Catalogue
  /** Path under which the mock serves it: `/orders/api`; empty if it serves nothing. */
  base: string
  /** First segment of its paths on the mock; empty if it serves nothing. */
  prefix: string
  /** The data of its upgrade, if it has one. */
  upgrade: Readonly<Record<string, unknown>> | undefined
  /** Site path of its guide, if there is one. */
  guide: string | undefined
  /** Site path of the guide to its client. */
  clientGuide: string | undefined
  /** Absent if the system has no client. */
  client: ClientMaker | undefined
  hasMachine: boolean
  checks: InterfaceChecks<Record<string, unknown>> | undefined
  /** True if the changelog has entries about it. */
  hasChanges: boolean
  /** Credentials of the mock's seed. */
  credentials: readonly SeededCredential[]
}

/** A Markdown file of the repository that is a page. */
export interface Guide {
  /** `docs/guides/orders.md` */
  file: string
  /** `guides/orders/` */
  path: string
  title: string
  text: string
}

/** The data of all pages. */
export interface SiteData {
  systems: readonly System[]
  guides: readonly Guide[]
  changelog: string
  states: CheckStates
  /** What servers do where the documents are silent. */
  seen: readonly AnswersFile[]
  sources: Sources
  /** Changes with the texts and the code of the site: a part of the address of each asset. */
  version: string
}

/** A document of `specs/sources.yaml`. */
export interface Source {
  /** As the catalogues cite it. */
  name: string
  title?: string
  /** Path from the root, of a document whose text is in this repository. */
  file?: string
  text?: string
}

/** The reference documents, by name. */
export type Sources = ReadonlyMap<string, Source>

export async function loadSiteData(seen: readonly AnswersFile[] = []): Promise<SiteData> {
  const guides = readGuides()
  const changelog = readText('CHANGELOG.md')
  const documented = listInterfaces().map(({ name }) => name)
  const others = globSync('generated/*/rules.json', { cwd: fileURLToPath(root) })
    .map((file) => posix.basename(posix.dirname(file)))
    .filter((name) => !documented.includes(name))
  const systems = await Promise.all([...documented, ...others].map((name) => loadSystem(name, guides, changelog)))
  return {
    systems,
    guides,
    changelog,
    states: readCheckStates(new URL('dist/report.json', root)),
    seen,
    sources: readSources(),
    version: hashSources(),
  }
}

async function loadSystem(name: string, guides: readonly Guide[], changelog: string): Promise<System> {
  const guide = guides.find(({ path }) => path === `guides/${name}/`)
  const contract = exists(`generated/${name}/openapi.yaml`) ? loadContract(name) : undefined
  const catalogue: Catalogue = JSON.parse(readText(`generated/${name}/rules.json`))
  const introduction = contract ? descriptionOf(contract.document.info) : introductionOf(guide)
  const served = listInterfaces().find((one) => one.name === name)
  return {
    name,
    title: contract?.title ?? guide?.title.split(':')[0] ?? name,
    summary: firstSentence(introduction),
    notice: noticeOf(introduction),
    contract,
    catalogue,
    base: served && contract ? `/${served.prefix}${contract.mount}` : '',
    prefix: served?.prefix ?? '',
    upgrade: exists(`generated/${name}/upgrade.json`)
      ? JSON.parse(readText(`generated/${name}/upgrade.json`))
      : undefined,
    guide: guide?.path,
    clientGuide: guides.find(({ path }) => path === `guides/clients/${name}/`)?.path,
    client: await readClientMaker(name),
    hasMachine: exists(`src/interfaces/${name}/state-machine${ofCode}`),
    checks: exists(`src/interfaces/${name}/checks${ofCode}`) ? await loadChecks(name) : undefined,
    hasChanges: changesOf(changelog, name).length > 0,
    // The control plane is the mock itself, and has no definition.
    credentials: contract && name !== 'mock-control' ? (await loadDefinition(name)).credentials : [],
  }
}

/** `.ts` here, `.js` in the package. */
const ofCode = import.meta.url.slice(-3)
/** The readme of the package is another one. */
export const readmeInPackage = 'docs/readme.md'

/** Files that decide what the assets hold. */
const sourcesOfAssets = [
  'generated/*/*.{yaml,json}',
  'docs/**/*.{md,yaml}',
  '{CHANGELOG,README}.md',
  'package-lock.json',
  'src/docs/**/*',
]

function hashSources(): string {
  const hash = createHash('sha256')
  const files = globSync(sourcesOfAssets, { cwd: fileURLToPath(root), withFileTypes: true }).filter((one) =>
    one.isFile(),
  )
  for (const file of files.map((one) => join(one.parentPath, one.name)).sort()) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

function readSources(): Sources {
  const { documents }: { documents: Source[] } = parse(readText('specs/sources.yaml'))
  const withText = (source: Source) =>
    source.file === undefined || !exists(source.file) ? source : { ...source, text: readText(source.file) }
  return new Map(documents.map((source) => [source.name, withText(source)]))
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

/** The words that the README explains, each with a heading of its own, so that the search finds it. */
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

export function descriptionOf(node: unknown): string {
  const { description } = (node ?? {}) as { description?: unknown }
  return typeof description === 'string' ? description : ''
}

function exists(file: string): boolean {
  return existsSync(new URL(file, root))
}

function readText(file: string): string {
  return readFileSync(new URL(file, root), 'utf8')
}
