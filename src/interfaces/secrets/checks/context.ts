import type { operations } from '../../../../generated/secrets/types.ts'
import type { Check, CheckContext, Needs } from '../../../check/check.ts'

export type Context = CheckContext<operations>
export type Checks = Record<string, Check<operations>>
export type Operation = keyof operations & string

/** Needs of checks that create and remove secrets of kv version 1. */
export const version1 = { resources: ['version 1 mount'], changes: 'reversible' } as const satisfies Needs

/** Needs of checks that create and remove keys of kv version 2. */
export const version2 = { resources: ['version 2 mount'], changes: 'reversible' } as const satisfies Needs

export const bothVersions = {
  resources: ['version 1 mount', 'version 2 mount'],
  changes: 'reversible',
} as const satisfies Needs

/** Needs of a login. Its token stays until it expires. */
export const login = {
  resources: ['auth method', 'user'],
  roles: ['user'],
  changes: 'reversible',
} as const satisfies Needs

/** Needs of a call of every operation; those of logging in only on the mock, since each login leaves a token. */
export const everything = { ...bothVersions, roles: [], onMock: login } as const satisfies Needs

/** The same, on a server whose state the check sets. */
export const everythingUnder = { ...everything, control: true } as const satisfies Needs
