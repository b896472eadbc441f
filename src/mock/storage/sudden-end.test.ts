import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startCommand } from '../../cli/run-command.fixture.ts'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'

const folder = temporaryFolder()

const rounds = 10
const writers = 8

/** Starts the command with a state file, and resolves with the address that it prints. */
async function start(state: string): Promise<{ child: ChildProcess; origin: string }> {
  const mock = startCommand(['mock', 'orders', '--port', '0', '--state', state])
  const [, origin = ''] = await mock.says(/(http:\/\/\S+)\/_control/)
  return { child: mock.process, origin }
}

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve))

async function call(origin: string, method: string, path: string, body?: unknown) {
  const response = await fetch(origin + path, {
    method,
    headers: {
      accept: 'application/json',
      authorization: `Basic ${btoa('orders.example-key:')}`,
      'content-type': 'application/json',
      'x-mock-session': 'kept',
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? undefined : response.json()
}

/** Writes increasing numbers until the process dies, and records each acknowledged one. */
async function write(origin: string, token: string, writer: string, from: number, noted: Map<string, number>) {
  try {
    for (let number = from; ; number++) {
      await call(origin, 'PUT', `/orders/api/orders/${token}`, { status: 'Processed', metadata: { number } })
      noted.set(`order ${token}`, number)
      const record = await call(origin, 'GET', `/orders/api/orders/${token}`)
      await call(origin, 'PUT', `/_control/sessions/kept/interfaces/orders/records/orders/${writer}`, {
        ...record,
        metadata: { number },
      })
      noted.set(`record ${writer}`, number)
    }
  } catch {
    // The connection ended with the process.
  }
}

it('CTL-059: a process that is killed amid its writes has lost none that it acknowledged', async () => {
  const state = join(folder, 'state.db')
  const noted = new Map<string, number>()
  let year = 0
  for (let round = 0; round <= rounds; round++) {
    const { child, origin } = await start(state)
    const { records } = await call(origin, 'GET', '/_control/sessions/kept/interfaces/orders/records/orders')
    const kept = (key: string) => records[key]?.metadata?.number ?? -1
    for (const [name, number] of noted) expect([name, kept(name.split(' ')[1] ?? '') >= number]).toEqual([name, true])
    const { now } = await call(origin, 'GET', '/_control/sessions/kept/clock')
    if (round > 0) expect(now.slice(0, 4)).toBe(String(year))
    const { snapshots } = await call(origin, 'GET', '/_control/sessions/kept/snapshots')
    expect(snapshots).toHaveLength(round)

    year = 2030 + round
    await call(origin, 'PUT', '/_control/sessions/kept/clock', { now: `${year}-06-01T00:00:00Z` })
    await call(origin, 'POST', '/_control/sessions/kept/snapshots')
    const tokens = Object.keys(records).filter((key) => !key.startsWith('writer-'))
    const before = noted.size
    const writing = Array.from({ length: writers }, (_, index) =>
      write(origin, tokens[index] ?? '', `writer-${index}`, round * 1000, noted),
    )
    // Waits until every writer has an acknowledged write.
    while (noted.size < Math.max(before, writers)) await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setTimeout(resolve, 20 + round * 10))
    child.kill('SIGKILL')
    await Promise.all([ended(child), ...writing])
  }
  expect(noted.size).toBeGreaterThanOrEqual(writers)
})
