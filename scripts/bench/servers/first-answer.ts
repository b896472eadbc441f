import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchRequest } from '../load/requests.ts'

/** A server did not come to answer as it should. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

/** What may end the waiting before its time. */
export interface StartTimeouts {
  seconds: number
  /** Why it is pointless to go on; undefined while it is not. */
  givenUp: () => string | undefined
}

/**
 * Asks every few milliseconds until the server answers.
 *
 * @returns the answer's body
 * @throws {NoAnswerError} when that takes too long, or when the answer is not a 2xx
 */
export async function firstAnswer(
  port: number,
  base: string,
  asked: BenchRequest,
  timeouts: StartTimeouts,
): Promise<string> {
  const deadline = performance.now() + timeouts.seconds * 1000
  while (performance.now() < deadline) {
    const answer = await ask(port, base, asked)
    if (answer !== 'refused') {
      if (answer.status >= 200 && answer.status <= 299) return answer.body
      throw new NoAnswerError(
        `${asked.method} ${base}${asked.target} was answered ${answer.status}: ${answer.body.slice(0, 500)}`,
      )
    }
    const reason = timeouts.givenUp()
    if (reason !== undefined) throw new NoAnswerError(reason)
    await wait(2)
  }
  throw new NoAnswerError(`no answer within ${timeouts.seconds} s`)
}

function ask(
  port: number,
  base: string,
  { method, target, headers, body }: BenchRequest,
): Promise<{ status: number; body: string } | 'refused'> {
  return new Promise((resolve, reject) => {
    const asking = request(
      { host: '127.0.0.1', port, method, path: base + target, headers, agent: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
        response.on('error', reject)
      },
    )
    asking.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? resolve('refused') : reject(error),
    )
    asking.setTimeout(30_000, () => asking.destroy(new NoAnswerError('the first answer took more than 30 s')))
    asking.end(body)
  })
}
