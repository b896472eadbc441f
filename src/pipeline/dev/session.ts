import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { controlName, type RunningMock } from '../../mock/start-mock.ts'
import { listFindings } from '../../report/finding.ts'
import { UserError } from '../../user-error.ts'
import { openFolder } from '../../workspace/entries.ts'
import { describeFault, findCode, renewCode } from '../../workspace/load-code.ts'
import { openWorkspace } from '../../workspace/open-workspace.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { watchSources } from './watch.ts'

export interface DevOptions {
  /** The root of the workspace, with a slash at its end. */
  base: string
  workspace: Workspace
  mock: Pick<RunningMock, 'interfaces' | 'reload'>
  /** Serves interfaces that are added later too. */
  servesNew: boolean
  print(text: string): void
}

/** An interface, or a catalogue of rules. */
interface DevSource {
  name: string
  /** The document first; files, and folders that count as a whole, relative to the root of the workspace. */
  files: readonly string[]
  /** The mock can serve it. */
  isMocked: boolean
  /** The mock reads what is generated; it reads any other document itself. */
  isReadGenerated: boolean
  /** Path of a document that `redocly.yaml` does not name: it has no catalogue of rules. */
  unnamed?: string | undefined
}

/** Milliseconds without an event after which an edit is complete: an editor that saves a file causes several events. */
const quiet = 30

/** Files that each folder of specs/ is made of. */
export const common = ['redocly.yaml', 'specs/sources.yaml', 'specs/rules.schema.yaml', 'specs/shared']

