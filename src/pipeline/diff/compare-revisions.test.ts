import { expect, it } from 'vitest'
import { sampleOfTwo, sampleRepository } from '../generate/repository.fixture.ts'
import type { Edit } from '../lint/sample.fixture.ts'
import { compareRevisions, type InterfaceDiff } from './compare-revisions.ts'
import { type Revision, readRevision } from './revision.ts'

const watts: Edit = ['schemas/Lamp.yaml', '  shade:', '  watts: {type: integer, description: Its power.}\n  shade:']

/** What is told of `lamps` after some edits; undefined when there is nothing. */
async function diffOf(edits: Edit[], changelog = ''): Promise<InterfaceDiff | undefined> {
  const before = await readRevision(await sampleRepository())
  const now: Revision = { ...(await readRevision(await sampleRepository(...edits))), changelog }
  return compareRevisions(before, now)[0]
}

const announcements: Record<string, { changelog: string; faults?: string[]; by?: number[] }> = {
  'with an ID': { changelog: '### lamps\n\n- **Changed**: more light (LAMP-001).\n', by: [3] },
  'under another interface': { changelog: '### desks\n- Watts (LAMP-001).' },
  'without an ID': { changelog: '### lamps\n- Watts, by SHA-256.', faults: ['CHANGELOG.md:2 names no rule of lamps'] },
  'with an ID that there is not': {
    changelog: '### lamps\n- Watts (LAMP-099).',
    faults: ['CHANGELOG.md:2 names LAMP-099, which lamps does not have'],
  },
  'with its ID on the next line': {
    changelog: '## [Unreleased]\n\n### `lamps`\n\n* Watts,\n  see\n  LAMP-001.\n',
    by: [5],
  },
}

it.for(Object.entries(announcements))('an announcement %s', async ([, { changelog, faults = [], by = [] }]) => {
  const diff = await diffOf([watts], changelog)
  expect(diff?.faults).toEqual(faults)
  expect(diff?.announcedBy.map(({ line }) => line)).toEqual(by)
})

it('a line that was there before announces nothing, wherever it has moved', async () => {
  const announcement = '### lamps\n\n- **Changed**: more light (LAMP-001).\n'
  const before = { ...(await readRevision(await sampleRepository())), changelog: `## [Unreleased]\n${announcement}` }
  const now = { ...(await readRevision(await sampleRepository(watts))), changelog: `## [1.1.0]\n\n${announcement}` }
  expect(compareRevisions(before, now)[0]?.announcedBy).toEqual([])
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
const forGood =
  'LAMP-002 is gone from specs/lamps/rules.yaml: an ID is for good, so the rule stays and says what holds now'
const ids: Record<string, { edit: Edit; changelog?: string; faults: string[]; changes?: string[] }> = {
  'a rule that is gone': { edit: ['rules.yaml', rule, ''], faults: [forGood] },
  'a rule under another ID': {
    edit: ['rules.yaml', 'LAMP-002', 'LAMP-005'],
    faults: [forGood],
    changes: ['rule-added rule LAMP-005: A replaced lamp keeps its id.'],
  },
  'an ID that stands for something else': {
    edit: ['rules.yaml', rule, rule.replace('keeps its id', 'is dark').replace("'4'", "'5'")],
    faults: [
      'LAMP-002 of specs/lamps/rules.yaml now says something else, from elsewhere in the reference: that is a new rule, with a new ID',
    ],
    changes: ['rule-changed rule LAMP-002: A replaced lamp keeps its id. → A replaced lamp is dark.'],
  },
  'a rule in other words': {
    edit: ['rules.yaml', 'keeps its id', 'has the id that it had'],
    faults: [],
    changes: ['rule-changed rule LAMP-002: A replaced lamp keeps its id. → A replaced lamp has the id that it had.'],
  },
  'a gap that is gone': {
    edit: ['rules.yaml', `gaps:\n${gap}`, 'gaps: []\n'],
    faults: ['LAMP-G01 is gone from specs/lamps/rules.yaml: a gap is closed by a line of CHANGELOG.md that names it'],
  },
  'a gap that a line closes': {
    edit: ['rules.yaml', `gaps:\n${gap}`, 'gaps: []\n'],
    changelog: '### lamps\n- Shades have fields (LAMP-G01).',
    faults: [],
  },
}

it.for(Object.entries(ids))('%s', async ([, { edit, changelog, faults, changes = [] }]) => {
  const diff = await diffOf([edit], changelog)
  expect(diff?.faults ?? []).toEqual(faults)
  expect((diff?.changes ?? []).map(({ id, place, detail }) => `${id} ${place}: ${detail}`)).toEqual(changes)
})

const path = 'paths/lamps_{lampId}.yaml'
const silent: Record<string, Edit[]> = {
  'other words': [[path, 'description: Answers the lamp as it is now.', 'description: Answers the lamp.']],
  'other rules on a node': [[path, 'x-rules: [LAMP-002]', 'x-rules: [LAMP-002, LAMP-001]']],
  'another example': [['examples/lamp-lit.yaml', 'colour: green', 'colour: red']],
  'another name of a path parameter': [
    ['openapi.yaml', '/lamps/{lampId}:', '/lamps/{id}:'],
    ['parameters/LampId.yaml', 'name: lampId', 'name: id'],
  ],
  'another order of fields': [['schemas/Lamp.yaml', 'required: [id, lit]', 'required: [lit, id]']],
}

it.for(Object.entries(silent))('finds no change in %s', async ([, edits]) => {
  expect(await diffOf(edits)).toBeUndefined()
})

it('tells the file and line of a change', async () => {
  const diff = await diffOf([['schemas/Lamp.yaml', 'required: [id, lit]', 'required: [id]']])
  const told = diff?.changes.map(({ level, id, place, source }) => [
    level,
    id,
    place,
    source?.replace(/^.*\/specs/, 'specs'),
  ])
  expect(told).toEqual([
    [
      'breaking',
      'response-member-optional',
      'GET /lamps/{lampId}, answer 200 /lit',
      'specs/lamps/schemas/Lamp.yaml:4:1',
    ],
    ['info', 'request-member-optional', 'PUT /lamps/{lampId}, body /lit', 'specs/lamps/schemas/Lamp.yaml:4:1'],
  ])
})

it('tells an interface that is gone and one that is new', async () => {
  const [one, two] = [await readRevision(await sampleRepository()), await readRevision(await sampleOfTwo())]
  const told = (before: Revision, now: Revision) =>
    compareRevisions(before, now).map(({ name, changes }) => [
      name,
      ...changes.map(({ level, id }) => `${level} ${id}`),
    ])
  expect(told(one, two)).toEqual([['desks', 'info interface-added']])
  expect(told(two, one)).toEqual([['desks', 'breaking interface-removed']])
})
