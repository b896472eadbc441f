import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningMock, startMock } from '../../src/mock/start-mock.ts'
import { findWrongSteps } from './transcript.ts'

const guides = new URL('../../docs/guides/', import.meta.url)
// The guide of documents has a test of its own, with its own mock.
const names = readdirSync(guides).filter((name) => name.endsWith('.md') && name !== 'your-own-contracts.md')
const command = `${process.execPath} ${fileURLToPath(new URL('../../src/cli/rulebound.ts', import.meta.url))}`
const faults: string[] = []
let mock: RunningMock

beforeAll(async () => {
  mock = await startMock({ onFault: (reason) => faults.push(reason) })
})

afterAll(() => mock.close())

describe.each(names)('docs/guides/%s', (name) => {
  it('prints what it shows, step by step', async () => {
    const guide = readFileSync(new URL(name, guides), 'utf8')
    const stage = { origin: mock.origin, session: `guide-${name.replace('.md', '')}`, command }
    expect(await findWrongSteps(guide, stage)).toBe('')
    expect(faults).toEqual([])
  })
})
