import { readFileSync } from 'node:fs'
import type { Contract, InterfaceSummary } from '../contract/contract.ts'
import type { PublishedDocument } from '../contract/published/read-document.ts'
import { UserError } from '../user-error.ts'
import { rootUrl } from './root.ts'

/** An interface of the user's workspace, or of a document. The bundled ones are read from `generated/`. */
export interface UserInterface {
  contract: Contract
  published: PublishedDocument
  /** Path of its `rules.yaml`, which may be missing. */
  catalogue: string
  /** Path of its `tasks.yaml`, which may be missing. */
  tasks: string
  /** Folder that may hold its definition and checks. */
  code: string | undefined
}

/** There is no contract of this name, or its generated files cannot be read. */
export class NoContractError extends UserError {
  override readonly name = 'NoContractError'
}

/** What a command works on. */
export interface WorkspaceOptions {
  /** Names of interfaces, and paths of OpenAPI documents. Without one, all interfaces of the workspace. */
  words: readonly string[]
  /** Folder from which the workspace is searched upwards. */
  from: string
  /** Folders below which documents may refer to files; default: the workspace, or the folder of the document. */
  allowFiles?: readonly string[] | undefined
}

let userInterfaces: ReadonlyMap<string, UserInterface> = new Map()
let opened: WorkspaceOptions | undefined

/** From now on these interfaces are found before the bundled ones, and are served when none is named. Without one, all is as at the start. */
export function setUserInterfaces(interfaces: Iterable<UserInterface> = [], options?: WorkspaceOptions): void {
  userInterfaces = new Map(Array.from(interfaces, (one) => [one.contract.name, one]))
  opened = options
}

/** What this process has opened, for a thread to open it as well. */
export function workspaceOptions(): WorkspaceOptions | undefined {
  return opened
}

export function findUserInterface(name: string): UserInterface | undefined {
  return userInterfaces.get(name)
}

/** The interfaces of the workspace in the order of its `redocly.yaml`. */
export function listUserInterfaces(): UserInterface[] {
  return [...userInterfaces.values()]
}

/** The interfaces of the workspace; the bundled ones if it has none of its own. */
export function listInterfaces(): InterfaceSummary[] {
  return userInterfaces.size > 0 ? listUserInterfaces().map(({ contract }) => contract) : listBundledInterfaces()
}

/** Every interface that a name can mean: those of the workspace, then the bundled ones. */
export function knownInterfaces(): InterfaceSummary[] {
  return userInterfaces.size > 0
    ? [...listInterfaces(), ...listBundledInterfaces().filter(({ name }) => !userInterfaces.has(name))]
    : listBundledInterfaces()
}

export function listBundledInterfaces(): InterfaceSummary[] {
  return readGenerated<{ interfaces: InterfaceSummary[] }>('interfaces.json').interfaces
}

/** @throws {NoContractError} for a file that is missing or is not valid JSON */
export function readGenerated<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(new URL(`generated/${file}`, rootUrl), 'utf8'))
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is missing' : `cannot be read: ${(error as Error).message}`
    throw new NoContractError(`generated/${file} ${reason}; run: npm run generate`)
  }
}
