import type { operations } from '../../../../generated/secrets/types.ts'
import type { Check, CheckContext, CheckControl, Needs } from '../../../check/check.ts'
import { type Sabotage, type SabotagedRequest, seesHeaders, seesPath, when } from '../../../check/sabotage.ts'
import { type Conditions, conditions } from '../conditions.ts'
import { credentials } from '../seed.ts'

export type Context = CheckContext<operations>
export type Checks = Record<string, Check<operations>>
export type Operation = keyof operations & string

/** Needs of checks that create and remove secrets of kv version 1. */
export const version1 = { resources: ['version 1 mount'], changes: 'reversible' } as const satisfies Needs

/** Needs of checks that create and remove keys of kv version 2. */
export const version2 = { resources: ['version 2 mount'], changes: 'reversible' } as const satisfies Needs

/** Things of the target that checks read where they may make none. */
export const toRead = { reads: ['secret to read', 'key to read'] } as const satisfies Needs

export const bothVersions = {
  resources: ['version 1 mount', 'version 2 mount'],
  changes: 'reversible',
} as const satisfies Needs

export const login = {
  resources: ['auth method', 'user'],
  roles: ['user'],
  changes: 'reversible',
} as const satisfies Needs

/** Needs of a call of every operation; those of logging in only on the mock, since each login leaves a token. */
export const everything = { ...bothVersions, roles: [], onMock: login } as const satisfies Needs

/** The same, for checks that can ask the operations that read alone. */
export const everyRead = { ...everything, ...toRead } as const satisfies Needs

/** The same, on a server whose state the check sets. */
export const everythingWithControl = { ...everything, control: true } as const satisfies Needs

/** The token of a role on the mock. Sabotages identify callers by it. */
export function tokenOf(role: string): string {
  return credentials.find((credential) => credential.role === role)?.headers['x-svc-token'] ?? ''
}

/** True for requests with this token, or without one. */
export function carries(token: string | undefined): (request: SabotagedRequest) => boolean {
  return ({ headers }) =>
    headers['x-svc-token'] === token && (token !== undefined || headers.authorization === undefined)
}

/** Leads requests of one path to another. */
export const reaches = (path: RegExp, there: string): Sabotage => seesPath((seen) => seen.replace(path, there))

/** True for requests that have this header; with this value, if one is given. */
export function has(name: string, value?: string): (request: Pick<SabotagedRequest, 'headers'>) => boolean {
  return ({ headers }) => headers[name] !== undefined && (value === undefined || headers[name] === value)
}

/** Gives callers with this token, or without one, all rights. */
export function admits(token: string | undefined): Sabotage {
  return when(carries(token), seesHeaders({ 'x-svc-token': tokenOf('full') }))
}

export function baseOf(t: Context, node: string): string {
  const base = t.resource(node).replace(/\/$/, '')
  return URL.canParse(base) ? base : t.inconclusive(`the resource '${node}' is not a base URL: ${base}`)
}

/** Sets conditions of the server during an action, and restores the initial values. */
export async function during(t: Context, set: Partial<Conditions>, action: () => Promise<void>): Promise<void> {
  const { control }: { control: CheckControl } = t
  await control.setConditions(set)
  try {
    await action()
  } finally {
    const initial = Object.entries(conditions).map(([name, condition]) => [name, condition.initial])
    await control.setConditions(Object.fromEntries(initial.filter(([name]) => String(name) in set)))
  }
}
