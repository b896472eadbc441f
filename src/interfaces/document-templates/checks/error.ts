import type { Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { changesAnswer, type Sabotage } from '../../../check/sabotage.ts'
import type { Context } from './templates.ts'

const codes: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  429: 'rate_limit_exceeded',
  500: 'internal_server_error',
}

/** The body of an error with the assumed status (gap DOC-G03), and the challenge of a 401 (gap DOC-G02). */
export function assumeError(t: Context, { status: seen, body, headers }: Reply, what: string, status: number): void {
  if (seen !== status) return
  const text = expect.stringMatching(/\S/)
  const error = { type: 'error', status, code: codes[status], message: text, request_id: text }
  t.assume('DOC-G03', () => expect(body, `error for ${what}`).toEqual(error))
  const challenge = status === 401 ? expect.stringMatching(/^Bearer realm=/) : undefined
  t.assume('DOC-G02', () => expect(headers['www-authenticate'], `challenge for ${what}`).toEqual(challenge))
}

/** Gives refusals of this status another body. */
export const refusesInWords = (status: number): Sabotage =>
  changesAnswer((answer) => (answer.status === status ? { ...answer, body: { message: 'refused' } } : answer))
