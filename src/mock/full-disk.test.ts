import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
afterAll(() => rmSync(folder, { recursive: true }))
const cli = fileURLToPath(new URL('../cli/rulebound.ts', import.meta.url))

/** Starts a mock that can write at most this many blocks of 1,024 bytes to a file. */
function startLimited(blocks: number) {
  const command = `ulimit -f ${blocks}; exec "$@"`
  const words = [process.execPath, cli, 'mock', 'orders', '--port', '0', '--state', join(folder, `${blocks}.db`)]
  const child = spawn('bash', ['-c', command, 'bash', ...words])
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    log += text
  })
  return { child, log: () => log }
}

it('does not start, and says why, where nothing can be written', async () => {
  const { child, log } = startLimited(1)
  const [code] = await once(child, 'close')
  expect([code, log()]).toEqual([
    1,
    expect.stringMatching(/^.*\.db cannot be written: .*; check that the disk has space.*\n$/),
  ])
})

it('answers 503 in the form of the interface while nothing can be written, still reads, and logs one line', async () => {
  const { child, log } = startLimited(400)
  let printed = ''
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += text
    if (/http:\S+\/orders/.test(printed)) break
  }
  const origin = /http:\/\/[\d.]+:\d+/.exec(printed)?.[0]
  const order = `${origin}/orders/api/orders/a1b7c9d2-5e3f-4a86-8c04-6f2d1e9b7a35`
  const headers = { authorization: 'Basic b3JkZXJzLmV4YW1wbGUta2V5Og==', accept: 'application/json' }
  const refusals: unknown[] = []
  for (let at = 0; at < 60; at++) {
    const body = JSON.stringify({ status: 'Cancelled', metadata: { at, text: 'x'.repeat(20_000) } })
    const init = { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body }
    const answer = await fetch(order, init)
    const mediaType = answer.headers.get('content-type')
    if (answer.status !== 200) refusals.push([answer.status, mediaType, await answer.json()])
  }
  const read = await fetch(order, { headers })
  const stored = await read.json()
  child.kill('SIGTERM')
  await once(child, 'close')

  expect(refusals.length).toBeGreaterThan(10)
  const detail = expect.stringContaining('The mock cannot store the change: ')
  for (const one of refusals)
    expect(one).toEqual([503, 'application/problem+json', expect.objectContaining({ detail })])
  // The last update that was answered with 200 is the one that is read.
  expect([read.status, stored.metadata.at]).toEqual([200, 59 - refusals.length])
  expect(log()).toMatch(/^\S+\.db: writing to the state file failed .*\n$/)
})
