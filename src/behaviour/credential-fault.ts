/**
 * What exactly is wrong with the credentials of a request. An interface often has the same words for several causes; the mock tells them
 * apart in its own explanation. Nothing in it repeats what was sent.
 */
export type CredentialFault =
  /** `expected`: the credential to send, such as `a bearer token in Authorization`. */
  | { fault: 'missing' | 'malformed'; expected: string }
  /** `credential`: its name, such as `API key`. */
  | { fault: 'unknown'; credential: string }
  | { fault: 'expired'; credential: string; since: string; now: Date }
  /** `right`: the missing right, such as `the scope amReadWriteUser`. */
  | { fault: 'lacking'; credential: string; right: string }

/**
 * @param sent the header that carries the credentials
 * @param expected what to send
 */
export function missingOrMalformed(sent: string | undefined, expected: string): CredentialFault {
  return { fault: sent ? 'malformed' : 'missing', expected }
}

/** True where no credentials could be read from the request; a challenge then has no error code (RFC 6750, 3). */
export function isMissingOrMalformed(fault: CredentialFault | undefined): boolean {
  return fault?.fault === 'missing' || fault?.fault === 'malformed'
}

/**
 * Describes the fault in sentences, and names the roles of the seeded credentials.
 *
 * @param rules the rules that the refusal names
 */
export function describeCredentialFault(
  fault: CredentialFault,
  { roles, rules }: { roles: readonly string[]; rules: readonly string[] },
): string {
  const own = roles.length > 0 ? ` GET /_control/interfaces has the mock's own: ${list(roles)}.` : ''
  return causeOf(fault, rules) + own
}

function causeOf(fault: CredentialFault, rules: readonly string[]): string {
  switch (fault.fault) {
    case 'missing':
      return `The request carries no credentials: send ${fault.expected}.`
    case 'malformed':
      return `The credentials are malformed: send ${fault.expected}.`
    case 'unknown':
      return `The ${fault.credential} is not known in this session.`
    case 'expired':
      return `The ${fault.credential} expired at ${fault.since}; the clock of the session shows ${fault.now.toISOString()}.`
    case 'lacking': {
      const by = rules.length > 0 ? ` (${list(rules)})` : ''
      return `The ${fault.credential} is known, but lacks ${fault.right}${by}.`
    }
  }
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
