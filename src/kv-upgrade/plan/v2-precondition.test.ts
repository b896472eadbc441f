import { expect, it } from 'vitest'
import { readCommandLine } from '../flags/command-line.ts'
import { judgeV2Store, type V2Answer } from '../v2-store.ts'
import { blocksOf, plan, stepsOf, three } from './plan.fixture.ts'

const v2 = (words: string[] | undefined, answer?: V2Answer) =>
  judgeV2Store(words && readCommandLine(words).settings, answer)

it('KVC-040, KVC-043: the v2 store is checked when --enable-v2 is set', () => {
  expect(v2(['--enable-v2'])).toBe('to-check')
  expect(v2(['--enable-v2=what'])).toBe('to-check')
  expect(v2(['--enable-v2'], 'not-enabled')).toBe('to-check')
  expect(blocksOf(plan(three, 'to-check'))).toEqual([
    ['v2-store', undefined, '--enable-v2 is set', expect.stringContaining('`kvutl check v2store`')],
  ])
})

it('KVC-044: the flag can be removed without custom data', () => {
  expect(v2(['--enable-v2'], 'no-custom-data')).toBe('removable')
  expect(stepsOf(plan(three, 'removable'), 'v2-store')[0]?.do).toContain('--enable-v2 can be removed')
})

it('KVC-045: the v2 migration procedure comes first with custom data', () => {
  expect(v2(['--enable-v2'], 'custom-data')).toBe('to-migrate')
  expect(blocksOf(plan(three, 'to-migrate'))[0]?.[3]).toContain('v2 migration procedure')
})

it('KVC-046: asks for nothing when the flag is absent or false', () => {
  for (const words of [[], ['--enable-v2=false'], ['--enable-v2=0']]) expect(v2(words)).toBe('not-needed')
  expect(JSON.stringify(plan().steps.filter(({ id }) => id !== 'snapshot'))).not.toMatch(/v2/)
  expect(v2(undefined, 'not-enabled')).toBe('not-needed')
})

it('a plan is uncertain where the state of the v2 store is unknown', () => {
  expect(v2(undefined)).toBe('unknown')
  expect(plan(three, 'unknown').state).toBe('uncertain')
})
