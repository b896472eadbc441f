import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { CheckContext, Needs } from '../../check/check.ts'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { UndeclaredNeedError } from '../context/check-target.ts'
import { lampChecks, lampServer, serve } from '../context/lamps.fixture.ts'
import { readPendingRemovals } from '../context/undo-file.ts'
import type { Target } from '../target/target.ts'
import { runCheck } from './run-check.ts'

type Run = (t: CheckContext<Record<string, unknown>>) => Promise<void>

async function run(check: Run, { needs, more }: { needs?: Needs; more?: Partial<Target> } = {}) {
  const { checkTargetOf, requests } = await serve(lampServer())
  return { outcome: runCheck(checkTargetOf(more), { run: check, ...(needs ? { needs } : {}) }), requests }
}

it('a check whose expectation is not met fails, with the exchanges up to then', async () => {
  const { outcome } = await run(async (t) => {
    const { status } = await t.attempt('listLamps')
    expect(status, 'status').toBe(204)
  })
  expect(await outcome).toMatchObject({
    result: 'failed',
    error: { message: expect.stringContaining('status: expected 200 to be 204') },
    exchanges: [{ operation: 'listLamps', status: 200, role: 'full' }],
  })
})

/** Reads an answer as if it had another form. */
const misreads = () => (JSON.parse('{}') as { a: { b: string } }).a.b
const noSuchForm = 'does not have the form that this check reads'
it.each<[string, Run, object]>([
  [
    'its expectation',
    async () => void misreads(),
    { result: 'inconclusive', reason: expect.stringContaining(noSuchForm) },
  ],
  [
    'its preparation',
    async (t) => void (await t.prepare('a lamp', async () => misreads())),
    { reason: expect.stringMatching(/^a lamp could not be prepared: the answer does not/) },
  ],
  [
    'an assumption',
    async (t) => t.assume('LMP-G01', misreads),
    { differences: [{ message: expect.stringContaining(noSuchForm) }] },
  ],
  [
    'its undo',
    async (t) => t.afterwards(async () => misreads()),
    { result: 'passed', stays: [expect.stringContaining(noSuchForm)] },
  ],
])('an answer that %s cannot read is reported as that, and not as a TypeError', async (_, check, expected) => {
  const { outcome } = await run(check)
  expect(await outcome).toMatchObject(expected)
})

it('changes are undone in reverse order, also after a failure', async () => {
  const { outcome, requests } = await run(
    async (t) => {
      for (const name of ['a', 'b']) {
        t.afterwards(() => t.attempt('putLamp', { path: { name }, body: { on: false } }))
      }
      throw new Error('broken')
    },
    { needs: { changes: 'reversible' } },
  )
  expect(await outcome).toMatchObject({ result: 'failed', error: { message: 'broken' } })
  expect(requests).toEqual(['PUT /v1/lamps/b', 'PUT /v1/lamps/a'])
})

it('a change that stays does not break the rule, and is reported', async () => {
  const { outcome } = await run(async (t) => {
    t.leaves('a token, by login')
    t.afterwards(() => Promise.reject(new Error('gone\nfor good')))
  })
  expect(await outcome).toMatchObject({
    result: 'passed',
    stays: ['a token, by login', 'what the check changed: gone for good'],
  })
})

it('a check with lasting changes reports them, unless it has named them itself', async () => {
  const lasting = { needs: { changes: 'lasting' }, more: { allows: 'lasting' } } as const
  const untold = await run(changes, lasting)
  expect(await untold.outcome).toMatchObject({
    result: 'passed',
    stays: ['what putLamp changed, since no document shows how to take it back'],
  })
  const told = await run(async (t) => {
    t.leaves('a lamp that is on')
    await changes(t)
  }, lasting)
  expect((await told.outcome).stays).toEqual(['a lamp that is on'])
  const reading = await run(async (t) => void (await t.attempt('listLamps')), lasting)
  expect((await reading.outcome).stays).toBeUndefined()
})

it('a check whose preparation fails is inconclusive, with what was expected', async () => {
  const { outcome } = await run(async (t) => {
    await t.prepare('a lamp', async () => expect((await t.attempt('listLamps')).status, 'status').toBe(201))
  })
  const reason = expect.stringMatching(/^a lamp could not be prepared: status: expected 200 to be 201/)
  expect(await outcome).toMatchObject({ result: 'inconclusive', reason })
})

it('all checks of a run share the things that one of them has created', async () => {
  const { checkTargetOf } = await serve(lampServer())
  const checkTarget = { ...checkTargetOf(), made: new Map() }
  let count = 0
  const made: number[] = []
  for (const _ of [1, 2]) {
    await runCheck(checkTarget, { run: async (t) => void made.push(await t.once('a token', async () => ++count)) })
  }
  expect(made).toEqual([1, 1])
})

const changes: Run = async (t) => void (await t.attempt('putLamp', { path: { name: 'a' }, body: { on: true } }))

it.each<[string, Run]>([
  ["the resource 'lamp'", async (t) => void t.resource('lamp')],
  ["the role 'other'", async (t) => void (await t.attempt('listLamps', { as: 'other' }))],
  ['the control plane', async (t) => t.control.advanceClock(1)],
  ['to change the target, by putLamp', changes],
  ['to change the target, by POST /lamps', async (t) => void (await t.send({ method: 'POST', target: '/lamps' }))],
])('a check that uses %s without saying so is refused before anything is sent', async (what, check) => {
  const { outcome, requests } = await run(check)
  await expect(outcome).rejects.toThrow(UndeclaredNeedError)
  await expect(outcome).rejects.toThrow(what)
  expect(requests).toEqual([])
})

