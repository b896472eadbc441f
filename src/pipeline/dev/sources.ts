import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { controlName } from '../../mock/start-mock.ts'
import { UserError } from '../../user-error.ts'
import { openBundled } from '../../workspace/bundled.ts'
import { openWorkspace } from '../../workspace/open-workspace.ts'
import {
  type DocumentInterface,
  isFromDocument,
  type Workspace,
  type WorkspaceInterface,
} from '../../workspace/workspace.ts'
import type { generate as generateFiles } from '../generate/generate.ts'
import { listSourceFolders, touchedBy } from '../generate/source-folders.ts'
import { type Diagnostic, report } from '../specs/diagnostic.ts'

/** The documents that a session watches. */
export interface DevSources {
  /** Folders to watch, relative to the root of the workspace. */
  folders: readonly string[]
  /** Interfaces that are not served as their documents are when the session starts. */
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
  /** The mock can serve it. */
  isMocked: boolean
  /** Makes what the mock loads, and may return a remark; throws a `UserError` for a document that is not in order. */
  prepare?(): Promise<unknown>
}

/** The documents of this repository, which the mock reads from `generated/`. */
export function bundledSources(base: string): DevSources {
  const edited = (name: string, hasDocument = true) => ({ name, isMocked: hasDocument && name !== controlName })
  return {
    folders: ['specs'],
    find: (name) => openBundled().find(name),
    async readAll() {
      const files = [...(await generate(base)).keys()]
      const names = files.flatMap((file) => (file.includes('/') ? (file.split('/')[0] ?? []) : []))
      return [...new Set(names)].map((name) => edited(name))
    },
    async readEdited(paths) {
      return touchedBy(paths, listSourceFolders(base)).map(({ name, entry }) => ({
        ...edited(name, entry !== null),
        prepare: () => lintAndGenerate(base, name, entry !== null),
      }))
    },
  }
}

async function lintAndGenerate(base: string, name: string, hasDocument: boolean): Promise<void> {
  await lintEdited(base, name)
  await generate(base, [name])
  const definition = `src/interfaces/${name}/definition.ts`
  if (hasDocument && name !== controlName && !existsSync(join(base, definition)))
    throw new UserError(`${definition} is missing; write it, and save redocly.yaml again`)
}

/** What prints types takes a quarter of a second to load, which the first answer of the mock would wait for. */
async function generate(...given: Parameters<typeof generateFiles>): ReturnType<typeof generateFiles> {
  return (await import('../generate/generate.ts')).generate(...given)
}

/** Loading the lint takes a second, so that waits until the mock has started. */
async function lintEdited(base: string, name: string): Promise<void> {
  const { lintInterface } = await import('../lint/lint.ts')
  const { readLintContext } = await import('../lint/lint-context.ts')
  const context = await readLintContext(base)
  assertSound(await lintInterface(name, context), context.folders !== undefined)
}

function assertSound(diagnostics: readonly Diagnostic[], isStrict: boolean): void {
  // Whoever saves a file again and again wants to read what stops the mock.
  const faults = diagnostics.filter(({ severity }) => isStrict || severity === 'error')
  if (faults.length > 0) throw new UserError(report(faults))
}

/** Documents that are read as they are published. What `generated/` has of them is written again. */
export function documentSources(base: string, opened: Workspace): DevSources {
  let workspace = opened
  const documents = () => workspace.interfaces.filter(isFromDocument)
  const folders = documents().flatMap(({ published }) => published.files.map((file) => dirname(file)))
  return {
    folders: [...new Set(folders.map((folder) => relative(base, folder) || '.'))],
    readAll: async () => [],
    find: (name) => workspace.find(name),
    async readEdited(paths) {
      const edited = new Set([...paths].map((path) => resolve(base, path)))
      if (![...paths].some((path) => /\.(ya?ml|json)$/.test(path))) return []
      const before = new Map(documents().map((one) => [one.name, filesOf(one)]))
      workspace = await openWorkspace(workspace.recipe)
      return documents()
        .filter((one) => {
          const files = before.get(one.name) ?? []
          return files[0] !== filesOf(one)[0] || [...files, ...filesOf(one)].some((file) => edited.has(file))
        })
        .map((one) => ({ name: one.name, isMocked: true, prepare: () => lintDocument(workspace, base, one) }))
    },
  }
}

/** An interface that the workspace names has its rules; a document by its path has to be OpenAPI. */
async function lintDocument(
  { recipe: { allowFiles, overlays } }: Workspace,
  base: string,
  { name, code, published }: DocumentInterface,
): Promise<string | undefined> {
  const isNamed = code !== undefined
  const remark = await withoutLinter(async () => {
    if (isNamed) return lintEdited(base, name)
    const { lintFiles } = await import('../lint/lint.ts')
    assertSound((await lintFiles([published.file], { allowFiles, overlays })).diagnostics, false)
  })
  if (isNamed && existsSync(join(base, 'generated', name))) await generate(base, [name], { allowFiles, overlays })
  return remark
}

/** A package that the lint needs may be missing: the mock follows edits all the same. */
async function withoutLinter(lint: () => Promise<void>): Promise<string | undefined> {
  try {
    await lint()
    return undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND')
      return `not linted: ${(error as Error).message.split(' imported')[0]}`
    throw error
  }
}

/** The document first, then the files that it refers to and its catalogue. */
function filesOf({ published, catalogue }: DocumentInterface): string[] {
  return [...published.files, resolve(catalogue)]
}
