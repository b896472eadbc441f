import type { paths } from '../../../generated/work-management/types.ts'

const reading = ['Default', 'amReadOnlyWorkflow', 'amReadWriteWorkflow', 'wsReadOnly', 'wsReadWrite'] as const

/** Scopes of which a call needs one, by path and method (WRK-009, WRK-010). */
export const scopesOfCalls = {
  '/workflows': { get: reading, post: ['amReadWriteWorkflow'] },
  '/spaces/{spaceId}/workflows': { get: reading },
  '/workflows/{workflowId}': { put: ['amReadWriteWorkflow'] },
  '/users/{userId}': { get: ['amReadOnlyUser', 'amReadWriteUser'], put: ['amReadWriteUser'] },
} as const satisfies { [Path in keyof paths]: { [Method in string]?: readonly string[] } }

type Scopes = typeof scopesOfCalls

type OfPath<Path extends keyof Scopes> = Scopes[Path][keyof Scopes[Path]]

export type Scope = { [Path in keyof Scopes]: OfPath<Path> extends readonly (infer One)[] ? One : never }[keyof Scopes]

/** The calls that a token with these scopes may make. */
export type PathsOpenTo<Granted extends Scope> = {
  [Path in keyof paths & keyof Scopes]: {
    [Method in keyof paths[Path] & keyof Scopes[Path] as OpensTo<Scopes[Path][Method], Granted> extends true
      ? Method
      : never]: paths[Path][Method]
  }
}

type OpensTo<Accepted, Granted> = Accepted extends readonly (infer One)[]
  ? [Extract<Granted, One>] extends [never]
    ? false
    : true
  : false

/** Scopes of which a call needs one. */
export function scopesOf(method: string, path: string): readonly Scope[] {
  const methods: Readonly<Record<string, Readonly<Record<string, readonly Scope[]>>>> = scopesOfCalls
  return methods[path]?.[method.toLowerCase()] ?? []
}
