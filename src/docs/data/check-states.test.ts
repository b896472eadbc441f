import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCheckStates } from './check-states.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rulebound-states-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function stateOf(text: string) {
  const file = join(folder, 'report.json')
  await writeFile(file, text)
  return readCheckStates(pathToFileURL(file))
}

it('the last result of a rule comes from the report', async () => {
  const report = {
    target: 'the mock',
    started: '2026-11-21T10:00:00.000Z',
    results: [{ rule: { id: 'ORD-060' }, result: 'passed' }],
  }
  expect(await stateOf(JSON.stringify(report))).toEqual({
    when: '2026-11-21T10:00:00.000Z',
    target: 'the mock',
    results: new Map([['ORD-060', 'passed']]),
  })
})

it.each(['', '{', 'null', '{}', '{"results": 1}'])(
  'a report that is not valid (%j) counts as no report',
  async (text) => {
    expect((await stateOf(text)).results.size).toBe(0)
  },
)

it('without a report nothing was run', () => {
  expect(readCheckStates(pathToFileURL(join(folder, 'none.json')))).toEqual({ results: new Map() })
})
