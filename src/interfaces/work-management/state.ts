import type { components } from '../../../generated/work-management/types.ts'
import type { Collection, Store } from '../../behaviour/store.ts'

/** What a workflow or a user consists of besides its id: any fields, since none are documented. */
export type Fields = components['schemas']['WorkflowFields'] & components['schemas']['UserFields']

/** What an access token permits, kept under its value. */
export interface Token {
  scopes: string[]
  /** ISO 8601; a token without it does not expire. */
  expiresAt?: string
}

/** The records of the interface, kept under their ids. */
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

/** A record as the API shows it. Its id is the one that it is kept under, whatever a caller has sent as `id`. */
export function resource(id: string, { id: _, ...fields }: Fields): Fields & { id: string } {
  return { id, ...fields }
}

/** A field that is sent is set as it stands, without merging what is inside; the others keep their values (gap WRK-G02). */
export function merge(current: Fields, given: Fields): Fields {
  return { ...current, ...given }
}

/** A workflow belongs to the space that it names; one that names none is the account's alone (gap WRK-G14). */
export function isInSpace(workflow: Fields, spaceId: string): boolean {
  return workflow.spaceId === spaceId
}

/** What a new workflow is before the caller's fields are set. */
export const newWorkflow: Fields = { standard: false, hidden: false }

export function workflowId(number: number): string {
  return `WFAAAA${String(number).padStart(2, '0')}`
}

/** True from the moment on that is given as its end. */
export function hasExpired({ expiresAt }: Token, now: Date): boolean {
  // A moment that cannot be read is no promise to last.
  return expiresAt !== undefined && !(now.getTime() < Date.parse(expiresAt))
}
