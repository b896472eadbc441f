import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../src/workspace/root.ts'
import { notesOf, planRelease } from './plan.ts'

const versions = {
  package: '0.3.1',
  documents: new Map([
    ['lamps', '1.2.0'],
    ['shades', '1.0.0'],
    ['bulbs', '2.1.0'],
  ]),
}
const head = '# Changelog\n\nThe form.\n\n'
const body =
  '\n### rulebound\n\n- **Added**: a flag.\n\n### lamps\n\n- **Fixed**: a word (LAMP-001).\n- **Removed**: a path;\n  call the other (LAMP-002).\n\n### shades\n\n- **Added**: a path (SHA-001).\n\n'
const earlier = '## [0.3.1] - 2026-01-02\n\n### lamps\n\n- **Added**: all.\n'

it('a release dates the entries, and raises each document and the package by what changed most', () => {
  const plan = planRelease(`${head}## [Unreleased]\n${body}${earlier}`, versions, '2026-12-01')
  expect(plan.version).toBe('0.4.0')
  expect([...plan.documents]).toEqual([
    ['lamps', '2.0.0'],
    ['shades', '1.1.0'],
  ])
  expect(plan.changelog).toBe(`${head}## [Unreleased]\n\n## [0.4.0] - 2026-12-01\n${body}${earlier}`)
  expect(notesOf(plan.changelog, '0.4.0')).toBe(`## [0.4.0] - 2026-12-01\n${body.trimEnd()}\n`)
  expect(notesOf(plan.changelog, '0.3.1')).toBe(earlier)
  expect(() => notesOf(plan.changelog, '0.5.0')).toThrow('CHANGELOG.md has no version 0.5.0')
})

it('a release keeps the versions if it is the first', () => {
  const plan = planRelease(`${head}## [Unreleased]\n${body}`, versions, '2026-12-01')
  expect(plan).toMatchObject({ version: '0.3.1', documents: new Map() })
  expect(plan.changelog).toBe(`${head}## [Unreleased]\n\n## [0.3.1] - 2026-12-01\n${body}`)
})

it('a release raises the last number of the package for corrections alone', () => {
  const fixes = '\n### bulbs\n\n- **Fixed**: a word (BUL-001).\n\n'
  const plan = planRelease(`${head}## [Unreleased]\n${fixes}${earlier}`, versions, '2026-12-01')
  expect([plan.version, ...plan.documents]).toEqual(['0.3.2', ['bulbs', '2.1.1']])
})

it.each([
  ['', 'CHANGELOG.md has no entry under [Unreleased]: there is nothing to release'],
  ['\n### lamp\n\n- **Added**: a path.\n', "CHANGELOG.md has entries under 'lamp', which is not an interface"],
])('a release is refused in one line: %j', (entries, reason) => {
  expect(() => planRelease(`${head}## [Unreleased]\n${entries}\n${earlier}`, versions, '2026-12-01')).toThrow(reason)
})

it('the changelog has the form of which a release can be made', () => {
  const names = globSync('specs/*/rules.yaml', { cwd: root }).map((file) => basename(dirname(file)))
  const written = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const entry = '\n### rulebound\n\n- **Fixed**: a word.\n'
  const noted = written.replace(/^## \[Unreleased\]\n/m, (heading) => heading + entry)
  const documents = new Map(names.map((name) => [name, '1.0.0'] as const))
  const { version, changelog } = planRelease(noted, { package: '0.3.1', documents }, '2026-12-01')
  expect(notesOf(changelog, version)).toContain(entry)
})
