import type { Condition } from '../../behaviour/definition.ts'
import { memberNames } from './member-names.ts'

export interface Conditions {
  /** Members that answer, but are unhealthy. */
  unhealthy: string[]
}

export const conditions: { [Name in keyof Conditions]: Condition<Conditions[Name]> } = {
  unhealthy: {
    description: 'Members that run and do not report that they are healthy, as when an upgrade has to wait for one.',
    schema: { type: 'array', uniqueItems: true, items: { enum: memberNames } },
    initial: [],
  },
}
