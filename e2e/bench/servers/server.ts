import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { freePort } from '../../../src/free-port.fixture.ts'
import type { StartedProcess } from '../../../src/start-process.fixture.ts'
import { UserError } from '../../../src/user-error.ts'
import type { BenchRequest } from '../load/requests.ts'
import { onCores, residentMegabytes, startChild } from '../processes.ts'

export interface Server {
  title: string
  pid: number
  port: number
  end(): Promise<unknown>
}

/** A server with `measure-inside.ts` loaded into it. */
export interface MeasuredServer extends Server {
  /** Resident memory in MB after a collection. */
  collected(): Promise<number>
}

export interface Startable {
  title: string
  command: (port: number) => readonly string[]
}

export interface StartOptions {
  cores?: readonly number[] | undefined
}

/**
 * Starts a server and waits until it answers a request with a 2xx.
 *
 * @throws {UserError} with its title and its stderr
 */
export async function startServer(what: Startable, first: BenchRequest, options: StartOptions = {}): Promise<Server> {
  return (await start(what, first, options)).server
}

/** Starts a server on Node whose memory can be measured. */
export async function startMeasured(
  { title, command }: Startable,
  first: BenchRequest,
  options: StartOptions = {},
): Promise<MeasuredServer> {
  const inside = ['--expose-gc', '--import', fileURLToPath(new URL('measure-inside.ts', import.meta.url))]
  const measured = { title, command: (port: number) => command(port).toSpliced(1, 0, ...inside) }
  const { server, child } = await start(measured, first, options, ['ipc'])
  const collected = async () => {
    const answer = once(child, 'message')
    child.send('collect')
    await answer
    return residentMegabytes(server.pid)
  }
  return { ...server, collected }
}

async function start(
  { title, command }: Startable,
  first: BenchRequest,
  { cores }: StartOptions,
  channel: 'ipc'[] = [],
) {
  const port = await freePort()
  const child = startChild(onCores(cores, command(port)), {
    stdio: ['ignore', 'ignore', 'pipe', ...channel],
  })
  await untilAnswered(title, child, port, first)
  const { process, end } = child
  const server: Server = { title, pid: process.pid ?? 0, port, end }
  return { server, child: process }
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
