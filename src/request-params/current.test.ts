import fc from 'fast-check'
import { expect, it } from 'vitest'
import { currentParams, OutsideActionError, paramInt, paramText, readQuery, runAction } from './request-params.ts'

it('PRM-004: actions that run at the same time read only their own parameters, also after they have waited', async () => {
  const waits = fc.array(fc.array(fc.nat(4), { maxLength: 5 }), { minLength: 2, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(waits, async (actions) => {
      const running = actions.map((steps, index) =>
        runAction(readQuery(`id=${index}`), async () => {
          const seen = [paramInt('id')]
          for (const turns of steps) {
            for (let turn = 0; turn < turns; turn++) await Promise.resolve()
            seen.push(paramInt('id'))
          }
          return seen
        }),
      )
      expect(await Promise.all(running)).toEqual(actions.map((steps, index) => [index, ...steps.map(() => index)]))
    }),
  )
})

it('PRM-004: an action within an action reads its own, and gives the outer one back', () => {
  const outer = readQuery('a=outer')
  const seen = runAction(outer, () => {
    const inner = runAction(readQuery('a=inner'), () => paramText('a'))
    return [inner, paramText('a'), currentParams() === outer]
  })
  expect(seen).toEqual(['inner', 'outer', true])
})

it('PRM-004: says so when no action is running', () => {
  runAction(readQuery('a=1'), () => {})
  expect(() => paramText('a')).toThrow(OutsideActionError)
  expect(() => currentParams()).toThrow('no action is running: call this in runAction, or behind an adapter')
})
