import type { Contract, InterfaceSummary, Rule } from '../contract/contract.ts'
import type { PublishedDocument, ReadOptions } from '../contract/published/read-document.ts'
import { suggest } from '../contract/suggest.ts'
import { UserError } from '../user-error.ts'
import { selectNamed } from './select-named.ts'

/** What a workspace is opened from, and opened again from in another thread. */
export interface WorkspaceRecipe extends ReadOptions {
  /** Names of interfaces, and paths of OpenAPI documents. Without one, all interfaces of the workspace. */
  words: readonly string[]
  /** Folder from which the workspace is searched upwards. */
  from: string
}

/** Rules of an interface, or of a library that has no document. */
export interface RuleCatalogue {
  name: string
  /** Read on first use, without the document where it can be. */
  readonly rules: readonly Rule[]
  /** Path of its `rules.yaml`, which may be missing. */
  catalogue: string
}

/** One interface, with everything that belongs to it. Where that comes from is known only to what opens it. */
export interface WorkspaceInterface extends RuleCatalogue, InterfaceSummary {
  /**
   * The document with the rules; read on first use.
   *
   * @throws {NoContractError} for files that are missing or cannot be read
   */
  readonly contract: Contract
  /** How its document was read, if it is used as it is published. */
  published?: PublishedDocument
  /** Path of its list of tasks, which may be missing. */
  tasks: string
  /** Folder that may hold its definition, checks and other code. */
  code: string | undefined
}

/** A contract repository, or some of its interfaces: what a command works on. */
export interface Workspace {
  recipe: WorkspaceRecipe
  /** The interfaces that the words name; without a word, all. */
  readonly interfaces: readonly WorkspaceInterface[]
  /** Every interface that a name can mean: those that are open, then the bundled ones that no other hides. */
  readonly known: readonly WorkspaceInterface[]
  /** Catalogues that have no document. */
  readonly libraries: readonly RuleCatalogue[]
  /** Root of the repository whose specs/ the interfaces are generated from, if they are opened there: edits of specs/ are generated first. */
  generatedFrom?: string | undefined
  /** What the user may not expect: a name that is not the bundled interface, a workspace without documents. */
  remarks: readonly string[]
  /**
   * An interface of the workspace, or else a bundled one.
   *
   * @throws {NoContractError} when there is no interface of this name
   */
  find(name: string): WorkspaceInterface
  /**
   * The interfaces with these names, in the order of the workspace; all if there is no name.
   *
   * @throws {UserError} for a name that no interface has
   */
  select(names: readonly string[]): readonly WorkspaceInterface[]
}

/** There is no contract of this name, or its files cannot be read. */
export class NoContractError extends UserError {
  override readonly name = 'NoContractError'
}

/** Adds the look-up by names. */
export function withLookUp(workspace: Omit<Workspace, 'find' | 'select'>): Workspace {
  return Object.assign(workspace, {
    find(name: string) {
      const found = workspace.known.find((one) => one.name === name)
      if (found) return found
      const names = workspace.known.map((one) => one.name)
      throw new NoContractError(`there is no interface '${name}'; ${suggest(name, names)}`)
    },
    select: (names: readonly string[]) =>
      names.length === 0 ? workspace.interfaces : selectNamed(names, workspace.known),
  })
}

/** True for the mock's own interface, which each mock serves and no other server has. */
export function isControlPlane({ prefix }: InterfaceSummary): boolean {
  return prefix.startsWith('_')
}
