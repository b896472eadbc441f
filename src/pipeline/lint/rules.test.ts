import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Edit, sampleWith } from './sample.fixture.ts'
import { diagnose } from './spectral.ts'

interface RuleTable {
  /** What the rule says of every place, unless the places say it. */
  message?: string
  /** Edits of the sample that the rule accepts, by what they show. */
  accepts?: Record<string, Edit[]>
  /** Edits that the rule rejects, behind the diagnostic that it then reports: `file path: message`. In a referenced file, Spectral
   * shortens the path before a key such as `application/problem+json`. */
  rejects: Record<string, [place: string, ...edits: Edit[]]>
}

const path = 'paths/lamps_{lampId}.yaml'
const edit =
  (file: string) =>
  (from: string, to: string): Edit => [file, from, to]
const root = edit('openapi.yaml')
const item = edit(path)
const lampId = edit('parameters/LampId.yaml')
const lamp = edit('schemas/Lamp.yaml')
const shadeFile = edit('schemas/Shade.yaml')
const notFound = edit('responses/NotFound.yaml')

const accepting = (methods: string) => [path, 'put:\n', `put:\n  x-also-accepts: ${methods}\n`] as const
const listOfMethods = (place: string) =>
  `${path} put.x-also-accepts${place}: \`x-also-accepts\` is a list of methods in lower case: [put].`

const shade = (schema: string) => lamp('{$ref: Shade.yaml}', schema)

const reference = "'404': {$ref: ../responses/NotFound.yaml}"

const listVerb = (schema: string, { mark = 'true', place = 'query' } = {}) =>
  item('get:\n', `get:\n  x-list-verb: ${mark}\n  parameters:\n    - {name: list, in: ${place}, schema: ${schema}}\n`)

const server = (url: string) => `servers:\n  - {url: '${url}', description: A server.}\n`

const renamePath = (to: string) =>
  root("/lamps/{lampId}: {$ref: 'paths/lamps_{lampId}.yaml'}", `${to}: {$ref: 'paths/lamps_{lampId}.yaml'}`)
const notLast = (place: string, template: string, last: string) =>
  `${place}x-multi-segment: \`x-multi-segment\` belongs on the last path parameter of ${template}, ${last}, not on \`lampId\`.`
const multiSegment = ['parameters/LampId.yaml', 'required: true', 'required: true\nx-multi-segment: true'] as const

const soundsLikeSecret = (name: string) =>
  `\`${name}\` sounds like a credential, and a URL ends up in logs. Send it in a header or body, or say in \`x-not-secret\` why it is none.`
const parameter = (name: string, place: string, more = '') =>
  [path, 'put:\n', `put:\n  parameters:\n    - {name: ${name}, in: ${place}, schema: {type: string}${more}}\n`] as const

const exposed = (name: string, more = ''): [string, Edit] => [
  `${path} put.parameters.0.name: ${soundsLikeSecret(name)}`,
  parameter(name, 'query', more),
]

const rejected = (schema: string): [string, Edit] => ['schemas/Lamp.yaml properties.shade', shade(schema)]

const withPattern = (text: string) =>
  ['schemas/Lamp.yaml', 'id: {type: string,', `id: {type: string, pattern: '${text}',`] as const
const notPlain = 'schemas/Lamp.yaml properties.id.pattern'

const needsReason = (name: string) => `\`${name}\` must be a sentence that gives the reason.`

const needsList = (name: string) => `\`${name}\` must be a list of different IDs, at least one, such as [ORD-012].`

