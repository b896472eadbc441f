import type { Role } from '../interfaces/check.ts'
import type { Credential } from './target.ts'

/** A role's credential, made of the values that a target has for it. */
export function credentialFrom(role: Role, values: Readonly<Record<string, string>>): Credential {
  return { headers: role.headers?.(values) ?? {}, form: role.form?.(values) ?? {}, scopes: role.scopes ?? [] }
}
