import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { UserError } from '../../../src/cli/user-error.ts'
import { type BenchRequest, requestAt } from '../load/requests.ts'
import type { Scenario } from '../mock/scenarios.ts'
import { endChild, onCores, startChild } from '../processes.ts'
import { folderOf, type Package, type Peer } from './peers.ts'

export interface ServerProcess {
  pid: number
  port: number
  child: ChildProcess
  /** Milliseconds from the start of the process to its first answer. */
  startedIn: number
  /**
   * Sends the first request of a scenario and returns the body of the answer.
   *
   * @throws {NoAnswerError} when the answer is not a 2xx
   */
  ask: (scenario: Scenario) => Promise<string>
  end: () => Promise<void>
}

/** A server did not answer as it should. */
export class NoAnswerError extends UserError {}

/** Seconds until a server's first answer, and of one request. */
const [startTimeout, askTimeout] = [120, 30]

/**
 * Starts a peer and waits until it answers the scenario's first request with a 2xx.
 *
 * @throws {NoAnswerError} naming the peer, with the end of its stderr
 */
export async function startServer(
  peer: Peer,
  scenario: Scenario,
  { cores, env, ipc = false }: { cores?: readonly number[] | undefined; env?: NodeJS.ProcessEnv; ipc?: boolean } = {},
): Promise<ServerProcess> {
  const port = await freePort()
  const started = performance.now()
  const child = startChild(onCores(cores, [...peer.command(scenario), ...(peer.portFlags ?? []), String(port)]), {
    stdio: ['ignore', 'ignore', 'pipe', ...(ipc ? ['ipc' as const] : [])],
    ...(env && { env }),
    // Some peers leave files in their working folder.
    ...(peer.installs && { cwd: dirname(scenario.document.openapi) }),
  })
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-2000)
  })
  const end = () => endChild(child)
  const askFor = async (scenario: Scenario) => {
    try {
      return await firstAnswer(child, port, peer.base(scenario), requestAt(scenario.recipe, 0))
    } catch (error) {
      await end()
      throw new NoAnswerError(`${peer.title}, ${scenario.name}: ${(error as Error).message}\n${stderr}`.trim())
    }
  }
  await askFor(scenario)
  return { pid: child.pid ?? 0, port, child, startedIn: performance.now() - started, ask: askFor, end }
}

/** Repeats a request every few milliseconds until the server accepts a connection. */
async function firstAnswer(child: ChildProcess, port: number, base: string, asked: BenchRequest): Promise<string> {
  const { method, target, headers, body } = asked
  const deadline = performance.now() + startTimeout * 1000
  while (performance.now() < deadline) {
    const signal = AbortSignal.timeout(askTimeout * 1000)
    const outgoing = request({ host: '127.0.0.1', port, method, path: base + target, headers, agent: false, signal })
    outgoing.end(body)
    const [response] = (await once(outgoing, 'response').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED') throw error
      return []
    })) as IncomingMessage[]
    if (response) {
      const answer = await text(response)
      const { statusCode = 0 } = response
      if (statusCode >= 200 && statusCode <= 299) return answer
      throw new Error(`${method} ${base}${target} was answered ${statusCode}: ${answer.slice(0, 500)}`)
    }
    const { pid, exitCode, signalCode } = child
    if (pid === undefined) throw new Error('it could not be started')
    if (exitCode !== null || signalCode !== null) throw new Error(`it ended with ${exitCode ?? signalCode}`)
    await wait(2)
  }
  throw new Error(`no answer within ${startTimeout} s`)
}

/** A port that was free a moment ago: not every peer can choose one and print it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/**
 * Has npm install a peer's package into a folder of its own, once, without running its scripts.
 *
 * @returns npm's reason when the package is not to be had
 */
export function install(peerPackage: Package): string | undefined {
  const folder = folderOf(peerPackage)
  if (existsSync(folder)) return undefined
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const dependencies = { [peerPackage.name]: peerPackage.version }
  writeFileSync(join(unfinished, 'package.json'), JSON.stringify({ private: true, dependencies }))
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']
  const { status, stderr, error } = spawnSync('npm', ['install', ...flags], { cwd: unfinished, encoding: 'utf8' })
  if (status !== 0) return (error?.message ?? stderr).trim()
  renameSync(unfinished, folder)
  return undefined
}
