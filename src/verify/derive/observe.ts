import { findCollections } from '../../contract/collections/collections.ts'
import type { Operation } from '../../contract/operation.ts'
import type { CheckTarget } from '../context/check-target.ts'
import { Ownership } from '../context/ownership.ts'
import { isSafe } from '../target/target.ts'
import type { Part } from './answer-check.ts'
import { createOperationOf } from './thing-keys.ts'
import { type Change, changeOfMaking, placesIn, type Survey, strongest } from './things.ts'

export interface Observation {
  survey: Survey
  /** By operation. */
  parts: ReadonlyMap<string, Part>
  /** The operation changes nothing. */
  isRead(operation: Operation): boolean
  /**
   * The changes that a check of the operation makes: `reversible` where all that it makes or changes is its own, and removed; `harm` where
   * it may be of others, whatever the operation is called.
   */
  changesOf(operation: Operation): Change | 'none' | 'harm'
}

/** What a document says of the things on its server, and what a run may do to them. */
export function observe(checkTarget: CheckTarget): Observation {
  const { contract, target, checks } = checkTarget
  const collections = findCollections([...contract.operations.values()])
  const isMock = target.control !== undefined
  const makers = collections.flatMap(({ operations }) => operations.get('create')?.id ?? [])
  checkTarget.ownership ??= new Ownership(makers, isMock ? ['all'] : (target.may ?? []))
  const { ownership } = checkTarget
  const survey: Survey = { contract, collections, ownership, variants: new Map() }
  const mayWrite = isMock || target.allows !== 'nothing'
  const parts = new Map(
    collections.flatMap((collection) =>
      [...collection.operations].map(([role, { id }]): [string, Part] => [id, { collection, role }]),
    ),
  )
  const isRead = (operation: Operation) => isSafe(operation, checks.safe)
  return { survey, parts, isRead, changesOf }

  function changesOf(operation: Operation): Change | 'none' | 'harm' {
    const places = placesIn(survey, operation.path)
    const part = parts.get(operation.id)
    if (isRead(operation)) {
      const isOwn = places.some(({ collection }) => collection && changeOfMaking(survey, collection) === 'reversible')
      return mayWrite && isOwn ? 'reversible' : 'none'
    }
    if (ownership.isOpened(operation))
      return mayWrite ? (isMock && part ? (changeAt(operation) ?? 'lasting') : 'lasting') : 'none'
    return changeAt(operation) ?? 'harm'
  }

  function changeAt(operation: Operation): Change | undefined {
    const part = parts.get(operation.id)
    if (part && createOperationOf(part.collection) === operation) return changeOfMaking(survey, part.collection)
    const places = placesIn(survey, operation.path)
    if (places.length === 0) return undefined
    const change = strongest(places.map(({ collection }) => collection && changeOfMaking(survey, collection)))
    // What an action does is known to nobody: a payment stays captured.
    return change && operation.method === 'post' ? 'lasting' : change
  }
}
