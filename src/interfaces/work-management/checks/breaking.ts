import { type Sabotage, seesHeaders, when } from '../../../check/sabotage.ts'

const bearer = (role: string) => `Bearer work-management.example-${role}`

/** Limits a sabotage to calls with the token of one role. */
export const withToken = (role: string, sabotage: Sabotage): Sabotage =>
  when(({ headers }) => headers.authorization === bearer(role), sabotage)

export const withoutToken = (sabotage: Sabotage): Sabotage =>
  when(({ headers }) => headers.authorization === undefined, sabotage)

/** Serves every caller like one with all rights. */
export const letsIn: Sabotage = seesHeaders({ authorization: bearer('full') })
