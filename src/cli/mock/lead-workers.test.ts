import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'

const cli = fileURLToPath(new URL('../rulebound.ts', import.meta.url))
const started: ChildProcessWithoutNullStreams[] = []
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
})

function startWorkers(...flags: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [cli, 'mock', 'orders', '--examples', '--workers', '2', ...flags])
  started.push(child)
  return child
}

/** Everything that was printed until it matches. */
async function printed(stream: Readable, pattern: RegExp): Promise<RegExpExecArray> {
  let text = ''
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += chunk
    const found = pattern.exec(text)
    if (found) return found
  }
  throw new Error(`it ended before it had printed ${pattern}: ${text}`)
}

async function startListening(): Promise<{ leader: ChildProcessWithoutNullStreams; origin: string }> {
  const leader = startWorkers('--port', '0')
  const [origin] = await printed(leader.stdout, /http:\/\/[\d.]+:\d+(?=\/orders\/api )/)
  return { leader, origin }
}

function workersOf({ pid }: ChildProcessWithoutNullStreams): number[] {
  return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
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
    'The control plane is off: several processes share this port, or the mock has no control token.',
  ])
})

it('replaces a worker that has ended, and ends with all of them on a signal', async () => {
  const { leader, origin } = await startListening()
  const [first = 0, second = 0] = workersOf(leader)
  const told = printed(leader.stderr, /worker (\d+) ended with (\w+); another takes its place\n/)
  process.kill(first, 'SIGKILL')
  expect((await told).slice(1)).toEqual([String(first), 'SIGKILL'])
  expect((await fetch(`${origin}/orders/api/orders`, { headers })).status).toBe(200)
  const [third = 0, ...others] = workersOf(leader).filter((pid) => pid !== second)
  expect([third === first, others]).toEqual([false, []])

  leader.kill('SIGTERM')
  expect(await once(leader, 'exit')).toEqual([0, null])
  for (const pid of [second, third]) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
})

it('says once that the port is in use, and ends', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const { port } = blocker.address() as { port: number }
  const leader = startWorkers('--port', String(port))
  const complaint = leader.stderr.setEncoding('utf8').toArray()
  expect(await once(leader, 'exit')).toEqual([1, null])
  blocker.close()
  expect((await complaint).join('')).toBe(
    `port ${port} on 127.0.0.1 is in use; stop what listens there, or choose another: --port 4011\n`,
  )
})
