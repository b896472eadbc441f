import type { Behaviour } from '../../behaviour/behaviour.ts'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import type { RuntimeInterface } from '../../contract/runtime.ts'
import { behavioursOf } from './behaviours.ts'
import { findCollections } from './collections.ts'
import { documentedRefusals } from './documented-refusal.ts'
import { seedCollection } from './seed.ts'

/**
 * A definition with a generic behaviour for each operation on a collection for which none is written. The collections keep records in
 * the store of the session, and start with those that the document shows.
 */
export function withGenericBehaviours(runtime: RuntimeInterface, definition: InterfaceDefinition): InterfaceDefinition {
  const { generic } = definition
  if (!generic) return definition
  const collections = findCollections(runtime.operations)
  const noted = collections.flatMap(behavioursOf).map(([id, behaviour]): [string, Behaviour<never>] => [
    id,
    (request, context) => {
      context.assume(generic.gap, 'generic: no behaviour is written for the operation')
      return behaviour(request, context)
    },
  ])
  return {
    ...definition,
    behaviours: { ...Object.fromEntries(noted), ...definition.behaviours } as InterfaceDefinition['behaviours'],
    renderRefusal: documentedRefusals(runtime, definition.renderRefusal),
    async seed(store, examples) {
      for (const collection of collections) await seedCollection(collection, store)
      await definition.seed?.(store, examples)
    },
  }
}
