import type { RequestListener, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { CheckContext } from '../../check/check.ts'
import { expect as expectThat } from '../../check/expect.ts'
import { serve } from '../context/lamps.fixture.ts'
import { runConclusively } from './conclude.ts'
import { type Outcome, runCheck } from './run-check.ts'

type Context = CheckContext<Record<string, unknown>>

const credentials = new Map([['full', { headers: { key: 'k' }, form: {}, scopes: [] }]])
const lamp = { path: { name: 'a' } }

async function expectStatus(t: Context, status: number): Promise<void> {
  expectThat((await t.attempt('listLamps')).status, 'status of a list').toBe(status)
}

async function writeThenRead(t: Context): Promise<void> {
  await t.attempt('putLamp', { ...lamp, body: { on: true } })
  await expectStatus(t, 200)
}

/** What a check says of a server, where the same check on a mock that keeps all rules has some answers. */
async function conclude(
  listener: RequestListener,
  run: (t: Context) => Promise<void>,
  {
    healthy = [200],
    settle = 0,
    changes = 'reversible' as 'reversible' | 'lasting',
    rule = 'LMP-001',
    scopes = [] as string[],
  } = {},
): Promise<{ outcome: Outcome; requests: string[] }> {
  const { checkTargetOf, requests } = await serve(listener)
  const check = { needs: { changes }, run, sabotage: [] }
  const healthyRun = async () => {
    const { checkTargetOf: mockOf } = await serve((_, response) => answer(response, healthy.shift() ?? 200))
    const { exchanges } = await runCheck(mockOf({ credentials }), check)
    return exchanges
  }
  const { signal } = new AbortController()
  const checkTarget = checkTargetOf({ credentials })
  // The rule LMP-072 says that a server takes the credential.
  const full = { description: '', values: {}, onMock: {}, rules: ['LMP-072'], scopes }
  const checks = { ...checkTarget.checks, roles: { ...checkTarget.checks.roles, full } }
  return {
    outcome: await runConclusively({ ...checkTarget, checks }, check, { rule, signal, settle, healthyRun }),
    requests,
  }
}

function answer(response: ServerResponse, status: number, headers = {}): void {
  response.writeHead(status, headers).end()
}

/** Answers requests in turn; the last answer stays. */
function inTurn(...answers: ((response: ServerResponse) => void)[]): RequestListener {
  return (_, response) => (answers.length > 1 ? answers.shift() : answers[0])?.(response)
}

const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) =>
    answer(response, code, headers)
const closes = (response: ServerResponse) => void response.destroy()

it.each<[string, RequestListener, string]>([
  ['refuses the credential', inTurn(status(403)), "the server refuses listLamps to the credential 'full' (403)"],
  [
    'stays busy',
    inTurn(status(429, { 'retry-after': '60' })),
    'the server is busy or unavailable: it answers listLamps with 429, Retry-After 60',
  ],
  ['closes each connection', inTurn(closes), expect.stringMatching(/gave no answer to GET/)],
])('is inconclusive on a server that %s', async (_, listener, reason) => {
  const { outcome } = await conclude(listener, (t) => expectStatus(t, 200))
  expect(outcome).toMatchObject({ result: 'inconclusive', reason })
})

it('counts the answer of a node that the target names as one in another state', async () => {
  const { checkTargetOf } = await serve(inTurn(status(503, { 'retry-after': '60' })))
  const bases = [checkTargetOf({}).target.baseUrl]
  const { outcome } = await conclude(inTurn(status(200)), async (t) => {
    // On the mock no other node is asked.
    const base = bases.shift()
    expectThat((await t.attempt('listLamps', base ? { base } : {})).status, 'status at the node').toBe(501)
  })
  expect(outcome.result).toBe('failed')
})

it('passes on a server that answers 500 twice', async () => {
  const { outcome } = await conclude(inTurn(status(500), status(500), status(200)), (t) => expectStatus(t, 200))
  expect(outcome).toMatchObject({ result: 'passed' })
})

it.each<[string, RequestListener]>([
  ['answers 500 three times', inTurn(status(500))],
  ['is unavailable without saying until when', inTurn(status(503))],
  ['answers an undocumented 404', inTurn(status(404))],
])('fails on a server that %s', async (_, listener) => {
  expect((await conclude(listener, (t) => expectStatus(t, 200))).outcome).toMatchObject({ result: 'failed' })
})

it('tells what each run of a check that runs again has left', async () => {
  const { outcome } = await conclude(inTurn(status(500), status(200)), async (t) => {
    t.leaves('a lamp')
    await expectStatus(t, 200)
  })
  expect(outcome).toMatchObject({ result: 'passed', stays: ['a lamp', 'a lamp'] })
})

it('takes a refusal as an answer where the check asks for one', async () => {
  const refused = inTurn(status(403))
  const { outcome } = await conclude(refused, (t) => expectStatus(t, 403), { healthy: [403] })
  expect(outcome).toMatchObject({ result: 'passed' })
  const anonymous = await conclude(inTurn(status(403)), async (t) => {
    expectThat((await t.attempt('listLamps', { as: null })).status, 'status').toBe(200)
  })
  expect(anonymous.outcome).toMatchObject({ result: 'failed' })
})

