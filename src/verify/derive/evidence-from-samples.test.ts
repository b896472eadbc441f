import { describe, expect, it } from 'vitest'
import { lampChecks, lampServer, serve } from '../context/lamps.fixture.ts'
import { runCheck } from '../runner/run-check.ts'
import { selectChecks } from '../runner/select-checks.ts'
import type { Target } from '../target/target.ts'

/** What comes of the derived check of a rule against a server. */
async function check(id: string, listener: Parameters<typeof serve>[0], more: Partial<Target> = {}) {
  const { checkTargetOf, requests } = await serve(listener)
  const checkTarget = checkTargetOf(more)
  const planned = selectChecks(checkTarget).checks.find(({ rule }) => rule.id === id)?.check
  if (!planned) throw new Error(`${id} has no check`)
  const outcome = await runCheck(checkTarget, planned)
  return { ...outcome, message: outcome.error?.message, requests }
}

it.each([
  ['LMP-001', 'a fault of another property', { on: 'yes' }, { result: 'passed' }],
  ['LMP-002', 'no such property, which another rule requires', { on: undefined }, { result: 'inconclusive' }],
  [
    'LMP-004',
    'no such property, which the rule requires',
    { on: undefined },
    { message: 'expected a value at /0/on of listLamps 200, seen nothing' },
  ],
  ['LMP-007', 'a wrong type', { since: 7 }, { message: 'expected string at /0/since of listLamps 200, seen 7' }],
  [
    'LMP-007',
    'a form that is not the assumed one',
    { since: 'yesterday' },
    { result: 'differs', differences: [{ gap: 'LMP-G01' }] },
  ],
  [
    'LMP-005',
    'no such property, which is optional',
    { colour: undefined },
    { reason: 'no response contained the part that the rule is about' },
  ],
])('%s judges an answer with %s', async (id, _, change, expected) => {
  expect(
    await check(
      id,
      lampServer((lamp) => ({ ...lamp, ...change })),
    ),
  ).toMatchObject(expected)
})

describe('a rule on a property of a very long list', () => {
  const many = (lamp: object, first: object) => {
    const list = JSON.stringify([first, ...Array.from({ length: 60_000 }, () => lamp)])
    return check(
      'LMP-005',
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(list),
    )
  }
  const lamp = { name: 'a', on: true }

  it('the rule holds as soon as an item shows it', async () => {
    expect(await many(lamp, { ...lamp, colour: 'red' })).toMatchObject({ result: 'passed' })
  })

  it('the search for an item that shows the rule ends', async () => {
    const { result, exchanges, ...outcome } = await many(lamp, lamp)
    expect([result, outcome]).toMatchObject([
      'inconclusive',
      { reason: 'the first 100000 places of an answer do not show the rule' },
    ])
    expect(exchanges[0]?.text?.slice(-20)).toMatch(/… \(\d{7} bytes\)$/)
  })
})

it('a rule on an operation without a sample says where to add one', async () => {
  const { checkTargetOf } = await serve(lampServer())
  const checkTarget = checkTargetOf({}, { ...lampChecks, samples: [] })
  const planned = selectChecks(checkTarget).checks.find(({ rule }) => rule.id === 'LMP-001')?.check
  if (!planned) throw new Error('LMP-001 has no check')
  expect(await runCheck(checkTarget, planned)).toMatchObject({
    result: 'inconclusive',
    reason:
      "no sample calls listLamps: add one to 'samples' in src/interfaces/lamps/checks.ts, or a check of LMP-001 to 'checks'",
  })
})

describe('a rule on a parameter', () => {
  it('the rule differs where a wrong value is accepted, since no document says how it is refused', async () => {
    const { requests, ...outcome } = await check('LMP-003', lampServer(undefined, false))
    expect(outcome).toMatchObject({
      result: 'differs',
      differences: [{ message: 'expected listLamps to refuse query limit=no such value, seen 200' }],
    })
    expect(requests).toEqual(['GET /v1/lamps?limit=2', 'GET /v1/lamps?limit=no%20such%20value'])
  })
})

describe('a rule on a property of a request body', () => {
  it('the check sends a wrong value, and no value, after a valid one', async () => {
    const { requests, exchanges } = await check('LMP-006', lampServer())
    expect(requests).toEqual(['PUT /v1/lamps/a', 'PUT /v1/lamps/a', 'PUT /v1/lamps/a'])
    expect(exchanges.map(({ request }) => String(request.body))).toEqual([
      '{"on":true}',
      '{"on":"no such value"}',
      '{}',
    ])
  })

  it('the rule is checked only if the target may be changed', async () => {
    const { requests, ...outcome } = await check('LMP-006', lampServer(), { allows: 'nothing' })
    expect(outcome).toMatchObject({ result: 'inconclusive', reason: expect.stringContaining('allow: reversible') })
    expect(requests).toEqual([])
  })
})
