import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sent } from './params.fixture.ts'
import {
  currentParams,
  hasParam,
  int,
  OutsideActionError,
  param,
  paramInt,
  readQuery,
  runAction,
  text,
} from './request-params.ts'

it('PRM-004: an action reads the parameters of its own request', async () => {
  const params = await sent.query('page=2')
  expect(runAction(params, () => param('page', int))).toBe(2)
  expect(runAction(params, currentParams)).toBe(params)
})

it('PRM-004: an action reads them after it has waited, and in what it calls', async () => {
  const action = async () => {
    await setImmediate()
    return [
      await Promise.resolve().then(() => paramInt('page')),
      await new Promise((resolve) => setTimeout(() => resolve(hasParam('page')), 1)),
    ]
  }
  expect(await runAction(await sent.query('page=2'), action)).toEqual([2, true])
})

it('PRM-004: actions that run at the same time never read each other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.nat(4), { maxLength: 5 }), { minLength: 2, maxLength: 10 }),
      async (waits) => {
        const actions = waits.map((steps, index) =>
          runAction(readQuery(`id=${index}`), async () => {
            const seen = [paramInt('id')]
            for (const turns of steps) {
              for (let turn = 0; turn < turns; turn++) await Promise.resolve()
              seen.push(paramInt('id'))
            }
            return seen
          }),
        )
        const seen = await Promise.all(actions)
        expect(seen).toEqual(waits.map((steps, index) => [index, ...steps.map(() => index)]))
      },
    ),
  )
})

it('PRM-004: an action within an action reads its own, and gives the outer one back', () => {
  const seen = runAction(readQuery('a=outer'), () => {
    const inner = runAction(readQuery('a=inner'), () => param('a', text))
    return [inner, param('a', text)]
  })
  expect(seen).toEqual(['inner', 'outer'])
})

it('PRM-004: outside an action it says so', () => {
  expect(() => param('page', int)).toThrow(OutsideActionError)
  expect(() => currentParams()).toThrow('no action is running: call this in runAction, or behind an adapter')
  runAction(readQuery(''), () => {})
  expect(() => param('page', int)).toThrow(OutsideActionError)
})
