import { anyNames, findCollections, type RecordCollection, type Role } from '../../contract/collections/collections.ts'
import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operation.ts'
import type { CheckTarget } from '../context/check-target.ts'
import { Ownership } from '../context/ownership.ts'
import { isSafe } from '../target/target.ts'
import { createOperationOf } from './resource-keys.ts'

/** How a run changes a server. `reversible`: it can remove what it makes. */
export type Change = 'reversible' | 'lasting'

/** The part that an operation has in a collection. */
export interface Part {
  collection: RecordCollection
  role: Role
}

/** What a document says of the resources on its server, and what a run may do to them. */
export interface ResourceObservation {
  contract: Contract
  collections: readonly RecordCollection[]
  ownership: Ownership
  /** Which body a server takes, by the operation that creates: see `bodyVariant`. */
  variants: Map<string, number>
  /** Reads that show the things of collections without a list, by the path of the collection. */
  otherLists: Map<string, Operation | undefined>
  /** Operations that know a thing by the other key which its creation has shown. */
  byOtherKey: Set<string>
  /** By operation. */
  parts: ReadonlyMap<string, Part>
  /** The operation changes nothing. */
  isRead(operation: Operation): boolean
}

export function observe(checkTarget: CheckTarget): ResourceObservation {
  const { contract, target, checks } = checkTarget
  const collections = findCollections([...contract.operations.values()])
  const creators = collections.flatMap(({ operations }) => operations.get('create')?.id ?? [])
  checkTarget.ownership ??= new Ownership(creators, target.control ? ['all'] : (target.may ?? []))
  const parts = collections.flatMap((collection) =>
    [...collection.operations].map(([role, { id }]): [string, Part] => [id, { collection, role }]),
  )
  const isRead = (operation: Operation) => isSafe(operation, checks.safe)
  const { ownership } = checkTarget
  const known = { variants: new Map(), otherLists: new Map(), byOtherKey: new Set<string>() }
  return { contract, collections, ownership, ...known, parts: new Map(parts), isRead }
}

/**
 * The changes that a check of an operation makes: `reversible` where all that it makes or changes is its own, and removed; `harm` where it
 * may be of others, whatever the operation is called.
 */
export function changesOf(
  { target }: CheckTarget,
  observation: ResourceObservation,
  operation: Operation,
): Change | 'none' | 'harm' {
  const isMock = target.control !== undefined
  const mayWrite = isMock || target.allows !== 'nothing'
  const places = placesIn(observation, operation.path)
  if (observation.isRead(operation)) {
    const isOwn = places.some(
      ({ collection }) => collection && changeOfMaking(observation, collection) === 'reversible',
    )
    return mayWrite && isOwn ? 'reversible' : 'none'
  }
  const part = observation.parts.get(operation.id)
  const change = changeAt(observation, operation, part)
  if (!observation.ownership.isOpened(operation)) return change ?? 'harm'
  if (!mayWrite) return 'none'
  // Naming it opens it, whatever else is allowed.
  if (!isMock && target.allows === 'reversible') return change ?? 'reversible'
  return (isMock && part ? change : undefined) ?? 'lasting'
}

function changeAt(observation: ResourceObservation, operation: Operation, part: Part | undefined): Change | undefined {
  if (part && createOperationOf(part.collection) === operation) return changeOfMaking(observation, part.collection)
  const places = placesIn(observation, operation.path)
  if (places.length === 0) return undefined
  const change = strongest(places.map(({ collection }) => collection && changeOfMaking(observation, collection)))
  // What an action does is known to nobody: a payment stays captured.
  return change && operation.method === 'post' ? 'lasting' : change
}

/**
 * How a run changes a server when it makes a resource of a collection, with the resources around it. Undefined if it may not: one that it
 * cannot make stands around it, and belongs to somebody else.
 */
export function changeOfMaking(observation: ResourceObservation, collection: RecordCollection): Change | undefined {
  const create = createOperationOf(collection)
  if (!create) return undefined
  const own = collection.operations.has('delete') ? 'reversible' : 'lasting'
  if (observation.ownership.isOpened(create)) return own
  const around = placesIn(observation, create.path).slice(0, collection.parents)
  return strongest([own, ...around.map((place) => place.collection && changeOfMaking(observation, place.collection))])
}

/** Undefined if one of the changes may not be made. */
function strongest(changes: readonly (Change | undefined)[]): Change | undefined {
  if (changes.includes(undefined)) return undefined
  return changes.includes('lasting') ? 'lasting' : 'reversible'
}

export function recordPath({ path, parameter }: RecordCollection): string {
  return `${path}/{${parameter}}`
}

/** The values of the parameters of a path, in their order, by the names of their places. */
export function pathValues(
  observation: Pick<ResourceObservation, 'collections'>,
  { path }: Operation,
  values: readonly unknown[],
): Map<string, unknown> {
  return new Map(placesIn(observation, path).map(({ name }, index) => [`path ${name}`, values[index]]))
}

/** The parameters of a path in their order, each with the collection whose resource it names. */
export function placesIn(
  { collections }: Pick<ResourceObservation, 'collections'>,
  path: string,
): { name: string; collection: RecordCollection | undefined }[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(({ 1: name = '', index }) => {
    const before = path.slice(0, index)
    const collection = before.endsWith('/')
      ? collections.find((one) => anyNames(one.path) === anyNames(before.slice(0, -1)))
      : undefined
    return { name, collection }
  })
}
