import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { loadChecks, loadDefinition } from '../../interfaces/load.ts'
import type { AnswersFile } from '../../verify/learn/read-answers.ts'
import { loadContract } from '../../workspace/contracts.ts'
import {
  findUserInterface,
  listBundledInterfaces,
  listInterfaces,
  listUserInterfaces,
} from '../../workspace/interfaces.ts'
import { rootUrl as root } from '../../workspace/root.ts'
import { firstSentence, noticeOf, sectionsOf } from '../markup/markdown.ts'
import { readClientMaker } from '../samples/client-maker.ts'
import { readCheckStates } from './check-states.ts'
import {
  type Catalogue,
  descriptionOf,
  type Guide,
  type SiteData,
  type Source,
  type Sources,
  type System,
} from './system.ts'
import { readTasks } from './tasks.ts'

export interface SiteDataOptions {
  /** What servers do where the documents are silent. */
  seen?: readonly AnswersFile[]
  /** Names of the interfaces that the site is about; default: those of the workspace, or all bundled ones. */
  served?: readonly string[] | undefined
}

/** The systems that are served: the bundled ones with guides and sources, or those of a workspace or of documents without. */
export async function loadSiteData({ seen = [], served = [] }: SiteDataOptions = {}): Promise<SiteData> {
  const own = listUserInterfaces()
  // What it needs is loaded only for published documents.
  const published = own.map(async (one) => (await import('./published-system.ts')).loadPublishedSystem(one))
  const named = served.filter((name) => !findUserInterface(name))
  const bundled = own.length > 0 && named.length === 0 ? undefined : await loadBundled(named, own.length === 0)
  const systems = [...(await Promise.all(published)), ...(bundled?.systems ?? [])]
  return {
    systems,
    guides: bundled?.guides ?? [],
    changelog: bundled ? readText('CHANGELOG.md') : '',
    states: readCheckStates(new URL('dist/report.json', bundled ? root : pathToFileURL(`${process.cwd()}/`))),
    seen,
    sources: bundled ? readSources() : new Map(),
    version: versionOf(systems),
  }
}

/** The bundled systems with these names, all if there is none, and the guides that are about them or about no system. */
async function loadBundled(named: readonly string[], withLibrary: boolean) {
  const all = listBundledInterfaces().map(({ name }) => name)
  // The control plane, which every mock has, is no interface with a definition.
  const shown = all.filter((name) => named.length === 0 || named.includes(name) || !hasDefinition(name))
  const libraries = globSync('generated/*/rules.json', { cwd: fileURLToPath(root) })
    .map((file) => posix.basename(posix.dirname(file)))
    .filter((name) => withLibrary && !all.includes(name))
  const absent = all.filter((name) => !shown.includes(name))
  const guides = readGuides().filter(({ path }) => !absent.some((name) => path.endsWith(`/${name}/`)))
  return { guides, systems: await Promise.all([...shown, ...libraries].map((name) => loadSystem(name, guides))) }
}

async function loadSystem(name: string, guides: readonly Guide[]): Promise<System> {
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
    tasks: readTasks(fileURLToPath(new URL(`generated/${name}/tasks.json`, root)), contract),
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
    credentials: hasDefinition(name) ? (await loadDefinition(name)).credentials : [],
  }
}

/** `.ts` here, `.js` in the package. */
const ofCode = import.meta.url.slice(-3)
/** The readme of the package is another one. */
export const readmeInPackage = 'docs/readme.md'

const sources = [
  'generated/*/*.*',
  'docs/**/*.{md,yaml}',
  'specs/sources.yaml',
  // Source documents.
  'specs/*/source{.*,/*.*}',
  '{CHANGELOG,README}.md',
  'package-lock.json',
  'dist/report.json',
  'src/docs/**/*.*',
]

/** The files that pages are made of. */
export function listSources(): string[] {
  const ofSite = globSync(sources, { cwd: fileURLToPath(root) }).map((file) => fileURLToPath(new URL(file, root)))
  const own = listUserInterfaces().flatMap(({ published, catalogue, tasks }) => [...published.files, catalogue, tasks])
  return [...ofSite.sort(), ...own.filter((file) => existsSync(file))]
}

function versionOf(systems: readonly System[]): string {
  const hash = createHash('sha256').update(systems.map(({ name }) => name).join())
  for (const file of listSources()) hash.update(readFileSync(file))
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

function hasDefinition(name: string): boolean {
  return exists(`src/interfaces/${name}/definition${ofCode}`)
}

function exists(file: string): boolean {
  return existsSync(new URL(file, root))
}

function readText(file: string): string {
  return readFileSync(new URL(file, root), 'utf8')
}
