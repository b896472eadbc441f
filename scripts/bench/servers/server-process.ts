import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import type { Scenario } from '../documents/scenarios.ts'
import { requestAt } from '../load/requests.ts'
import { onCores } from '../processes/affinity.ts'
import { endChild, startChild } from '../processes/children.ts'
import { firstAnswer, NoAnswerError } from './first-answer.ts'
import type { Peer } from './peer.ts'

export interface ServerProcess {
  pid: number
  port: number
  /** Milliseconds from the start of the process until its first answer was there. */
  startedIn: number
  /** With a channel to it, if one was asked for. */
  child: ChildProcess
  /**
   * Asks for the first request of a scenario.
   *
   * @throws {NoAnswerError} when the answer is not a 2xx
   */
  ask: (scenario: Scenario) => Promise<string>
  end: () => Promise<void>
}

export interface ServerOptions {
  /** Those that it may use; all when absent. */
  cores?: readonly number[] | undefined
  /** Beside what this process has. */
  env?: Readonly<Record<string, string>>
  /** Opens a channel for messages to it. */
  channel?: boolean
}

/** Seconds that a server may take until its first answer. */
const startTimeout = 120

/**
 * Starts a peer and waits until it has answered the scenario's first request with a 2xx.
 *
 * @throws {NoAnswerError} naming the peer, with what it wrote to stderr
 */
export async function startServer(
  peer: Peer,
  scenario: Scenario,
  { cores, env = {}, channel = false }: ServerOptions = {},
): Promise<ServerProcess> {
  const port = await freePort()
  const command = [...peer.command(scenario), ...peer.portFlags, String(port)]
  const started = performance.now()
  const child = startChild(
    onCores(cores, command),
    { stdio: ['ignore', 'ignore', 'pipe', ...(channel ? ['ipc' as const] : [])], ...workingFolder(peer, scenario) },
    env,
  )
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-2000)
  })
  const end = () => endChild(child)
  const ask = async (about: Scenario) => {
    try {
      return await firstAnswer(port, peer.base(about), requestAt(about.recipe, 0), {
        seconds: startTimeout,
        givenUp: () => reasonOfEnd(child),
      })
    } catch (error) {
      await end()
      throw new NoAnswerError(`${peer.title}, ${about.name}: ${(error as Error).message}\n${complaints}`.trim())
    }
  }
  await ask(scenario)
  return { pid: child.pid ?? 0, port, startedIn: performance.now() - started, child, ask, end }
}

/** Some leave files where they are started. */
function workingFolder({ installs }: Peer, { document }: Scenario): { cwd?: string } {
  return installs ? { cwd: dirname(document.openapi) } : {}
}

function reasonOfEnd({ pid, exitCode, signalCode }: ChildProcess): string | undefined {
  if (pid === undefined) return 'it could not be started'
  return exitCode === null && signalCode === null ? undefined : `it ended with ${exitCode ?? signalCode}`
}

/** A port that was free a moment ago: not every peer can be asked to choose one, and a silent one does not tell which. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
