import type { components } from '../../../generated/work-management/types.ts'
import type { Collection, Store } from '../../behaviour/store.ts'

/** The data of a workflow or a user besides its id: any fields, since none are documented. */
export type Fields = components['schemas']['WorkflowFields'] & components['schemas']['UserFields']

/** The rights of an access token, stored under its value. */
export interface Token {
  scopes: string[]
  /** ISO 8601; a token without it does not expire. */
  expiresAt?: string
}

/** The records of the interface, stored under their ids. */
export function records(store: Store): {
  workflows: Collection<Fields>
  spaces: Collection<Fields>
  users: Collection<Fields>
  tokens: Collection<Token>
  counters: Collection<number>
} {
  return {
    workflows: store.collection('workflows'),
    spaces: store.collection('spaces'),
    users: store.collection('users'),
    tokens: store.collection('tokens'),
    counters: store.collection('counters'),
  }
}
