import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { UserError } from '../../../src/cli/user-error.ts'
import { endChild, startChild } from '../processes/children.ts'
import { cpuSeconds } from '../processes/process-usage.ts'
import { copyRepository } from './copies.ts'
import type { TimedRun } from './timed-run.ts'

/** An example, a line of it, and the request that the mock answers with it. */
const edited = 'specs/orders/examples/problem-order-not-found.yaml'
const line = /^ {2}detail: .*$/m
const path = '/orders/api/orders/00000000-0000-4000-8000-000000000000'
const headers = {
  accept: 'application/json',
  authorization: `Basic ${btoa('orders.example-key:')}`,
  prefer: 'code=404',
}

/** What each of so many edits of a document takes until the mock of `npm run dev` answers by it. */
export async function timeEdits(folder: string, count: number): Promise<TimedRun[]> {
  const base = copyRepository(folder)
  const dev = startChild([process.execPath, 'scripts/dev/main.ts', '--port', '0'], { cwd: base, stdio: 'pipe' })
  try {
    const origin = await addressOf(dev)
    const file = join(base, edited)
    const text = readFileSync(file, 'utf8')
    const samples: TimedRun[] = []
    const used = () => cpuSeconds(dev.pid ?? 0) ?? 0
    // The first ones meet libraries that are still being loaded: a session is longer than that.
    for (let index = -3; index < count; index++) {
      const detail = `Edit ${index} is served.`
      const [started, before] = [performance.now(), used()]
      writeFileSync(file, text.replace(line, `  detail: ${detail}`))
      await untilAnswered(origin, detail)
      if (index >= 0) samples.push({ seconds: (performance.now() - started) / 1000, cpuSeconds: used() - before })
      await setTimeout(200)
    }
    return samples
  } finally {
    await endChild(dev)
  }
}

/** @throws {UserError} when it ends instead */
async function addressOf(dev: ChildProcess): Promise<string> {
  let said = ''
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  for (const stream of [dev.stdout, dev.stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk
      const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? []
      if (origin && said.includes('Watching specs/')) resolve(origin)
    })
  }
  void once(dev, 'exit').then(() => reject(new UserError(`npm run dev ended:\n${said}`)))
  return promise
}

/** @throws {UserError} when it is not served within a minute */
async function untilAnswered(origin: string, detail: string): Promise<void> {
  const late = AbortSignal.timeout(60_000)
  while (!late.aborted) {
    const response = await fetch(origin + path, { headers })
    if ((await response.text()).includes(detail)) return
    await setTimeout(10)
  }
  throw new UserError(`npm run dev does not serve an edit of ${edited}`)
}
