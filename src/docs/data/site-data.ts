import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { loadChecks, loadDefinition } from '../../interfaces/load.ts'
import type { AnswersFile } from '../../verify/learn/read-answers.ts'
import { loadContract } from '../../workspace/contracts.ts'
import { isPath } from '../../workspace/find-root.ts'
import { findOwnInterface, listInterfaces, listOwnInterfaces } from '../../workspace/interfaces.ts'
import { openedWorkspace } from '../../workspace/opened.ts'
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
  type Task,
  type TaskCall,
} from './system.ts'

/** The systems that are served: the bundled ones with guides and sources, or those of a workspace or of documents without. */
export async function loadSiteData(seen: readonly AnswersFile[] = []): Promise<SiteData> {
  const own = listOwnInterfaces()
  const { words = [] } = openedWorkspace() ?? {}
  // What it needs is loaded only for published documents.
  const published = own.length > 0 ? await (await import('./published-system.ts')).loadPublishedSystems(own) : []
  const bundled = words.filter((word) => !isPath(word) && !findOwnInterface(word))
  if (own.length > 0 && bundled.length === 0) {
    return {
      systems: published,
      guides: [],
      changelog: '',
      states: readCheckStates(new URL('dist/report.json', pathToFileURL(`${process.cwd()}/`))),
      seen,
      sources: new Map(),
      version: hashOf([...listSources(), ...own.flatMap((one) => one.published.files)]),
    }
  }
  const guides = readGuides()
  const documented = own.length > 0 ? bundled : listInterfaces().map(({ name }) => name)
  const others = globSync('generated/*/rules.json', { cwd: fileURLToPath(root) })
    .map((file) => posix.basename(posix.dirname(file)))
    .filter((name) => own.length === 0 && !documented.includes(name))
  const bundledSystems = await Promise.all([...documented, ...others].map((name) => loadSystem(name, guides)))
  return {
    systems: [...published, ...bundledSystems],
    guides,
    changelog: readText('CHANGELOG.md'),
    states: readCheckStates(new URL('dist/report.json', root)),
    seen,
    sources: readSources(),
    version: hashOf(listSources()),
  }
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
    tasks: readTasks(`generated/${name}/tasks.json`),
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
    // The control plane is the mock itself, and has no definition.
    credentials: exists(`src/interfaces/${name}/definition${ofCode}`) ? (await loadDefinition(name)).credentials : [],
    published: undefined,
  }
}

function readTasks(file: string): Task[] {
  const { $comment: _, ...tasks }: Record<string, TaskCall[]> = exists(file) ? JSON.parse(readText(file)) : {}
  return Object.entries(tasks).map(([title, calls]) => ({ title, calls }))
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

function listSources(): string[] {
  const found = globSync(sourcesOfAssets, { cwd: fileURLToPath(root), withFileTypes: true })
  return found.flatMap((one) => (one.isFile() ? [join(one.parentPath, one.name)] : [])).sort()
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
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

function exists(file: string): boolean {
  return existsSync(new URL(file, root))
}

function readText(file: string): string {
  return readFileSync(new URL(file, root), 'utf8')
}
