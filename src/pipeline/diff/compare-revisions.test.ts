import { expect, it } from 'vitest'
import { sampleOfTwo, sampleRepository } from '../generate/repository.fixture.ts'
import type { Edit } from '../lint/sample.fixture.ts'
import { compareRevisions } from './compare-revisions.ts'
import { reportInterface } from './diff.ts'
import { asksForAnnouncement, asksForLine, reportOn } from './report.fixture.ts'
import { type Revision, readRevision } from './revision.ts'

const path = 'paths/lamps_{lampId}.yaml'
const put = `put:
  operationId: replaceLamp
  tags: [Lamps]
  summary: Replace one lamp
  description: Sets every field of the lamp.
  x-rules: [LAMP-002]
  requestBody:
    required: true
    content:
      application/json:
        schema: {$ref: ../schemas/Lamp.yaml}
        examples:
          lamp-lit: {$ref: ../examples/lamp-lit.yaml}
  responses:
    '204':
      description: The lamp is replaced.
      x-rules: [LAMP-002]
    '404': {$ref: ../responses/NotFound.yaml}
`

/** The changes of a schema that the answer of GET and the request of PUT have. */
const inBoth = (...places: string[]) =>
  ['GET /lamps/{}: responses.200', 'PUT /lamps/{}: requestBody'].flatMap((operation) =>
    places.map((place) => `on the wire  ${operation}.content.application/json.schema.${place}`),
  )

interface Case {
  edits: Edit[]
  /** Edits of the sample before the change. */
  original?: Edit[]
  breaking?: string[]
  changes: string[]
}

const wireChanges: Record<string, Case> = {
  'a field of an answer that is no longer required': {
    edits: [['schemas/Lamp.yaml', 'required: [id, lit]', 'required: [id]']],
    breaking: [
      'breaking, in responses  Properties of `Lamp` are no longer required: `lit`. (#/components/schemas/Lamp/required)',
    ],
    changes: inBoth('required'),
  },
  'a field of a request that became required': {
    edits: [['schemas/Lamp.yaml', 'required: [id, lit]', 'required: [id, lit, shade]']],
    breaking: [
      'breaking, in requests  Properties of `Lamp` became required: `shade`. (#/components/schemas/Lamp/required)',
    ],
    changes: inBoth('required'),
  },
  'an optional field more': {
    edits: [['schemas/Lamp.yaml', '  shade:', '  watts: {type: integer, description: Its power.}\n  shade:']],
    changes: inBoth('properties.watts'),
  },
  'a required field of another name': {
    edits: [
      ['schemas/Lamp.yaml', 'required: [id, lit]', 'required: [id, burning]'],
      ['schemas/Lamp.yaml', '  lit: {', '  burning: {'],
      ['examples/lamp-lit.yaml', 'lit: true', 'burning: true'],
    ],
    breaking: ['breaking  Property `lit` of `Lamp` is now `burning`. (#/components/schemas/Lamp/properties/lit)'],
    changes: inBoth('properties.lit → burning'),
  },
  'an optional field of another name': {
    edits: [['schemas/Lamp.yaml', '  shade:', '  cover:']],
    breaking: ['breaking  Property `shade` of `Lamp` is now `cover`. (#/components/schemas/Lamp/properties/shade)'],
    changes: inBoth('properties.shade → cover'),
  },
  'a field that makes room for two of its form': {
    edits: [
      ['schemas/Lamp.yaml', '  shade: {$ref: Shade.yaml}', '  cover: {$ref: Shade.yaml}\n  screen: {$ref: Shade.yaml}'],
    ],
    breaking: ['breaking  Property `shade` of `Lamp` was removed. (#/components/schemas/Lamp/properties/shade)'],
    changes: inBoth('properties.shade', 'properties.cover', 'properties.screen'),
  },
  'a parameter that must now be sent': {
    edits: [
      [
        path,
        'parameters:\n',
        'parameters:\n  - {name: X-Room, in: header, required: true, description: The room., schema: {type: string}, example: hall, x-rules: [LAMP-001]}\n',
      ],
    ],
    breaking: [
      'breaking, in requests  Required `X-Room` header parameter was added. (#/paths/~1lamps~1{lampId}/parameters/0/required)',
    ],
    changes: [
      'on the wire  GET /lamps/{}: parameters.header x-room',
      'on the wire  PUT /lamps/{}: parameters.header x-room',
    ],
  },
  'another default, which Redocly rates as no change': {
    edits: [['schemas/Lamp.yaml', 'lit: {type: boolean,', 'lit: {type: boolean, default: true,']],
    changes: inBoth('properties.lit.default'),
  },
  'an operation that is gone': {
    edits: [[path, put, '']],
    breaking: ['breaking  `PUT /lamps/{}` was removed.'],
    changes: ['on the wire  removed PUT /lamps/{}'],
  },
  'an operation more': {
    original: [[path, put, '']],
    edits: [
      [
        path,
        "    '404': {$ref: ../responses/NotFound.yaml}\n",
        `    '404': {$ref: ../responses/NotFound.yaml}\n${put}`,
      ],
    ],
    changes: ['on the wire  added PUT /lamps/{}'],
  },
  'a path under another name': {
    edits: [['openapi.yaml', '/lamps/{lampId}:', '/lights/{lampId}:']],
    breaking: ['breaking  `GET /lamps/{}` was removed.', 'breaking  `PUT /lamps/{}` was removed.'],
    changes: [
      'on the wire  removed GET /lamps/{}',
      'on the wire  removed PUT /lamps/{}',
      'on the wire  added GET /lights/{}',
      'on the wire  added PUT /lights/{}',
    ],
  },
  'an operation with another ID, whose rules are the same': {
    edits: [[path, 'operationId: getLamp', 'operationId: readLamp']],
    changes: ['rule  getLamp/200 is now readLamp/200', 'rule  getLamp/404 is now readLamp/404'],
  },
  'an operation without an ID, whose path has another name for its parameter': {
    original: [[path, '  operationId: getLamp\n', '']],
    edits: [
      ['openapi.yaml', '{lampId}:', '{id}:'],
      ['parameters/LampId.yaml', 'name: lampId', 'name: id'],
    ],
    changes: [
      'rule  GET:/lamps/{lampId}/200 is now GET:/lamps/{id}/200',
      'rule  GET:/lamps/{lampId}/404 is now GET:/lamps/{id}/404',
    ],
  },
  'the verb LIST, which Redocly does not know': {
    original: [[path, '  operationId: getLamp\n', '  operationId: getLamp\n  x-list-verb: true\n']],
    edits: [[path, '  x-list-verb: true\n', '']],
    breaking: ['breaking  `LIST /lamps/{}` was removed.'],
    changes: ['on the wire  removed LIST /lamps/{}'],
  },
  'a verb of no OpenAPI version, which Redocly does not see': {
    original: [
      [
        path,
        'put:\n',
        "x-none: true\nlock: {operationId: lockLamp, responses: {'204': {description: Locked.}}}\nput:\n",
      ],
    ],
    edits: [[path, "lock: {operationId: lockLamp, responses: {'204': {description: Locked.}}}\n", '']],
    breaking: ['breaking  `LOCK /lamps/{}` was removed.'],
    changes: ['on the wire  removed LOCK /lamps/{}'],
  },
  'a last parameter that takes one segment only, which Redocly rates as no change': {
    original: [['parameters/LampId.yaml', 'in: path\n', 'in: path\nx-multi-segment: true\n']],
    edits: [['parameters/LampId.yaml', 'x-multi-segment: true\n', '']],
    breaking: [
      'breaking, in requests  The last parameter of `GET /lamps/{}` no longer takes several segments.',
      'breaking, in requests  The last parameter of `PUT /lamps/{}` no longer takes several segments.',
    ],
    changes: [
      'on the wire  GET /lamps/{}: parameters.path 1.x-multi-segment',
      'on the wire  PUT /lamps/{}: parameters.path 1.x-multi-segment',
    ],
  },
}

