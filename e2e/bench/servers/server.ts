import { setTimeout as wait } from 'node:timers/promises'
import { request } from 'undici'
import type { StartedProcess } from '../../../src/start-process.fixture.ts'
import { UserError } from '../../../src/user-error.ts'
import { freePort } from '../../free-port.fixture.ts'
import type { BenchRequest } from '../load/requests.ts'
import { onCore, startChild } from '../processes.ts'

export interface Server {
  title: string
  pid: number
  port: number
  end(): Promise<unknown>
}

/**
 * Starts a server by its command, to which the port is added, and waits until it answers a request with a 2xx.
 *
 * @throws {UserError} with its title and its stderr
 */
export async function startServer(
  title: string,
  command: readonly string[],
  first: BenchRequest,
  core?: number,
): Promise<Server> {
  const port = await freePort()
  const child = startChild(onCore(core, [...command, `${port}`]))
  await untilAnswered(title, child, port, first)
  const { process, end } = child
  return { title, pid: process.pid ?? 0, port, end }
}

/** Repeats a request every few milliseconds until the server accepts a connection. */
async function untilAnswered(title: string, { output }: StartedProcess, port: number, first: BenchRequest) {
  const deadline = performance.now() + 120_000
  const fail = (reason: string) => new UserError(`${title}: ${reason}\n${output.stderr}`.trim())
  while (performance.now() < deadline && output.code === null) {
    const answer = await ask(port, first).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED') throw fail(error.message)
    })
    if (answer && answer.status >= 200 && answer.status <= 299) return
    if (answer) throw fail(`${first.method} ${first.target} was answered ${answer.status}: ${answer.text}`)
    await wait(2)
  }
  throw fail(output.code === null ? 'no answer within two minutes' : `it ended with ${output.code}`)
}

export async function ask(port: number, sent: BenchRequest): Promise<{ status: number; text: string }> {
  const { method, target, headers, body } = sent
  const answer = await request(`http://127.0.0.1:${port}${target}`, {
    method,
    headers,
    body: body || null,
    reset: true,
  })
  return { status: answer.statusCode, text: await answer.body.text() }
}
