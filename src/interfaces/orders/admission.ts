import { Problem } from '../problem.ts'
import type { Admission, AdmissionRequest } from '../slice.ts'
import { apiKey } from './seed.ts'

/** Every call needs the API key as Basic user name with an empty password (ORD-007, ORD-008), and asks for JSON (ORD-003). */
export async function admit({ headers }: AdmissionRequest): Promise<Admission<undefined>> {
  if (!isApiKey(headers.authorization)) {
    return new Problem('unauthenticated', 'Send the API key as user name of HTTP Basic, with an empty password.')
  }
  if (!asksForJson(headers.accept)) {
    return new Problem('not-acceptable', 'Send the header Accept: application/json; only JSON is supported.')
  }
  return { caller: undefined }
}

function isApiKey(authorization = ''): boolean {
  const [scheme = '', encoded = ''] = authorization.split(' ')
  return scheme.toLowerCase() === 'basic' && Buffer.from(encoded, 'base64').toString() === `${apiKey}:`
}

/** A wildcard does not name JSON (gap ORD-G19). */
function asksForJson(accept = ''): boolean {
  return accept.split(',').some((range) => {
    const [mediaRange = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return mediaRange === 'application/json' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
