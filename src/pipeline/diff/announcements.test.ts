import { expect, it } from 'vitest'
import { sampleRepository } from '../generate/repository.fixture.ts'
import type { Edit } from '../lint/sample.fixture.ts'
import { compareRevisions } from './compare-revisions.ts'
import { asksForLine, reportOn } from './report.fixture.ts'
import { readRevision } from './revision.ts'

const announcement = '### lamps\n\n- **Changed**: more light (LAMP-001).\n'
const watts: Edit = ['schemas/Lamp.yaml', '  shade:', '  watts: {type: integer, description: Its power.}\n  shade:']
const enough: Edit = ['schemas/Lamp.yaml', 'required: [id, lit]', 'required: [id]']

it.for([
  ['a change', watts],
  ['a breaking change', enough],
] as const)('%s that is announced passes', async ([, edit]) => {
  const report = await reportOn([edit], announcement)
  expect(report?.lines.at(-1)).toBe('announced in CHANGELOG.md:3')
  expect(report?.passes).toBe(true)
})

const announcements: Record<string, { changelog: string; lines: string[]; passes?: boolean }> = {
  'under another interface': { changelog: '### desks\n- Watts (LAMP-001).', lines: [asksForLine] },
  'without an ID': {
    changelog: '### lamps\n- Watts, by SHA-256.',
    lines: ['error  CHANGELOG.md:2 names no rule of lamps', asksForLine],
  },
  'with an ID that there is not': {
    changelog: '### lamps\n- Watts (LAMP-099).',
    lines: ['error  CHANGELOG.md:2 names LAMP-099, which lamps does not have', asksForLine],
  },
  'with its ID on the next line': {
    changelog: '## [Unreleased]\n\n### `lamps`\n\n* Watts,\n  see\n  LAMP-001.\n',
    lines: ['announced in CHANGELOG.md:5'],
    passes: true,
  },
}

it.for(Object.entries(announcements))('an announcement %s', async ([, { changelog, lines, passes = false }]) => {
  const report = await reportOn([watts], changelog)
  expect(report?.lines.slice(3)).toEqual(lines)
  expect(report?.passes).toBe(passes)
})

it('a line that was there before announces nothing, wherever it has moved', async () => {
  const before = { ...(await readRevision(await sampleRepository())), changelog: `## [Unreleased]\n${announcement}` }
  const now = { ...(await readRevision(await sampleRepository(watts))), changelog: `## [1.1.0]\n\n${announcement}` }
  const [diff] = await compareRevisions(before, now)
  expect(diff?.announcedBy).toEqual([])
})

const rule = `  - id: LAMP-002
    statement: A replaced lamp keeps its id.
    source: {document: lamps.txt, section: Endpoints / PUT, lines: '4'}
    kind: behaviour
`
const gap = `  - id: LAMP-G01
    statement: The fields of a shade are not shown.
    source: {document: lamps.txt, section: Resources, lines: '8'}
    handling: An open object.
`
const ids: Record<string, { edit: Edit; changelog?: string; says?: string }> = {
  'a rule that is gone': {
    edit: ['rules.yaml', rule, ''],
    changelog: announcement,
    says: 'error  LAMP-002 is gone from specs/lamps/rules.yaml: an ID is for good, so the rule stays and says what holds now',
  },
  'a rule under another ID': {
    edit: ['rules.yaml', 'LAMP-002', 'LAMP-005'],
    says: 'error  LAMP-002 is gone from specs/lamps/rules.yaml: an ID is for good, so the rule stays and says what holds now',
  },
  'an ID that stands for something else': {
    edit: ['rules.yaml', rule, rule.replace('keeps its id', 'is dark').replace("'4'", "'5'")],
    says: 'error  LAMP-002 of specs/lamps/rules.yaml now says something else, from elsewhere in the reference: that is a new rule, with a new ID',
  },
  'a rule in other words': { edit: ['rules.yaml', 'keeps its id', 'has the id that it had'] },
  'a rule with more lines': { edit: ['rules.yaml', rule, rule.replace("'4'", "'4-5'").replace('keeps', 'has')] },
  'a gap that is gone': {
    edit: ['rules.yaml', gap, ''],
    says: 'error  LAMP-G01 is gone from specs/lamps/rules.yaml: a gap is closed by a line of CHANGELOG.md that names it',
  },
  'a gap that a line closes': {
    edit: ['rules.yaml', gap, ''],
    changelog: '### lamps\n- Shades have fields (LAMP-G01).',
  },
}

it.for(Object.entries(ids))('%s', async ([, { edit, changelog, says }]) => {
  const edits: Edit[] = edit[2] === '' && edit[1] === gap ? [edit, ['rules.yaml', 'gaps:\n', 'gaps: []\n']] : [edit]
  const report = await reportOn(edits, changelog)
  if (says === undefined) expect(report).toBeUndefined()
  else expect([report?.lines[1], report?.passes]).toEqual([says, false])
})