/** Documents for each house rule, as .spectral.yaml configures it. */
const tables: Record<string, RuleTable> = {
  'also-accepts': {
    accepts: { 'several methods': [accepting('[post, patch]')] },
    rejects: {
      'one method without a list': [listOfMethods(''), accepting('post')],
      'a method in capitals': [listOfMethods('.0'), accepting('[POST]')],
      'no method': [listOfMethods(''), accepting('[]')],
    },
  },
  'array-has-items': {
    message: 'An array needs `items`, or its elements are unchecked and untyped.',
    accepts: { 'an array with items': [shade('{type: array, description: Names., items: {type: string}}')] },
    rejects: {
      'a property': ['schemas/Lamp.yaml properties.shade', shade('{type: array, description: Names.}')],
      'an array that may be null': [
        'schemas/Lamp.yaml properties.shade',
        shade("{type: [array, 'null'], description: Names.}"),
      ],
      'a parameter': ['parameters/LampId.yaml schema', lampId('{type: string}', '{type: array}')],
      'a header': [
        'responses/NotFound.yaml headers.Allow.schema',
        notFound('content:', 'headers: {Allow: {schema: {type: array}}}\ncontent:'),
      ],
      'a whole body': ['schemas/Lamp.yaml', lamp('', 'type: array\n')],
    },
  },
  'error-response-body': {
    message: 'An error response needs a media type with a schema.',
    accepts: {
      'a success without a body': [item('The lamp is replaced.', 'The lamp is as you said.')],
    },
    rejects: {
      'an error without a body': ['responses/NotFound.yaml', notFound('', 'description: No such lamp.\n')],
      'an error without a media type': [
        'responses/NotFound.yaml content',
        notFound('', 'description: No such lamp.\ncontent: {}\n'),
      ],
      'an error without a schema': [
        'responses/NotFound.yaml content',
        notFound('    schema: {$ref: ../schemas/Problem.yaml}\n', ''),
      ],
    },
  },
  'error-response-file': {
    accepts: {
      'a success in place': [[path, reference, "'202': {description: Later.}"]],
      'a class of errors in a file': [[path, reference, "'4XX': {$ref: ../responses/NotFound.yaml}"]],
    },
    rejects: {
      'a client error in place': [
        `${path} get.responses.404: \`404\` must be a reference to a file of responses/.`,
        [path, reference, "'404': {description: No such lamp.}"],
      ],
      'a server error in place': [
        `${path} get.responses.503: \`503\` must be a reference to a file of responses/.`,
        [path, reference, "'503': {description: No light.}"],
      ],
      'a reference to a file elsewhere': [
        'errors/NotFound.yaml: `404` must be a reference to a file of responses/.',
        [path, reference, "'404': {$ref: ../errors/NotFound.yaml}"],
        ['errors/NotFound.yaml', '', 'description: No such lamp.\n'],
      ],
    },
  },
  'example-file-name': {
    accepts: {
      'a second example in its own file': [
        item('lamp-lit:', 'lamp-dark: {$ref: ../examples/lamp-dark.yaml}\n            lamp-lit:'),
        ['examples/lamp-dark.yaml', '', 'value: {id: hall, lit: false}\n'],
      ],
    },
    rejects: {
      'an example in place': [
        `${path} get.responses.200.content.application/json.examples.lamp-lit: \`lamp-lit\` must be a reference to the file examples/lamp-lit.yaml.`,
        item('lamp-lit: {$ref: ../examples/lamp-lit.yaml}', 'lamp-lit: {value: {id: hall, lit: true}}'),
      ],
      'a file with another name': [
        'examples/lamp-lit.yaml: `lamp-dark` must be a reference to the file examples/lamp-dark.yaml.',
        item('lamp-lit:', 'lamp-dark:'),
      ],
    },
  },
  'example-name-kebab-case': {
    message: 'The names of examples are kebab-case, such as order-paid.',
    accepts: { 'one word and a number': [item('lamp-lit:', 'lamp-2:')] },
    rejects: {
      PascalCase: [`${path} get.responses.200.content.application/json.examples`, item('lamp-lit:', 'LampLit:')],
      'snake_case in a shared response': [
        'responses/NotFound.yaml content',
        notFound('lamp-unknown:', 'lamp_unknown:'),
      ],
    },
  },
  'list-verb': {
    message:
      '`x-list-verb: true` belongs on a GET with a query parameter `list` that may be true: LIST stands for that call.',
    accepts: {
      'a boolean switch': [listVerb('{type: boolean}')],
      'an enum with true': [listVerb("{type: string, enum: ['true', 'false']}")],
      'a constant true': [listVerb('{const: true}')],
      'a switch of the whole path, in a file': [
        item('get:\n', '  - $ref: ../parameters/List.yaml\nget:\n  x-list-verb: true\n'),
        ['parameters/List.yaml', '', 'name: list\nin: query\nschema: {type: boolean}\n'],
      ],
    },
    rejects: {
      'another method': [`${path} put.x-list-verb`, item('put:\n', 'put:\n  x-list-verb: true\n')],
      'no switch': [path, item('get:\n', 'get:\n  x-list-verb: true\n')],
      'a switch in a header': [path, listVerb('{type: boolean}', { place: 'header' })],
      'a switch that is never true': [path, listVerb('{type: integer}')],
      'a mark that is not true': [`${path} get.x-list-verb`, listVerb('{type: boolean}', { mark: 'false' })],
    },
  },
  'mock-server': {
    message: 'The first server must be http://127.0.0.1:4010/lamps or below it: the mock serves the interface there.',
    accepts: {
      'the mount itself': [root('4010/lamps/api', '4010/lamps')],
      'another server after it': [
        root('tags:', '  - {url: https://lamps.example, description: A real server.}\ntags:'),
      ],
      'a path item with a server below the mount': [
        item('get:', `${server('http://127.0.0.1:4010/lamps/{house}')}get:`),
      ],
    },
    rejects: {
      'another port': ['openapi.yaml servers.0.url', root(':4010/', ':4011/')],
      'a name that only starts like the mount': [
        'openapi.yaml servers.0.url',
        root('4010/lamps/api', '4010/lampshades'),
      ],
      'a real server before the mock': [
        'openapi.yaml servers.0.url',
        root('servers:', server('https://lamps.example').trimEnd()),
      ],
      'a path item with a server elsewhere': [
        `${path} servers.0.url`,
        item('get:', `${server('https://lamps.example')}get:`),
      ],
      'an operation with a server elsewhere': [
        `${path} get.servers.0.url`,
        item('get:', `get:\n${server('https://lamps.example').replaceAll(/^/gm, '  ').trimEnd()}`),
      ],
    },
  },
  'multi-segment': {
    accepts: {
      'the last parameter': [multiSegment],
      'the last parameter before a literal segment': [renamePath('/lamps/{lampId}/'), multiSegment],
    },
    rejects: {
      'an earlier parameter': [
        notLast('parameters/LampId.yaml ', '/lamps/{lampId}/{bulb}', 'which is {bulb}'),
        renamePath('/lamps/{lampId}/{bulb}'),
        multiSegment,
      ],
      'a query parameter of an operation': [
        notLast(`${path} put.parameters.0.`, '/lamps/{lampId}', 'which is {lampId}'),
        item(
          'put:\n',
          'put:\n  parameters:\n    - {name: lampId, in: query, x-multi-segment: true, schema: {type: string}}\n',
        ),
      ],
      'a template without parameters': [
        notLast('parameters/LampId.yaml ', '/lamps', 'which has none'),
        renamePath('/lamps'),
        multiSegment,
      ],
      'a mark that is not true': [
        'parameters/LampId.yaml x-multi-segment: `x-multi-segment` is true or absent.',
        lampId('required: true', "required: true\nx-multi-segment: 'yes'"),
      ],
    },
  },
  'named-example': {
    message: 'A body needs at least one named example, under `examples`.',
    accepts: {
      'two examples': [
        item(
          '            lamp-lit:',
          '            lamp-dark: {$ref: ../examples/lamp-lit.yaml}\n            lamp-lit:',
        ),
      ],
    },
    rejects: {
      'a response without': [
        `${path} get.responses.200.content.application/json`,
        item('          examples:\n            lamp-lit: {$ref: ../examples/lamp-lit.yaml}\n', ''),
      ],
      'an empty map': [
        `${path} get.responses.200.content.application/json.examples`,
        item('examples:\n            lamp-lit: {$ref: ../examples/lamp-lit.yaml}', 'examples: {}'),
      ],
      'one example without a name': [
        `${path} get.responses.200.content.application/json`,
        item('examples:\n            lamp-lit: {$ref: ../examples/lamp-lit.yaml}', 'example: {id: hall, lit: true}'),
      ],
      'a request body without': [
        `${path} put.requestBody.content.application/json`,
        item('        examples:\n          lamp-lit: {$ref: ../examples/lamp-lit.yaml}\n', ''),
      ],
    },
  },
  'no-property-example': {
    message: 'A schema has no `example`; write a named example of the body.',
    accepts: {
      'a property that is called example': [
        lamp('lit: {type', 'example: {type: string, description: What it may look like.}\n  lit: {type'),
      ],
    },
    rejects: {
      'a property with one': [
        'schemas/Lamp.yaml properties.id.example',
        lamp('Its name in the house.', 'Its name in the house., example: hall'),
      ],
      'a whole schema with one': [
        'schemas/Lamp.yaml example',
        lamp('type: object', 'type: object\nexample: {id: hall, lit: true}'),
      ],
    },
  },
  'no-secret-in-url': {
    accepts: {
      'a token in a header': [parameter('X-Lamp-Token', 'header')],
      'a token in a cookie': [parameter('token', 'cookie')],
      'a token that is said to be none': [parameter('token', 'query', ', x-not-secret: It names a page.')],
      'a harmless name': [parameter('monkey', 'query')],
    },
    rejects: {
      'a token in the query': exposed('accessToken'),
      'an API key in the query': exposed('api_key'),
      'a secret, whatever its case': exposed('clientSECRET'),
      'a reason that is empty': exposed('password', ", x-not-secret: ''"),
      'a credential in the path, in a file': [
        `parameters/LampId.yaml name: ${soundsLikeSecret('credentialId')}`,
        lampId('name: lampId', 'name: credentialId'),
      ],
    },
  },
  'obeyed-keywords': {
    message:
      'The mock would not obey this schema. Prism knows none of `prefixItems`, `unevaluatedItems`, `unevaluatedProperties`, `dependentRequired`, `dependentSchemas`, `minContains` and `maxContains`; say it with other keywords.',
    accepts: {
      'keywords of draft 7': [
        shade('{type: array, description: Names., minItems: 1, contains: {type: string}, items: {type: string}}'),
      ],
      'a property of such a name': [
        lamp('lit: {type', 'prefixItems: {type: string, description: Of the shade.}\n  lit: {type'),
      ],
    },
    rejects: {
      'a tuple': rejected('{type: array, description: A pair., items: {type: string}, prefixItems: [{type: string}]}'),
      'a closed object over branches': rejected('{type: object, description: A., unevaluatedProperties: false}'),
      'closed items': rejected('{type: array, description: A., items: {type: string}, unevaluatedItems: false}'),
      'one field that asks for another': rejected('{type: object, description: A., dependentRequired: {a: [b]}}'),
      'one field that asks for a schema': rejected(
        '{type: object, description: A., dependentSchemas: {a: {type: object}}}',
      ),
      'at least two of a kind': rejected('{type: array, description: A., items: {type: string}, minContains: 2}'),
      'at most two of a kind': rejected('{type: array, description: A., items: {type: string}, maxContains: 2}'),
      'a whole body': [
        'schemas/Lamp.yaml',
        lamp('', 'type: object\ndescription: A lamp.\nunevaluatedProperties: false\n'),
      ],
    },
  },
  'openapi-version': {
    message: '`openapi` must be 3.1.0, the version that every tool here was tried with.',
    accepts: { 'the version in quotes': [root('openapi: 3.1.0', "openapi: '3.1.0'")] },
    rejects: {
      'another patch': ['openapi.yaml openapi', root('openapi: 3.1.0', 'openapi: 3.1.1')],
    },
  },
  'operation-id-camel-case': {
    accepts: {
      'one word': [item('getLamp', 'read')],
      'a number': [item('getLamp', 'getLampV2')],
    },
    rejects: {
      PascalCase: [
        `${path} get.operationId: operationId \`GetLamp\` must be camelCase, such as getOrder.`,
        item('getLamp', 'GetLamp'),
      ],
      snake_case: [
        `${path} put.operationId: operationId \`replace_lamp\` must be camelCase, such as getOrder.`,
        item('replaceLamp', 'replace_lamp'),
      ],
    },
  },
  'operation-summary-form': {
    message: 'A summary is at most 60 characters and has no final stop; the rest belongs in the description.',
    accepts: {
      'exactly 60 characters': [item('Read one lamp', 'x'.repeat(60))],
      'a stop inside': [item('Read one lamp', 'Read one lamp as version 2.0 shows it')],
    },
    rejects: {
      '61 characters': [`${path} get.summary`, item('Read one lamp', 'x'.repeat(61))],
      'a final stop': [`${path} put.summary`, item('Replace one lamp', 'Replace one lamp.')],
    },
  },
  'parameter-example': {
    message:
      'A parameter needs an `example`, a schema with a `default` that says it all, or `x-excludes` with the name of one that has an example.',
    accepts: {
      'a default instead': [lampId('schema: {type: string}\nexample: hall', 'schema: {type: string, default: hall}')],
      'a parameter that excludes another': [lampId('example: hall', 'x-excludes: lampName')],
      'named examples': [lampId('example: hall', 'examples: {hall: {value: hall}}')],
    },
    rejects: {
      'neither example nor default': ['parameters/LampId.yaml', lampId('example: hall\n', '')],
      'a parameter in place': [
        'paths/lamps_{lampId}.yaml put.parameters.0',
        item('put:\n', 'put:\n  parameters:\n    - {name: dry, in: query, schema: {type: boolean}}\n'),
      ],
    },
  },
  'path-file-name': {
    accepts: {
      'a path with several segments, and one with a colon': [
        root(
          "  /lamps/{lampId}: {$ref: 'paths/lamps_{lampId}.yaml'}",
          '  /lamps/by/room: {$ref: paths/lamps_by_room.yaml}\n  /lamps/by:name: {$ref: paths/lamps_by_name.yaml}',
        ),
        ['paths/lamps_by_room.yaml', '', 'description: Nothing yet.\n'],
        ['paths/lamps_by_name.yaml', '', 'description: Nothing yet.\n'],
      ],
    },
    rejects: {
      'a file with another name': [
        "openapi.yaml paths./lamps/{lampId}: Path /lamps/{lampId} must be `$ref: 'paths/lamps_{lampId}.yaml'` and nothing else.",
        root('lamps_{lampId}.yaml', 'lamp.yaml'),
        ['paths/lamp.yaml', '', 'description: Nothing yet.\n'],
      ],
      'a path in place': [
        "openapi.yaml paths./rooms: Path /rooms must be `$ref: 'paths/rooms.yaml'` and nothing else.",
        root('components:', '  /rooms: {description: Nothing yet.}\ncomponents:'),
      ],
    },
  },
  'plain-pattern': {
    message: 'Pattern is not plain ECMAScript; write it without flags, as `[Aa]bc` for `(?i)abc`.',
    accepts: {
      'anchors and classes': [withPattern('^[a-z]+-\\d{3}$')],
      'a property that is called pattern': [
        lamp('lit: {type', 'pattern: {type: string, description: Of the shade.}\n  lit: {type'),
      ],
    },
    rejects: {
      'a flag for the whole pattern': [notPlain, withPattern('(?i)hall')],
      'a flag for a group': [notPlain, withPattern('(?i:hall)')],
      'a pattern that does not compile': [notPlain, withPattern('[a-')],
    },
  },
  'property-description': {
    message: 'A property needs a description, its own or that of the schema that it refers to.',
    accepts: {
      'a property that is called description': [
        lamp('lit: {type', 'description: {type: string, description: What a person calls it.}\n  lit: {type'),
      ],
    },
    rejects: {
      'a property without': [
        'schemas/Lamp.yaml properties.lit',
        lamp('type: boolean, description: Whether it gives light.', 'type: boolean'),
      ],
      'an empty description': ['schemas/Lamp.yaml properties.lit.description', lamp('Whether it gives light.', "''")],
      'a reference to a schema without': [
        'schemas/Shade.yaml',
        shadeFile('description: What stands around the bulb.\n', ''),
      ],
      'a property of an element': [
        'schemas/Lamp.yaml properties.shade.items.properties.size',
        lamp('{$ref: Shade.yaml}', '{type: array, description: Shades., items: {properties: {size: {type: integer}}}}'),
      ],
      'a property of an error': [
        'schemas/Problem.yaml properties.title',
        ['schemas/Problem.yaml', ', description: A short text for a person.', ''],
      ],
    },
  },
  provenance: {
    message:
      'This node says nothing of its source. Add `x-rules` (the documented rules that it says) or `x-assumption` (why we add it).',
    accepts: {
      'both marks on one node': [lampId('x-rules', 'x-assumption: The name is ours.\nx-rules')],
      'an assumption instead of rules': [lampId('x-rules: [LAMP-001]', 'x-assumption: It is ours.')],
    },
    rejects: {
      'an operation without': [
        `${path} get`,
        item('  description: Answers the lamp as it is now.\n  x-rules: [LAMP-001]\n', '  description: Answers.\n'),
      ],
      'a parameter in its file': ['parameters/LampId.yaml', lampId('x-rules: [LAMP-001]\n', '')],
      'a parameter in place': [
        `${path} put.parameters.0`,
        item('put:\n', 'put:\n  parameters:\n    - {name: dry, in: query, schema: {type: boolean}}\n'),
      ],
      'a response in place': [
        `${path} put.responses.204`,
        item('replaced.\n      x-rules: [LAMP-002]\n', 'replaced.\n'),
      ],
      'a response in its file, once for all its uses': ['responses/NotFound.yaml', notFound('x-assumption', 'x-note')],
      'a security scheme': ['openapi.yaml components.securitySchemes.ApiKey', root('x-assumption', 'x-note')],
    },
  },
  'reason-sentence': {
    accepts: {
      'a reason over several lines': [shadeFile('x-assumption: The reference', 'x-assumption: |\n  The reference\n  ')],
    },
    rejects: {
      'a bare yes': [
        `openapi.yaml components.securitySchemes.ApiKey.x-assumption: ${needsReason('x-assumption')}`,
        root('The reference names no scheme; the lamp family uses Basic.', 'true'),
      ],
      'an empty reason': [
        `schemas/Shade.yaml x-assumption: ${needsReason('x-assumption')}`,
        shadeFile('The reference names the shade and not its fields.', "''"),
      ],
      'a single word': [
        `parameters/LampId.yaml x-not-secret: ${needsReason('x-not-secret')}`,
        lampId('required: true', 'required: true\nx-not-secret: Public'),
      ],
    },
  },
  'rule-list': {
    accepts: { 'several IDs': [root('[LAMP-004]', '[LAMP-003, LAMP-004]')] },
    rejects: {
      'no list': [`openapi.yaml info.x-rules: ${needsList('x-rules')}`, root('[LAMP-004]', 'LAMP-004')],
      'an empty list': [`parameters/LampId.yaml x-rules: ${needsList('x-rules')}`, lampId('[LAMP-001]', '[]')],
      'an ID that is given twice': [
        `schemas/Shade.yaml x-gaps: ${needsList('x-gaps')}`,
        shadeFile('[LAMP-G01]', '[LAMP-G01, LAMP-G01]'),
      ],
      'an ID that is not a string': [`openapi.yaml info.x-rules.0: ${needsList('0')}`, root('[LAMP-004]', '[4]')],
    },
  },
  'schema-provenance': {
    message:
      'This schema says nothing of its source. Add `x-rules` (the documented rules that it says) or `x-assumption` (why we add it).',
    accepts: {
      'a schema in place, which its surroundings cover': [
        lamp('{$ref: Shade.yaml}', '{type: object, description: What stands around the bulb.}'),
      ],
      'an assumption instead of rules': [lamp('x-rules: [LAMP-001, LAMP-003]', 'x-assumption: The fields are ours.')],
    },
    rejects: {
      'the schema of a body, once for all its uses': ['schemas/Lamp.yaml', lamp('x-rules: [LAMP-001, LAMP-003]\n', '')],
      'the schema of a property': ['schemas/Shade.yaml', shadeFile('x-assumption', 'x-note')],
      'the schema of an element': [
        'schemas/Shade.yaml',
        lamp('{$ref: Shade.yaml}', '{type: array, description: Shades., items: {$ref: Shade.yaml}}'),
        shadeFile('x-assumption', 'x-note'),
      ],
      'the schema of a parameter': [
        'schemas/Id.yaml',
        lampId('{type: string}', '{$ref: ../schemas/Id.yaml}'),
        ['schemas/Id.yaml', '', 'type: string\n'],
      ],
    },
  },
}

