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
import { generate } from '../generate/generate.ts'
import { listSourceFolders, touchedBy } from '../generate/source-folders.ts'
import { report } from '../specs/diagnostic.ts'

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
  /** Makes what the mock loads; throws a `UserError` for a document that is not in order. */
  prepare?(): Promise<void>
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
  // Loading these takes a second, so they wait until the mock has started.
  const { lintInterface } = await import('../lint/lint.ts')
  const { readLintContext } = await import('../lint/lint-context.ts')
  const diagnostics = await lintInterface(name, await readLintContext(base))
  if (diagnostics.length > 0) throw new UserError(report(diagnostics))
  await generate(base, [name])
  const definition = `src/interfaces/${name}/definition.ts`
  if (hasDocument && name !== controlName && !existsSync(join(base, definition)))
    throw new UserError(`${definition} is missing; write it, and save redocly.yaml again`)
}

/** The documents of a user, which are read again, since nothing has to be generated. */
export function userSources(base: string, opened: Workspace): DevSources {
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
        .map(({ name }) => ({ name, isMocked: true }))
    },
  }
}

/** The document first, then the files that it refers to and its catalogue. */
function filesOf({ published, catalogue }: DocumentInterface): string[] {
  return [...published.files, resolve(catalogue)]
}
