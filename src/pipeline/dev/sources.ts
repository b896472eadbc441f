import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { ReadOptions } from '../../contract/published/read-document.ts'
import { controlName } from '../../mock/start-mock.ts'
import { listFindings } from '../../report/finding.ts'
import { UserError } from '../../user-error.ts'
import { hasSpecFolders } from '../../workspace/entries.ts'
import { findCode } from '../../workspace/load-code.ts'
import { openWorkspace } from '../../workspace/open-workspace.ts'
import type { Workspace, WorkspaceInterface } from '../../workspace/workspace.ts'
import { listSourceFolders } from '../generate/source-folders.ts'

/** The sources that a session watches. */
export interface DevSources {
  /** Folders to watch, relative to the root of the workspace. */
  folders: readonly string[]
  /** What is generated again when the session starts, and the interfaces of which the mock serves what was there before. */
  readAll(): Promise<EditedInterface[]>
  /**
   * The interfaces that edits of these files touch.
   *
   * @throws {UserError} when documents cannot be read
   */
  readEdited(paths: ReadonlySet<string>): Promise<EditedInterface[]>
  /** An interface as it was read last. */
  find(name: string): WorkspaceInterface
}

export interface EditedInterface {
  name: string
  /** The mock can serve it, and serves it as it was before. */
  isMocked: boolean
  /** Makes what the mock loads, and may return a remark; throws a `UserError` for a document that is not in order. */
  prepare?(): Promise<string>
}

/** An interface, or a catalogue of rules. */
interface DevSource {
  name: string
  /** The document first; files, and folders that count as a whole, relative to the root of the workspace. */
  files: readonly string[]
  isMocked: boolean
  /** The mock reads what is generated; it reads any other document itself. */
  isReadGenerated: boolean
  /** Path of a document that `redocly.yaml` does not name: it has no rules of its own. */
  unnamed?: string | undefined
}

/** Files that each folder of specs/ is made of. */
export const common = ['redocly.yaml', 'specs/sources.yaml', 'specs/rules.schema.yaml', 'specs/shared']

/** @param base the root of the workspace, with a slash at its end */
export function devSources(base: string, opened: Workspace): DevSources {
  let workspace = opened
  let known = new Map<string, readonly string[]>()
  const list = () => {
    const sources = listSources(base, workspace)
    known = new Map(sources.map(({ name, files }) => [name, files]))
    return sources
  }
  const { recipe } = opened
  return {
    folders: foldersOf(base, opened),
    find: (name) => workspace.find(name),
    async readAll() {
      const generated = list().filter((one) => isGenerated(base, one))
      if (generated.length === 0) return []
      const names = generated.map(({ name }) => name)
      const files = [...(await generate(base, names, recipe)).keys()]
      const stale = new Set(files.map((file) => file.split('/')[0]))
      if (stale.size > 0) workspace = await openWorkspace(recipe)
      return generated
        .filter(({ name }) => stale.has(name))
        .map((one) => ({ name: one.name, isMocked: one.isMocked && one.isReadGenerated }))
    },
    async readEdited(paths) {
      if (![...paths].some((path) => /\.(ya?ml|json)$/.test(path))) return []
      const before = known
      workspace = await openWorkspace(recipe)
      return list()
        .filter(({ name, files }) => {
          const [document, ...others] = before.get(name) ?? []
          return document !== files[0] || touches(paths, [document ?? '', ...others, ...files])
        })
        .map((one) => ({ name: one.name, isMocked: one.isMocked, prepare: () => prepare(base, one, recipe) }))
    },
  }
}

/** @param files and folders */
export function touches(paths: ReadonlySet<string>, files: readonly string[]): boolean {
  return files.some((file) => paths.has(file) || [...paths].some((path) => path.startsWith(`${file}/`)))
}

function foldersOf(base: string, { interfaces }: Workspace): string[] {
  const files = interfaces.flatMap(({ published }) => published?.files ?? [])
  return files.length === 0 ? ['specs'] : [...new Set(files.map((file) => relative(base, dirname(file)) || '.'))]
}

function listSources(base: string, { interfaces }: Workspace): DevSource[] {
  const read = interfaces.flatMap(({ name, published, catalogue, code }): DevSource[] => {
    if (!published) return []
    const files = [...published.files, catalogue].map((file) => relative(base, file))
    const unnamed = code === undefined ? published.file : undefined
    return [{ name, files, isMocked: true, isReadGenerated: false, unnamed }]
  })
  if (read.length > 0 || !hasSpecFolders(base)) return read
  return listSourceFolders(base).map(({ name, source, entry }) => ({
    name,
    files: [source, ...common],
    isMocked: entry !== null && name !== controlName,
    isReadGenerated: true,
  }))
}

function isGenerated(base: string, { name, isReadGenerated, unnamed }: DevSource): boolean {
  return isReadGenerated || (unnamed === undefined && existsSync(join(base, 'generated', name)))
}

/** Lints a source, and generates what is generated of it. */
async function prepare(base: string, source: DevSource, options: ReadOptions): Promise<string> {
  const { name, isMocked, isReadGenerated } = source
  const remarks = [await unlessMissing('linted', () => lint(base, source, options))]
  if (isGenerated(base, source))
    remarks.push(await unlessMissing('generated', () => generate(base, [name], isReadGenerated ? {} : options)))
  const definition = `src/interfaces/${name}/definition.ts`
  if (isMocked && isReadGenerated && findCode(join(base, dirname(definition)), 'definition') === undefined)
    throw new UserError(`${definition} is missing; write it, and save redocly.yaml again`)
  return remarks.filter(Boolean).join('\n')
}

/** What prints types takes a quarter of a second to load, which the first answer of the mock would wait for. */
async function generate(base: string, names: readonly string[], { allowFiles, overlays }: ReadOptions) {
  return (await import('../generate/generate.ts')).generate(base, names, { allowFiles, overlays })
}

/** An interface that the workspace names has its rules; any other document has to be OpenAPI. */
async function lint(base: string, { name, unnamed }: DevSource, options: ReadOptions): Promise<void> {
  // Loading it takes a second, so that waits until the mock has started.
  const { lintFiles, lintWorkspace } = await import('../lint/lint.ts')
  const { findings, isStrict } =
    unnamed === undefined ? await lintWorkspace(base, [name], options) : await lintFiles([unnamed], options)
  // Whoever saves a file again and again wants to read what stops the mock.
  const faults = findings.filter(({ level }) => isStrict || level === 'error')
  if (faults.length > 0) throw new UserError(listFindings(faults))
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
