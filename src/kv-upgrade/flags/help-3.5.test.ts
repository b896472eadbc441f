import { expect, it } from 'vitest'
import { InputError } from '../../user-error.ts'
import { readCommandLine } from './command-line.ts'
import { helpRows, type Verdict } from './help-3.5.fixture.ts'
import { migrateSettings } from './migrate.ts'

const edits = { kept: 'keep', renamed: 'replace', 'feature-gate': 'replace', removed: 'drop', 'v2-check': 'drop' }

it.each(
  helpRows.flatMap(({ flag, values, verdict }) =>
    values.map((value): [string, Verdict, string] => [`${flag}=${value}`, verdict, flag]),
  ),
)('%s of the 3.5 help is %s', (setting, verdict, flag) => {
  const migrate = () => migrateSettings(readCommandLine([setting]))
  if (verdict === 'refused') {
    expect(migrate).toThrow(InputError)
    return
  }
  const migration = migrate()
  expect(migration.edits.map(({ kind }) => kind)).toEqual([edits[verdict]])
  expect(migration.findings.filter((finding) => finding.flag === flag).map(({ kind }) => kind)).toContain(verdict)
})