it.each<[status: number, rule: string, scopes: string[], result: string]>([
  [403, 'LMP-072', [], 'failed'],
  [401, 'LMP-072', [], 'failed'],
  [403, 'LMP-001', [], 'inconclusive'],
  [403, 'LMP-072', ['lamps'], 'failed'],
  // A token that the server does not know has no scope.
  [401, 'LMP-072', ['lamps'], 'inconclusive'],
])('a refusal with %i of a credential says of %s, with the scopes %j: %s', async (code, rule, scopes, result) => {
  const { outcome } = await conclude(inTurn(status(code)), (t) => expectStatus(t, 200), { rule, scopes })
  expect(outcome).toMatchObject({ result })
})

it('does not pass because a credential is refused', async () => {
  const passesOnRefusals = async (t: Context) => {
    expectThat((await t.attempt('listLamps')).status, 'status of a wrong request').toBeGreaterThanOrEqual(400)
  }
  const all = await conclude(inTurn(status(403)), passesOnRefusals, { healthy: [400] })
  expect(all.outcome).toMatchObject({ result: 'inconclusive' })
  const some = await conclude(
    inTurn(status(200), status(403)),
    async (t) => {
      await expectStatus(t, 200)
      await passesOnRefusals(t)
    },
    { healthy: [200, 400] },
  )
  expect(some.outcome).toMatchObject({ result: 'passed' })
})

it('waits after a write, however long that took, before it reads on a server that shows changes late', async () => {
  const [settle, slow] = [40, 60]
  const lags: number[] = []
  let answered = Number.NaN
  const shown = [404, 200, 404]
  const shows: RequestListener = async ({ method }, response) => {
    if (method !== 'PUT') lags.push(performance.now() - answered)
    else await setTimeout(slow)
    answer(response, method === 'PUT' ? 200 : (shown.shift() ?? 500))
    answered = performance.now()
  }
  expect((await conclude(shows, writeThenRead, { settle })).outcome).toMatchObject({ result: 'passed', late: settle })
  expect(lags).toHaveLength(2)
  // Counted from the beginning of the write, no time would be left.
  expect(lags[1]).toBeGreaterThan(settle / 2)
  expect((await conclude(shows, writeThenRead)).outcome).toMatchObject({ result: 'failed' })
})

it('learns how long reads lag, and takes a broken answer for no lag', async () => {
  const shown = [404, 200, 200, 404, 200, 500, 200]
  const { checkTargetOf } = await serve(({ method }, response) =>
    answer(response, method === 'PUT' ? 200 : (shown.shift() ?? 404)),
  )
  const checkTarget = checkTargetOf({ credentials })
  const check = { needs: { changes: 'reversible' as const }, run: writeThenRead, sabotage: [] }
  const options = { signal: new AbortController().signal, settle: 16, healthyRun: async () => [] }
  const lags: [number | undefined, number | undefined][] = []
  while (shown.length > 0) {
    const { late } = await runConclusively(checkTarget, check, options)
    lags.push([late, checkTarget.lag])
  }
  expect(lags).toEqual([
    [16, 4],
    [undefined, 4],
    [16, 8],
    [undefined, 8],
  ])
})

it.each([
  ['lasting', 100],
  ['reversible', 1],
] as const)(
  'a check of %s changes waits before it reads on a server that lags: at least %i ms',
  async (changes, least) => {
    let answered = Number.NaN
    const waited: number[] = []
    const { checkTargetOf } = await serve(({ method }, response) => {
      if (method !== 'PUT') waited.push(performance.now() - answered)
      answer(response, 200)
      answered = performance.now()
    })
    const checkTarget = { ...checkTargetOf({ credentials }), isLate: true, lag: 2 }
    const options = { signal: new AbortController().signal, settle: 110, healthyRun: async () => [] }
    await runConclusively(checkTarget, { needs: { changes }, run: writeThenRead, sabotage: [] }, options)
    expect(waited[0]).toBeGreaterThan(least)
  },
)

it('does not run again because of what its undo reads', async () => {
  const run = async (t: Context) => {
    t.afterwards(() => t.attempt('listLamps'))
    await t.attempt('putLamp', { ...lamp, body: { on: true } })
    t.inconclusive('nothing shows it')
  }
  const { outcome, requests } = await conclude(inTurn(status(200), status(404)), run, { settle: 1 })
  expect(outcome).toMatchObject({ result: 'inconclusive', reason: 'nothing shows it' })
  expect(requests).toHaveLength(2)
})

it('never repeats a change that lasts', async () => {
  const { outcome, requests } = await conclude(inTurn(status(200), status(500)), writeThenRead, {
    settle: 1,
    changes: 'lasting',
  })
  expect(outcome).toMatchObject({ result: 'failed' })
  expect(requests).toHaveLength(2)
})
