import {
  answersStatus,
  answersWith,
  on,
  type Sabotage,
  type SabotagedRequest,
  seesPath,
  when,
} from '../../../check/sabotage.ts'

const tokenOf = (role: string) => `app-distribution.example-${role}`

/** Limits a sabotage to removals with a role's token from an app of that name. */
const removals = (role: string, app: string, sabotage: Sabotage): Sabotage =>
  on(
    'removeAppUser',
    when,
    ({ headers, path }) => headers['x-api-token'] === tokenOf(role) && path.includes(`/apps/${app}/`),
    sabotage,
  )

export const removalIsRefused = (role: string, app: string): Sabotage => removals(role, app, answersStatus(403))

export const removalIsAccepted = (role: string, app: string): Sabotage => removals(role, app, answersWith(204))

/** Leads requests of one path to another. */
export const reaches = (path: string | RegExp, there: string): Sabotage => seesPath((seen) => seen.replace(path, there))

export const withoutBody = ({ body }: SabotagedRequest): boolean => !body?.length
