import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import { problemDetails } from '../../behaviour/problem-details.ts'
import type { PublishedInterface } from '../../contract/published/published-interface.ts'
import type { Correction } from '../crud/collections.ts'
import { withCrud } from '../crud/crud.ts'
import { credentialsOf } from './credentials.ts'

/**
 * The definition of an interface of the user: collections without a behaviour keep records.
 *
 * @param written what the user has written of it
 */
export function definitionOf(
  { document, runtime }: PublishedInterface,
  corrections: Readonly<Record<string, Correction>> = {},
  written: Partial<InterfaceDefinition> = {},
): InterfaceDefinition {
  return withCrud(
    runtime,
    { behaviours: {}, credentials: credentialsOf(document), renderRefusal: problemDetails, ...written },
    corrections,
  )
}