it.each<[string, Needs, Partial<Target>]>([
  ["a credential 'other'", { roles: ['other'] }, {}],
  ["a credential 'full'", {}, { credentials: new Map() }],
  ["the resource 'lamp'", { resources: ['lamp'] }, {}],
  ['the control plane of the mock', { control: true }, {}],
  ['allow: reversible', { changes: 'reversible' }, { allows: 'nothing' }],
  ['allow: lasting', { changes: 'lasting' }, { allows: 'reversible' }],
])('a target that does not offer %s skips the check and says so', async (what, needs, more) => {
  const { outcome, requests } = await run(changes, { needs, more })
  expect(await outcome).toMatchObject({ result: 'skipped', reason: expect.stringContaining(what) })
  expect(requests).toEqual([])
})

/** A server of lamps that answers requests by their method, to checks whose own lamps are those below `/lamps/`. */
async function onOwnLamps(statuses: Record<string, number>) {
  const { checkTargetOf, requests } = await serve(({ method = '' }, response) => {
    response.writeHead(statuses[method] ?? 200).end()
  })
  const undoFile = join(temporaryFolder(), 'undo.jsonl')
  const checks = { ...lampChecks, removalOf: (path: string) => (path.startsWith('/lamps/') ? path : undefined) }
  const write = async (t: CheckContext<Record<string, unknown>>) =>
    void (await t.attempt('putLamp', { path: { name: 'a' }, body: {} }))
  const checkTarget = checkTargetOf({ undoFile }, checks)
  const run = () => runCheck(checkTarget, { needs: { changes: 'reversible' }, run: write })
  return { run, requests, undoFile }
}

it('removes what a write made, whatever the check expected of it', async () => {
  const { run, requests, undoFile } = await onOwnLamps({ PUT: 204, DELETE: 204 })
  expect(await run()).not.toHaveProperty('stays')
  expect([requests, readPendingRemovals(undoFile)]).toEqual([['PUT /v1/lamps/a', 'DELETE /v1/lamps/a'], []])
})

it('reports no removal that is refused after a write that was refused', async () => {
  const { run, undoFile } = await onOwnLamps({ PUT: 403, DELETE: 403 })
  expect(await run()).not.toHaveProperty('stays')
  expect(readPendingRemovals(undoFile)).toEqual([])
})

it('reports nothing of a thing whose write was refused, before another that was made', async () => {
  const { checkTargetOf } = await serve(({ method, url }, response) => {
    const isMade = url?.endsWith('/a') === true
    response.writeHead(isMade ? 204 : method === 'PUT' ? 404 : 405).end()
  })
  const checkTarget = checkTargetOf({}, { ...lampChecks, removalOf: (path) => path })
  const write = async (t: CheckContext<Record<string, unknown>>) => {
    for (const name of ['b', 'a']) await t.attempt('putLamp', { path: { name }, body: {} })
  }
  expect(await runCheck(checkTarget, { needs: { changes: 'reversible' }, run: write })).not.toHaveProperty('stays')
})

it('tells what it could not put back below what it has removed', async () => {
  const { baseUrl, checkTargetOf } = await serve(({ method }, response) => {
    response.writeHead(method === 'PUT' ? 404 : 200, { 'content-type': 'application/json' }).end('[]')
  })
  const check: Run = async (t) => {
    t.putBackAfterwards('putLamp', { path: { name: 'a' } }, { on: true }, 'listLamps', {})
    await t.send({ method: 'DELETE', target: '/lamps' })
  }
  const { stays } = await runCheck(checkTargetOf(), { run: check, needs: { changes: 'lasting' } })
  expect(stays).toEqual([`PUT ${baseUrl}/lamps/a was answered with 404`])
})

it('writes nothing more to a server that does not remove what a check made', async () => {
  const { run, requests, undoFile } = await onOwnLamps({ PUT: 204, DELETE: 403 })
  expect(await run()).toMatchObject({ stays: [expect.stringMatching(/DELETE .*\/lamps\/a was answered with 403/)] })
  expect(readPendingRemovals(undoFile)).toHaveLength(1)
  expect(await run()).toMatchObject({ result: 'skipped', reason: expect.stringContaining('nothing more is written') })
  expect(requests).toHaveLength(2)
})

it.each<[string, number, unknown]>([
  ['is sent again on a new connection', 1, undefined],
  ['stays, which decides nothing', 2, [expect.stringMatching(/^its session on the mock: /)]],
])('a removal of the session that nobody answers %s', async (_, lost, expected) => {
  let left = lost
  const { baseUrl, checkTargetOf, requests } = await serve((request, response) => {
    if (request.method !== 'DELETE' || left-- <= 0) lampServer()(request, response)
    else response.destroy()
  })
  const checkTarget = checkTargetOf({ control: { url: `${baseUrl}/_control` } })
  const list = async (t: CheckContext<Record<string, unknown>>) => void (await t.attempt('listLamps'))
  const { result, stays } = await runCheck(checkTarget, { run: list }, { sessionName: 's' })
  expect({ result, stays }).toEqual({ result: 'passed', stays: expected })
  expect(requests.slice(1)).toEqual(Array(2).fill('DELETE /v1/_control/sessions/s'))
})

it('a call without a role has no credential, also if the user sends one with every request', async () => {
  const seen: unknown[] = []
  const { checkTargetOf } = await serve(({ headers }, response) => {
    seen.push([headers.authorization, headers['x-tenant']])
    response.end()
  })
  const target = checkTargetOf({ headers: { Authorization: 'Bearer a', 'X-Tenant': 'b' } })
  await runCheck(target, {
    run: async (t) => {
      await t.attempt('listLamps')
      await t.attempt('listLamps', { as: null })
    },
  })
  expect(seen).toEqual([
    ['Bearer a', 'b'],
    [undefined, 'b'],
  ])
})