it.for(Object.entries(wireChanges))('%s', async ([, { edits, original = [], breaking = [], changes }]) => {
  expect(await reportOn(edits, '', original)).toEqual({
    lines: ['lamps', ...breaking, ...changes, breaking.length > 0 ? asksForAnnouncement : asksForLine],
    passes: false,
  })
})

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

it.for(Object.entries(silent))('finds nothing on the wire for %s', async ([, edits]) => {
  expect(await reportOn(edits)).toBeUndefined()
})

it('reports an added and a removed interface, each with its announcement and without', async () => {
  const [one, two] = [await readRevision(await sampleRepository()), await readRevision(await sampleOfTwo())]
  const report = async (before: Revision, now: Revision, changelog: string) =>
    (await compareRevisions(before, { ...now, changelog })).map((diff) => reportInterface(diff))
  const line = '### desks\n- Desks (LAMP-001).'
  const announced = 'announced in CHANGELOG.md:2'
  const added = 'desks\n  on the wire  new interface\n  '
  const removed = 'desks\n  breaking  The interface was removed.\n  on the wire  removed interface\n  '
  const ofDesks = (text: string) => text.replace('### lamps', '### desks')

  expect(await report(one, two, '')).toEqual([{ text: added + ofDesks(asksForLine), passes: false }])
  expect(await report(one, two, line)).toEqual([{ text: added + announced, passes: true }])
  expect(await report(two, one, '')).toEqual([{ text: removed + ofDesks(asksForAnnouncement), passes: false }])
  expect(await report(two, one, line)).toEqual([{ text: removed + announced, passes: true }])
})
