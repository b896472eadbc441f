import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningMock, startMock } from '../../src/mock/start-mock.ts'
import { isAsShown, readSteps, runSteps } from './transcript.ts'

const guides = new URL('../../docs/guides/', import.meta.url)
const names = readdirSync(guides).filter((name) => name.endsWith('.md'))
const faults: string[] = []
let mock: RunningMock

beforeAll(async () => {
  mock = await startMock({ onFault: (reason) => faults.push(reason) })
})

afterAll(() => mock.close())

describe.each(names)('docs/guides/%s', (name) => {
  it('prints what it shows, step by step', async () => {
    const steps = readSteps(readFileSync(new URL(name, guides), 'utf8'))
    const printed = await runSteps(steps, { origin: mock.origin, session: `guide-${name.replace('.md', '')}` })
    const wrong = steps.flatMap(({ line, command, expected }, index) => {
      const output = printed[index] ?? '(the step did not run)'
      return isAsShown(output, expected)
        ? []
        : [`${name}:${line}\n$ ${command}\nshown:\n${expected}\nprinted:\n${output}`]
    })
    expect(wrong.join('\n\n')).toBe('')
    expect(faults).toEqual([])
  }, 60_000)
})
