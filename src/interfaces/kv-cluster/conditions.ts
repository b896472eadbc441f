import type { Condition, ValuesOf } from '../../behaviour/definition.ts'
import { memberNames } from './member-names.ts'

const unhealthy: Condition<string[]> = {
  description: 'Members that run and do not report that they are healthy, as when an upgrade has to wait for one.',
  schema: { type: 'array', uniqueItems: true, items: { enum: memberNames } },
  initial: [],
}

export const conditions = { unhealthy }

export type Conditions = ValuesOf<typeof conditions>
