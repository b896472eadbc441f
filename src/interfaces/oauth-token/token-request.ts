import type { components } from '../../../generated/oauth-token/types.ts'
import { OAuthRefusal } from './oauth-refusal.ts'

type TokenRequest = Pick<components['schemas']['TokenRequest'], 'client_id' | 'client_secret' | 'grant_type'>

const rules: Readonly<Record<keyof TokenRequest, string>> = {
  client_id: 'OAT-006',
  client_secret: 'OAT-007',
  grant_type: 'OAT-008',
}

/**
 * Reads the form of a token request by RFC 6749 §3.2: unknown fields are ignored, an empty field counts as missing, and a repeated field is
 * refused (gap OAT-G10).
 */
export function readTokenRequest(body: Uint8Array | null): TokenRequest | OAuthRefusal {
  const text = new TextDecoder().decode(body ?? undefined)
  try {
    decodeURIComponent(text)
  } catch {
    return new OAuthRefusal('invalid_request', 'The form is not validly percent-encoded.')
  }
  const form = new URLSearchParams(text)
  for (const [field, rule] of Object.entries(rules)) {
    const values = form.getAll(field)
    if (values.length > 1) {
      return new OAuthRefusal('invalid_request', `The field ${field} is repeated.`, { rules: [rule] })
    }
    if (!values[0]) return new OAuthRefusal('invalid_request', `The field ${field} is missing.`, { rules: [rule] })
  }
  const { client_id = '', client_secret = '', grant_type } = Object.fromEntries(form)
  if (grant_type !== 'client_credentials') {
    return new OAuthRefusal('unsupported_grant_type', 'The grant must be client_credentials.', {
      rules: [rules.grant_type],
    })
  }
  return { client_id, client_secret, grant_type }
}
