import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { controlName } from '../../mock/start-mock.ts'
import { UserError } from '../../user-error.ts'
import { listOwnInterfaces, type OwnInterface } from '../../workspace/interfaces.ts'
import { openWorkspace } from '../../workspace/open-workspace.ts'
import type { WorkspaceOptions } from '../../workspace/opened.ts'
import { generate } from '../generate/generate.ts'
import { listUnits, touchedBy } from '../generate/units.ts'
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
  const edited = (name: string): EditedInterface => ({ name, isMocked: name !== controlName })
  return {
    folders: ['specs'],
    async readAll() {
      const files = [...(await generate(base)).keys()]
      return [...new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0] ?? ''))].map(
        edited,
      )
    },
    async readEdited(paths) {
      return touchedBy(paths, listUnits(base)).map(({ name, entry }) => ({
        ...edited(name),
        isMocked: entry !== null && name !== controlName,
        prepare: () => lintAndGenerate(base, name, entry !== null),
      }))
    },
  }
}

async function lintAndGenerate(base: string, name: string, hasDocument: boolean): Promise<void> {
  // Loading these takes a second, so they wait until the mock has started.
  const { lintInterface } = await import('../lint/lint.ts')
  const { readWorkspace } = await import('../lint/workspace.ts')
  const diagnostics = await lintInterface(name, await readWorkspace(base.replace(/\/$/, '')))
  if (diagnostics.length > 0) throw new UserError(report(diagnostics))
  await generate(base, [name])
  const definition = `src/interfaces/${name}/definition.ts`
  if (hasDocument && name !== controlName && !existsSync(join(base, definition)))
    throw new UserError(`${definition} is missing; write it, and save redocly.yaml again`)
}

/** The documents of a user, which are read again, since nothing has to be generated. */
export function ownSources(root: string, options: WorkspaceOptions): DevSources {
  const folders = listOwnInterfaces().flatMap(({ published }) => published.files.map((file) => dirname(file)))
  return {
    folders: [...new Set(folders.map((folder) => relative(root, folder) || '.'))],
    readAll: async () => [],
    async readEdited(paths) {
      const edited = new Set([...paths].map((path) => resolve(root, path)))
      if (![...paths].some((path) => /\.(ya?ml|json)$/.test(path))) return []
      const before = new Map(listOwnInterfaces().map((one) => [one.summary.name, filesOf(one)]))
      const { interfaces } = await openWorkspace(options)
      return interfaces
        .filter((one) => {
          const files = before.get(one.summary.name) ?? []
          return files[0] !== filesOf(one)[0] || [...files, ...filesOf(one)].some((file) => edited.has(file))
        })
        .map(({ summary: { name } }) => ({ name, isMocked: true }))
    },
  }
}

/** The document first, then the files that it refers to and its catalogue. */
function filesOf({ published, catalogue }: OwnInterface): string[] {
  return [...published.files, resolve(catalogue)]
}
