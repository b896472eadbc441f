import { statSync } from 'node:fs'
import type { Contract } from '../contract/contract.ts'
import { createMessageCheck, type MessageCheck } from '../contract/message-check.ts'
import { bundled } from '../workspace/bundled.ts'
import { findRoot, isPath } from '../workspace/find-root.ts'
import { openWorkspaceFor } from '../workspace/open-workspace.ts'
import { root } from '../workspace/root.ts'
import type { WorkspaceInterface } from '../workspace/workspace.ts'

/** A contract, and the check that compares messages with it. */
export interface LoadedCheck {
  contract: Contract
  check: MessageCheck
}

const loaded = new WeakMap<Contract, LoadedCheck>()

/** The check of a contract, made on first use. */
export function loadCheck(contract: Contract): LoadedCheck {
  const known = loaded.get(contract) ?? { contract, check: createMessageCheck(contract) }
  loaded.set(contract, known)
  return known
}

/** Documents that were read, by where they lie, with what changes when they do. */
const read = new Map<string, { one: WorkspaceInterface; stamp: string }>()

/**
 * The interface of a name, or of the path of a document. A bundled name is the bundled interface wherever the process runs. A document is
 * read again after it has changed.
 *
 * @returns a promise for what has to be read
 * @throws {NoContractError} when there is no interface of this name
 */
export function findOrOpen(word: string): WorkspaceInterface | Promise<WorkspaceInterface> {
  const from = process.cwd()
  const isBundled = bundled.known.some(({ name }) => name === word)
  const found = findRoot(from)
  if (isBundled || (!isPath(word) && (found === undefined || found === root))) return bundled.find(word)
  const key = JSON.stringify([from, word])
  const known = read.get(key)
  return known && known.stamp === stampOf(known.one) ? known.one : open(word, key)
}

async function open(word: string, key: string): Promise<WorkspaceInterface> {
  const { interfaces } = isPath(word) ? await openWorkspaceFor([], [word]) : await openWorkspaceFor([word])
  const [one] = interfaces as [WorkspaceInterface]
  read.set(key, { one, stamp: stampOf(one) })
  return one
}

function stampOf({ published }: WorkspaceInterface): string {
  const times = published?.files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs)
  return String(times)
}