describe.each(Object.entries(tables))('%s', (rule, { message, accepts = {}, rejects }) => {
  it.each(Object.entries(accepts))('accepts %s', async (_, edits) => {
    expect(await diagnosticsOf(rule, edits)).toEqual([])
  })
  it.each(Object.entries(rejects))('rejects %s', async (_, [place, ...edits]) => {
    expect(await diagnosticsOf(rule, edits)).toEqual([message === undefined ? place : `${place}: ${message}`])
  })
})

it('each house rule has its documents, and each function is used', () => {
  const { rules, functions } = parse(readFileSync(new URL('../../../.spectral.yaml', import.meta.url), 'utf8'))
  const houseRules = Object.keys(rules).filter((name) => typeof rules[name] === 'object')
  expect(houseRules.sort()).toEqual(Object.keys(tables).sort())
  const used = houseRules.map((name) => rules[name].then.function)
  expect(functions.filter((name: string) => !used.includes(name))).toEqual([])
})

async function diagnosticsOf(rule: string, edits: Edit[]): Promise<string[]> {
  const folder = join(await sampleWith(...edits), 'specs/lamps')
  const diagnostics = await diagnose(join(folder, 'openapi.yaml'))
  return diagnostics
    .filter(({ code }) => code === rule)
    .map(
      ({ source, path, message }) =>
        `${[relative(folder, source ?? ''), path.join('.')].join(' ').trimEnd()}: ${message}`,
    )
}
