import { expect, it } from 'vitest'
import { sampleOfTwo, sampleRepository } from '../generate/repository.fixture.ts'
import type { Edit } from '../lint/sample.fixture.ts'
import { compareRevisions, type InterfaceDiff } from './compare-revisions.ts'
import { type Revision, readRevision } from './revision.ts'

/** What is told of `lamps` after some edits; undefined when there is nothing. */
async function diffOf(edits: Edit[]): Promise<InterfaceDiff | undefined> {
  const before = await readRevision(await sampleRepository())
  return compareRevisions(before, await readRevision(await sampleRepository(...edits)), '/')[0]
}

const rule = `  - id: LAMP-002
    statement: A replaced lamp keeps its id.
    source: {document: lamps.txt, section: Endpoints / PUT, lines: '4'}
    kind: behaviour
`
const rules: Record<string, { edit: Edit; changes: string[] }> = {
  'a rule that is gone': {
    edit: ['rules.yaml', rule, ''],
    changes: ['source-breaking rule-removed rule LAMP-002: A replaced lamp keeps its id.'],
  },
  'a rule under another ID': {
    edit: ['rules.yaml', 'LAMP-002', 'LAMP-005'],
    changes: [
      'source-breaking rule-removed rule LAMP-002: A replaced lamp keeps its id.',
      'info rule-added rule LAMP-005: A replaced lamp keeps its id.',
    ],
  },
  'a rule in other words': {
    edit: ['rules.yaml', 'keeps its id', 'has the id that it had'],
    changes: [
      'warning rule-changed rule LAMP-002: A replaced lamp keeps its id. → A replaced lamp has the id that it had.',
    ],
  },
}

it.for(Object.entries(rules))('tells %s', async ([, { edit, changes }]) => {
  const diff = await diffOf([edit])
  expect(diff?.changes.map(({ level, id, place, detail }) => `${level} ${id} ${place}: ${detail}`)).toEqual(changes)
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
    compareRevisions(before, now, '/').map(({ name, changes }) => [
      name,
      ...changes.map(({ level, id }) => `${level} ${id}`),
    ])
  expect(told(one, two)).toEqual([['desks', 'info interface-added']])
  expect(told(two, one)).toEqual([['desks', 'breaking interface-removed']])
})
