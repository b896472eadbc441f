/** The argument of a credential function. */
export interface CredentialRequest {
  /** The credential that the server has just answered 401 to; undefined on the first try of a call. */
  rejected: string | undefined
  /** Scopes of which the call needs one; empty where the interface has none. */
  scopes: readonly string[]
}

/**
 * A token or key, or a function that fetches one. The client calls the function for every call, and once more when a server
 * answers 401.
 */
export type Credential = string | ((request: CredentialRequest) => string | Promise<string>)

/** A credential for a client that may not have one yet. */
export type OptionalCredential =
  | Credential
  | ((request: CredentialRequest) => string | undefined | Promise<string | undefined>)
  | undefined

/** The header that a credential goes into. */
export interface CredentialHeader {
  name: string
  format(credential: string): string
}

export const bearer: CredentialHeader = { name: 'Authorization', format: (token) => `Bearer ${token}` }

/** HTTP Basic with the credential as user name, and an empty password. */
export const basicUserName: CredentialHeader = {
  name: 'Authorization',
  format(userName) {
    if (userName.includes(':')) throw new TypeError('the API key holds a colon, which would begin a password')
    return `Basic ${btoa(`${userName}:`)}`
  },
}

/** A header that holds the credential as it is. */
export function plainHeader(name: string): CredentialHeader {
  return { name, format: (credential) => credential }
}

export async function askCredential(
  credential: OptionalCredential,
  request: CredentialRequest,
): Promise<string | undefined> {
  const value = typeof credential === 'function' ? await credential(request) : credential
  // The platform's own message would quote the value.
  if (value !== undefined && !/^[\x20-\x7e]+$/.test(value)) {
    throw new TypeError(
      'the credential is empty, or contains a character that a header cannot carry, such as a line break at its end',
    )
  }
  return value
}
