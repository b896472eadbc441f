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

/** Writes increasing numbers until the process dies, records each acknowledged one, and says so. */
async function write(
  origin: string,
  token: string,
  writer: string,
  from: number,
  noted: Map<string, number>,
  acknowledged: () => void,
) {
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
      acknowledged()
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
    const isAmid = Promise.withResolvers<void>()
    const awaited = new Set(Array.from({ length: writers }, (_, index) => index))
    let further = round
    const writing = Array.from(awaited, (index) =>
      write(origin, tokens[index] ?? '', `writer-${index}`, round * 1000, noted, () => {
        if (awaited.size === 0) further--
        awaited.delete(index)
        if (awaited.size === 0 && further <= 0) isAmid.resolve()
      }),
    )
    // Every writer has an acknowledged write of this round, and each round lasts a few writes longer.
    await isAmid.promise
    child.kill('SIGKILL')
    await Promise.all([ended(child), ...writing])
  }
  expect(noted.size).toBeGreaterThanOrEqual(writers)
})
