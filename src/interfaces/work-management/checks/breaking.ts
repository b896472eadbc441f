import { type Sabotage, seesHeaders, when } from '../../../check/sabotage.ts'

const bearer = (role: string) => `Bearer work-management.example-${role}`

/** A sabotage of calls with the token of one role. */
export const withToken = (role: string, sabotage: Sabotage): Sabotage =>
  when(({ headers }) => headers.authorization === bearer(role), sabotage)

export const withoutToken = (sabotage: Sabotage): Sabotage =>
  when(({ headers }) => headers.authorization === undefined, sabotage)

/** Whoever calls is served like one who may do everything. */
export const letsIn: Sabotage = seesHeaders({ authorization: bearer('full') })
