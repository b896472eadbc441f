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

/** A record as the API shows it. Its id is the key of the record, whatever `id` a caller has sent. */
export function resource(id: string, { id: _, ...fields }: Fields): Fields & { id: string } {
  return { id, ...fields }
}

/** Sets each sent field without merging its content; the other fields keep their values (gap WRK-G02). */
export function merge(current: Fields, given: Fields): Fields {
  return { ...current, ...given }
}

/** A workflow belongs to the space that it names; without one it belongs only to the account (gap WRK-G14). */
export function isInSpace(workflow: Fields, spaceId: string): boolean {
  return workflow.spaceId === spaceId
}

/** The initial fields of a new workflow. */
export const newWorkflow: Fields = { standard: false, hidden: false }

export function workflowId(number: number): string {
  return `WFAAAA${String(number).padStart(2, '0')}`
}

/** True from the moment of its end. */
export function hasExpired({ expiresAt }: Token, now: Date): boolean {
  // A moment that cannot be parsed counts as past.
  return expiresAt !== undefined && !(now.getTime() < Date.parse(expiresAt))
}