/** Serves edited documents and code, until it is closed. After a fault, the mock serves what it had. Resolves once edits are seen. */
export async function startDevSession(options: DevOptions): Promise<{ close(): Promise<void> }> {
  const { base, print, mock, servesNew } = options
  const { recipe } = options.workspace
  let { workspace } = options
  let sources: DevSource[] = []
  let edited = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const files = workspace.interfaces.flatMap(({ published }) => published?.files ?? [])
  const folders = new Set(files.map((file) => relative(base, dirname(file)) || '.'))
  const watched = [...(folders.size > 0 ? folders : ['specs']), 'src/interfaces']
  // The first edit may come while watching starts.
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  let last = started.then(() => unlessFault('Not in order: the mock serves what it had.', generateStale))
  const stopWatching = await watchSources(base, watched, (path) => {
    edited.add(path)
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(followEdits)
    }, quiet)
  })
  start()

  return {
    async close() {
      await stopWatching()
      clearTimeout(timer)
      await last
    },
  }

  /** What was edited before the session is generated again. */
  async function generateStale(): Promise<void> {
    sources = listSources(base, workspace)
    const names = sources.filter((one) => isGenerated(base, one)).map(({ name }) => name)
    if (names.length === 0) return
    const files = [...(await generate(names, undefined)).keys()]
    const stale = new Set(files.map((file) => file.split('/')[0]))
    if (stale.size > 0) workspace = await openWorkspace(recipe)
    for (const one of sources)
      if (stale.has(one.name)) await follow({ ...one, isMocked: one.isMocked && one.isReadGenerated })
  }

  async function followEdits(): Promise<void> {
    const paths = edited
    edited = new Set()
    const code = new Set([...paths].flatMap((path) => /^src\/interfaces\/([^/]+)\/.*\.m?[jt]s$/.exec(path)?.[1] ?? []))
    if (code.size > 0) renewCode()
    for (const name of code) if (isServed(name)) await follow({ name, isMocked: true })
    if ([...paths].some((path) => /\.(ya?ml|json)$/.test(path)))
      await unlessFault('Not in order: the mock serves what it had.', () => followDocuments(paths))
  }

  async function followDocuments(paths: ReadonlySet<string>): Promise<void> {
    const before = new Map(sources.map(({ name, files }) => [name, files]))
    workspace = await openWorkspace(recipe)
    sources = listSources(base, workspace)
    for (const one of sources) {
      const [document, ...others] = before.get(one.name) ?? []
      if (document !== one.files[0] || touches(paths, [document ?? '', ...others, ...one.files]))
        await follow(one, () => prepare(one))
    }
  }

  /** Serves one interface as its files are now. */
  async function follow(
    { name, isMocked }: Pick<DevSource, 'name' | 'isMocked'>,
    first?: () => Promise<string>,
  ): Promise<void> {
    const started = performance.now()
    await unlessFault(`${name}: not in order, the mock serves what it had`, async () => {
      const remark = await first?.()
      if (remark) print(remark)
      const wasServed = isServed(name)
      if (isMocked && (wasServed || servesNew)) await mock.reload(workspace.find(name))
      const elapsed = `${Math.round(performance.now() - started)} ms`
      if (!isMocked || !isServed(name)) print(`${name}: generated in ${elapsed}`)
      else if (wasServed) print(`${name}: loaded again in ${elapsed}; it starts anew in every session`)
      else print(`${name}: new, at ${mock.interfaces.find((one) => one.name === name)?.baseUrls.join(', ')}`)
    })
  }

  function isServed(name: string): boolean {
    return mock.interfaces.some((one) => one.name === name)
  }

  async function unlessFault(consequence: string, run: () => Promise<void>): Promise<void> {
    await run().catch((error: unknown) => {
      print(`${error instanceof UserError ? error.message : describeFault(error)}\n${consequence}`)
    })
  }

  /** Lints a source, and generates what is generated of it. @returns what could not be done */
  async function prepare(source: DevSource): Promise<string> {
    const { name, isMocked, isReadGenerated } = source
    const remarks = [await unlessMissing('linted', () => lint(source))]
    if (isGenerated(base, source))
      remarks.push(await unlessMissing('generated', () => generate([name], isReadGenerated ? undefined : recipe)))
    const definition = `src/interfaces/${name}/definition.ts`
    if (isMocked && isReadGenerated && findCode(join(base, dirname(definition)), 'definition') === undefined)
      throw new UserError(`${definition} is missing; write it, and save redocly.yaml again`)
    return remarks.filter(Boolean).join('\n')
  }

  /** An interface that the workspace names has its rules; any other document has to be OpenAPI. */
  async function lint({ name, unnamed }: DevSource): Promise<void> {
    // Loading it takes a second, so that waits until the mock has started.
    const { lintFiles, lintWorkspace } = await import('../lint/lint.ts')
    const { findings, isStrict } =
      unnamed === undefined ? await lintWorkspace(base, [name], recipe) : await lintFiles([unnamed], recipe)
    // Whoever saves a file again and again wants to read what stops the mock.
    const faults = findings.filter(({ level }) => isStrict || level === 'error')
    if (faults.length > 0) throw new UserError(listFindings(faults))
  }

  /** What prints types takes a quarter of a second to load, which the first answer of the mock would wait for. */
  async function generate(names: readonly string[], options: Workspace['recipe'] | undefined) {
    const { allowFiles, overlays, shownAs } = options ?? {}
    return (await import('../generate/generate.ts')).generate(base, names, { allowFiles, overlays, shownAs })
  }
}

/** @param files and folders */
export function touches(paths: ReadonlySet<string>, files: readonly string[]): boolean {
  return files.some((file) => paths.has(file) || [...paths].some((path) => path.startsWith(`${file}/`)))
}

function listSources(base: string, { interfaces, generatedFrom }: Workspace): DevSource[] {
  const read = interfaces.flatMap(({ name, published, catalogue, code }): DevSource[] => {
    if (!published) return []
    const files = [...published.files, catalogue].map((file) => relative(base, file))
    return [
      { name, files, isMocked: true, isReadGenerated: false, unnamed: code === undefined ? published.file : undefined },
    ]
  })
  if (read.length > 0 || generatedFrom === undefined) return read
  return openFolder(generatedFrom).sources.map(({ name, source, entry }) => ({
    name,
    files: [source, ...common],
    isMocked: entry !== undefined && name !== controlName,
    isReadGenerated: true,
  }))
}

function isGenerated(base: string, { name, isReadGenerated, unnamed }: DevSource): boolean {
  return isReadGenerated || (unnamed === undefined && existsSync(join(base, 'generated', name)))
}

/** A package may be missing: the mock follows edits all the same. */
async function unlessMissing(done: string, run: () => Promise<unknown>): Promise<string> {
  try {
    await run()
    return ''
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    return `not ${done}: ${(error as Error).message.split(' imported')[0]}`
  }
}
