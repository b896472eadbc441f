import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { listenOnLoopback } from '../../listen-on-loopback.fixture.ts'
import type { StartedProcess } from '../../start-process.fixture.ts'
import { startCommand } from '../run-command.fixture.ts'

function startWorkers(...flags: string[]): StartedProcess {
  const leader = startCommand(['mock', 'orders', '--examples', '--workers', '2', ...flags])
  onTestFinished(() => void leader.end())
  return leader
}

async function startListening(): Promise<{ leader: StartedProcess; origin: string }> {
  const leader = startWorkers('--port', '0')
  const [origin] = await leader.says(/http:\/\/[\d.]+:\d+(?=\/orders\/api )/)
  return { leader, origin }
}

function workersOf({ process }: StartedProcess): number[] {
  return execFileSync('pgrep', ['-P', String(process.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
}

const headers = { authorization: 'Basic b3JkZXJzLmV4YW1wbGUta2V5Og==', accept: 'application/json', connection: 'close' }

it('answers examples from two processes at one port, and keeps nothing', async () => {
  const { leader, origin } = await startListening()
  expect(workersOf(leader)).toHaveLength(2)
  const body = JSON.stringify({ status: 'Cancelled' })
  const path = `${origin}/orders/api/orders/a1b7c9d2-5e3f-4a86-8c04-6f2d1e9b7a35`
  const read = async () => (await fetch(path, { headers })).json()
  const before = await read()
  const updated = await fetch(path, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  expect(updated.status).toBe(200)
  for (let time = 0; time < 4; time++) expect(await read()).toEqual(before)
  expect((await fetch(path)).status).toBe(401)
})

it('says that there is no control plane', async () => {
  const { origin } = await startListening()
  const answered = await fetch(`${origin}/_control/sessions`)
  expect([answered.status, (await answered.json()).detail]).toEqual([
    404,
    'The control plane is off. It would reach only one of the processes that share this port: add --state valkey://host:6379, or leave out --workers.',
  ])
})

it('replaces a worker that has ended, and ends with all of them on a signal', async () => {
  const { leader, origin } = await startListening()
  const [first = 0, second = 0] = workersOf(leader)
  process.kill(first, 'SIGKILL')
  const said = await leader.says(/worker (\d+) ended with (\w+); another takes its place\n/)
  expect(said.slice(1)).toEqual([String(first), 'SIGKILL'])
  expect((await fetch(`${origin}/orders/api/orders`, { headers })).status).toBe(200)
  const [third = 0, ...others] = workersOf(leader).filter((pid) => pid !== second)
  expect([third === first, others]).toEqual([false, []])

  expect((await leader.end()).code).toBe(0)
  for (const pid of [second, third]) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
})

it('says once that the port is in use, and ends', async () => {
  const blocker = createServer()
  const port = await listenOnLoopback(blocker)
  const { stderr, code } = await startWorkers('--port', String(port)).ended
  blocker.close()
  expect(stderr).toMatch(
    new RegExp(
      `^port ${port} on 127\\.0\\.0\\.1 is in use; stop what listens there, or take one that is free: --port \\d+\n$`,
    ),
  )
  expect(code).toBe(2)
})
