import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundled } from '../../workspace/bundled.ts'
import { documentedRequests, initOf, targetOf } from '../documented-request.fixture.ts'
import { type RunningMock, startMock } from '../start-mock.ts'

const folder = mkdtempSync(join(tmpdir(), 'sudden-end-anywhere-'))
const file = join(folder, 'state.db')
let mock: RunningMock

/** Called before each statement that may change the file. */
let beforeStatement = () => {}
const { run } = StatementSync.prototype

beforeAll(async () => {
  StatementSync.prototype.run = function (...values) {
    beforeStatement()
    return Reflect.apply(run, this, values)
  }
  mock = await startMock({ state: file })
})

afterAll(async () => {
  await mock.close()
  StatementSync.prototype.run = run
  rmSync(folder, { recursive: true })
})

let copies = 0

/** A number that no snapshot got is nobody's record. */
const select = `SELECT partition, owner, collection, key, value FROM records
                WHERE NOT (owner = '(snapshot)' AND collection = 'counters') ORDER BY position`

let last: { bytes: (Buffer | undefined)[]; records: string[] } = { bytes: [], records: [] }

/** The records that another process would find if this one were killed now. */
function recordsNow(): string[] {
  const parts = ['', '-wal']
  const bytes = parts.map((part) => (existsSync(file + part) ? readFileSync(file + part) : undefined))
  // Most statements change the memory of SQLite alone.
  const isSame = bytes.every((part, index) => part?.equals(last.bytes[index] ?? Buffer.of()) ?? !last.bytes[index])
  if (isSame && last.bytes.length > 0) return last.records
  const copy = join(folder, `copy-${copies++}.db`)
  for (const [index, part] of parts.entries()) if (bytes[index]) writeFileSync(copy + part, bytes[index])
  const database = new DatabaseSync(copy)
  const rows = database.prepare(select).all()
  database.close()
  last = { bytes, records: rows.map((row) => JSON.stringify(Object.values(row))) }
  return last.records
}

async function control(method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${mock.origin}/_control/sessions/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.ok).toBe(true)
}

/** Requests that change records, each with the interface of its operation. */
const documented = bundled.interfaces.flatMap(({ name }) =>
  [...bundled.find(name).contract.operations.values()]
    .filter(({ method }) => method !== 'get')
    .flatMap((operation) =>
      documentedRequests(name, operation)
        .filter(([shown]) => shown === 'what is required' || shown === 'all parameters')
        .map(([shown, request]) => [`${name} ${operation.id}`, shown, name, request] as const),
    ),
)

const actions: [name: string, action: string, input: object][] = [
  ['cluster-agent', 'failMember', { node: 'server2.global' }],
  ['cluster-agent', 'recoverMember', { node: 'server3.global' }],
  ['cluster-agent', 'restart', {}],
  ['kv-cluster', 'stop', { member: 'm1' }],
]

/** Operations that have changed several records. */
const ofSeveralRecords = new Set<string>()

/** Runs an operation, and compares the file before each statement: it must hold the records of before or of after. */
async function watch(operation: string, act: () => Promise<Response>): Promise<void> {
  const before = recordsNow()
  const amid: string[][] = []
  beforeStatement = () => amid.push(recordsNow())
  const response = await act().finally(() => {
    beforeStatement = () => {}
  })
  expect(`${response.status} ${response.ok ? '' : await response.text()}`).toMatch(/^2\d\d $/)
  const after = recordsNow()
  const states = [before, after].map((records) => records.join('\n'))
  for (const records of amid) expect(states).toContain(records.join('\n'))
  const changed = new Set([
    ...before.filter((one) => !after.includes(one)),
    ...after.filter((one) => !before.includes(one)),
  ])
  if (new Set([...changed].map((row) => JSON.stringify(JSON.parse(row).slice(0, 4)))).size > 1)
    ofSeveralRecords.add(operation)
}

describe('a process that is killed at any statement leaves no operation half done', () => {
  it.each(documented)('%s: %s', async (operation, shown, name, request) => {
    const isControl = name === 'mock-control'
    const session = isControl ? 'checkout-test-7' : `${operation}-${shown}`.replaceAll(/\W/g, '-').slice(0, 64)
    const interfaces = isControl ? mock.interfaces.map(({ name }) => name) : [name]
    // The records that control calls need: a session, the first records of its interfaces, a snapshot and faults.
    for (const one of interfaces) await control('PATCH', `${session}/interfaces/${one}/conditions`, {})
    if (isControl) {
      await control('POST', `${session}/snapshots`, {})
      for (const status of [503, 504])
        await control('POST', `${session}/faults`, { interface: 'orders', kind: 'status', status })
    }
    const init = await initOf(request, { mock, name, session })
    await watch(operation, () => fetch(mock.origin + targetOf(request), init))
    await fetch(`${mock.origin}/_control/sessions/${session}`, { method: 'DELETE' })
  })

  it.each(actions)('action of %s: %s', async (name, action, input) => {
    const session = `${name}-${action}`
    await control('PATCH', `${session}/interfaces/${name}/conditions`, {})
    const body = JSON.stringify(input)
    const headers = { 'content-type': 'application/json' }
    const path = `${mock.origin}/_control/sessions/${session}/interfaces/${name}/actions/${action}`
    await watch(`${name} ${action}`, () => fetch(path, { method: 'POST', headers, body }))
  })

  it('the run has met these operations that change several records', () => {
    expect([...ofSeveralRecords].sort()).toEqual([
      'cluster-agent failMember',
      'cluster-agent forceLeaveMember',
      'cluster-agent joinCluster',
      'cluster-agent recoverMember',
      'cluster-agent replaceServers',
      'cluster-agent restart',
      'cluster-agent updateSchedulerConfig',
      'kv-cluster stop',
      'mock-control createFault',
      'mock-control createSnapshot',
      'mock-control deleteFaults',
      'mock-control deleteSession',
      'mock-control deleteSnapshot',
      'mock-control resetSession',
      'mock-control restoreSnapshot',
      'mock-control seedSession',
      'work-management createWorkflow',
      'work-management updateUsers',
    ])
  })
})
