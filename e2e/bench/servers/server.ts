import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { request } from 'undici'
import { freePort } from '../../../src/free-port.fixture.ts'
import { UserError } from '../../../src/user-error.ts'
import { type BenchRequest, requestAt } from '../load/requests.ts'
import type { Scenario } from '../mock/scenarios.ts'
import { endChild, onCores, startChild } from '../processes.ts'
import { residentMegabytes } from '../usage.ts'
import type { Pauses } from './measure-inside.ts'
import { folderOf, type Package, type Peer, withNodeFlags } from './peers.ts'

export interface ServerProcess {
  peer: Peer
  pid: number
  port: number
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

/** A server with `measure-inside.ts` loaded into it. */
export interface MeasuredServer extends ServerProcess {
  /** Sends a message to `measure-inside.ts`, and returns its answer. */
  tell: (what: 'collect' | 'pauses') => Promise<Pauses>
  /** Resident memory in MB, now and after a collection. */
  megabytes: () => number
  collected: () => Promise<number>
}

/** A server did not answer as expected. */
export class NoAnswerError extends UserError {}

/** Seconds to wait for a server's first answer, and for one request. */
const [startTimeout, askTimeout] = [120, 30]

/**
 * Starts a peer and waits until it answers the scenario's first request with a 2xx.
 *
 * @throws {NoAnswerError} with the name of the peer and the end of its stderr
 */
export async function startServer(peer: Peer, scenario: Scenario, how: StartOptions = {}): Promise<ServerProcess> {
  return (await start(peer, scenario, how)).server
}

/** Starts a peer on Node whose memory and pauses can be measured. */
export async function startMeasured(
  peer: Peer,
  scenario: Scenario,
  cores?: readonly number[],
): Promise<MeasuredServer> {
  const inside = ['--expose-gc', '--import', join(import.meta.dirname, 'measure-inside.ts')]
  const { server, child } = await start(withNodeFlags(peer, ...inside), scenario, { cores, ipc: true })
  const megabytes = () => residentMegabytes(server.pid)
  const tell = async (what: string) => {
    const answer = once(child, 'message')
    child.send(what)
    return (await answer)[0]
  }
  const collected = async () => {
    await tell('collect')
    return megabytes()
  }
  return { ...server, tell, megabytes, collected }
}

interface StartOptions {
  cores?: readonly number[] | undefined
  env?: NodeJS.ProcessEnv
}

async function start(peer: Peer, scenario: Scenario, { cores, env, ipc }: StartOptions & { ipc?: boolean }) {
  const port = await freePort()
  const started = performance.now()
  const child = startChild(onCores(cores, peer.command(scenario, port)), {
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
  const ask = async (scenario: Scenario) => {
    try {
      return await firstAnswer(child, `http://127.0.0.1:${port}${peer.base(scenario)}`, requestAt(scenario.recipe, 0))
    } catch (error) {
      await end()
      throw new NoAnswerError(`${peer.title}, ${scenario.name}: ${(error as Error).message}\n${stderr}`.trim())
    }
  }
  await ask(scenario)
  const server = { peer, pid: child.pid ?? 0, port, startedIn: performance.now() - started, ask, end }
  return { child, server }
}

/** Repeats a request every few milliseconds until the server accepts a connection. */
async function firstAnswer(child: ChildProcess, base: string, asked: BenchRequest): Promise<string> {
  const { method, target, headers, body } = asked
  const deadline = performance.now() + startTimeout * 1000
  while (performance.now() < deadline) {
    const how = { method, headers, body, headersTimeout: askTimeout * 1000, reset: true }
    const answer = await request(base + target, how).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED') throw error
    })
    if (answer) {
      const text = await answer.body.text()
      if (answer.statusCode >= 200 && answer.statusCode <= 299) return text
      throw new Error(`${method} ${base}${target} was answered ${answer.statusCode}: ${text.slice(0, 500)}`)
    }
    const { pid, exitCode, signalCode } = child
    if (pid === undefined) throw new Error('it could not be started')
    if (exitCode !== null || signalCode !== null) throw new Error(`it ended with ${exitCode ?? signalCode}`)
    await wait(2)
  }
  throw new Error(`no answer within ${startTimeout} s`)
}

/**
 * Installs a peer's package with npm into its own folder, once, without running its scripts.
 *
 * @returns npm's reason if the package cannot be installed
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
