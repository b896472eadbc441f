import type { AttemptInput, Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { callAll } from '../every-call.ts'
import { type Context, ownSession } from '../session.ts'

/** No operation of the document is let through. */
export async function expectAllRefused(t: Context, status: number, options: AttemptInput): Promise<void> {
  const session = ownSession(t, options.base === undefined ? {} : { base: options.base })
  for (const [operation, reply] of await callAll(t, session, options))
    expect(reply.status, `status of ${operation} with ${JSON.stringify(options.headers ?? {})}`).toBe(status)
}

export const list = (t: Context, headers: AttemptInput['headers'], options: AttemptInput = {}): Promise<Reply> =>
  t.attempt('listInterfaces', { ...options, ...(headers ? { headers } : {}) })
