import type { Role } from '../../check/check.ts'
import type { Credential } from './target.ts'

/** A role's credential, made of the values that a target has for it. */
export function credentialFrom(role: Role, values: Readonly<Record<string, string>>): Credential {
  const { headers, form, json, scopes = [] } = role
  return { headers: headers?.(values) ?? {}, form: form?.(values) ?? {}, json: json?.(values) ?? {}, scopes }
}
