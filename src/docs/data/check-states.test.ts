import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { readCheckStates } from './check-states.ts'

const report = {
  target: 'the mock',
  started: '2026-11-21T10:00:00.000Z',
  results: [{ rule: { id: 'ORD-060' }, result: 'passed' }],
}
const none = { results: new Map() }

it.each<[text: string | undefined, expected: object]>([
  [JSON.stringify(report), { when: report.started, target: 'the mock', results: new Map([['ORD-060', 'passed']]) }],
  // A report that is not valid counts as no report.
  ...['', '{', 'null', '{}', '{"results": 1}', undefined].map((text): [string | undefined, object] => [text, none]),
])('the last results of rules come from the report %j', (text, expected) => {
  const file = join(temporaryFolder(), 'report.json')
  if (text !== undefined) writeFileSync(file, text)
  expect(readCheckStates(pathToFileURL(file))).toEqual(expected)
})
