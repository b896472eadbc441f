import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { startProcess } from '../start-process.fixture.ts'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { type Flag, flagsOf } from './define-command.ts'
import { createProgram } from './program.ts'
import { cli } from './run-command.fixture.ts'
import { notInSettings, settingsOf } from './settings.ts'

const schemas = new URL('../../schemas/', import.meta.url)
const names = (await createProgram([])).commands.map((command) => command.name())
const commands = await Promise.all(
  names.map(async (name) => {
    const command = (await createProgram([name, '--help'])).commands.find((one) => one.name() === name)
    if (!command) throw new Error(name)
    return command
  }),
)

const { $schema: _, $defs, ...target } = parse(readFileSync(new URL('target.schema.yaml', schemas), 'utf8'))
const string = { type: 'string' }
const contents: Readonly<Record<string, object>> = {
  target,
  seed: { type: 'object', required: ['interfaces'], properties: { interfaces: { type: 'object' } } },
  collections: {
    type: 'object',
    additionalProperties: {
      anyOf: [
        { const: false },
        { type: 'object', required: ['key'], additionalProperties: false, properties: { key: string } },
      ],
    },
  },
  known: {
    type: 'object',
    required: ['interfaces'],
    properties: {
      interfaces: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          required: ['known'],
          properties: { known: { $ref: '#/$defs/interface/properties/known' } },
        },
      },
    },
  },
  accepted: {
    type: 'array',
    items: {
      type: 'object',
      required: ['id', 'because'],
      additionalProperties: false,
      properties: { id: string, at: string, because: string, until: string },
    },
  },
}

/** What a setting may hold, by the declaration of its flag. */
function schemaOf(key: string, { form, text, choices, parse, repeats, isContent, negated }: Flag): object {
  const description = text ?? `false: ${negated}`
  if (form === undefined) return { description, type: 'boolean' }
  if (isContent) return { description, anyOf: [string, contents[key]] }
  const { min, max } = Object(parse)
  const one = choices ? { enum: choices } : min === undefined ? { type: ['string', 'number'] } : undefined
  const single = one ?? { type: 'integer', minimum: min, ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }) }
  const mapping = { type: 'object', additionalProperties: { type: ['string', 'number'] } }
  const many = [single, { type: 'array', items: single }, ...(/[:=]/.test(form) ? [mapping] : [])]
  if (repeats || form.endsWith('...>')) return { description, anyOf: many }
  return form.startsWith('[') ? { description, anyOf: [single, { type: 'boolean' }] } : { description, ...single }
}

const sections = commands.flatMap((command) => {
  const settings = Object.entries(settingsOf(command)).map(([key, flag]) => [key, schemaOf(key, flag)])
  const section = { description: command.description(), type: 'object', additionalProperties: false }
  return settings.length === 0 ? [] : [[command.name(), { ...section, properties: Object.fromEntries(settings) }]]
})
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Settings of rulebound, rulebound.yaml',
  type: 'object',
  additionalProperties: false,
  properties: {
    ...Object.fromEntries(sections),
    overlays: { description: 'overlays that all commands apply to documents', type: 'array', items: string },
  },
  $defs,
}

it('the schema for editors is that of the flags; vitest --update writes it', async () => {
  const file = fileURLToPath(new URL('settings.schema.json', schemas))
  await expect(`${JSON.stringify(schema, undefined, 2)}\n`).toMatchFileSnapshot(file)
})

it('every flag of every command is a setting, or in the list of those that are not', () => {
  const written = JSON.parse(readFileSync(new URL('settings.schema.json', schemas), 'utf8')).properties
  for (const command of commands) {
    const left = notInSettings[command.name()]?.split(' ') ?? []
    const flags = [command, ...command.commands].flatMap((one) => Object.keys(flagsOf(one)))
    const isSetting = (key: string) => Object.hasOwn(written[command.name()]?.properties ?? {}, key)
    const stated = flags.map((key) => [command.name(), key, isSetting(key) !== (left.includes(key) || left[0] === '*')])
    expect(stated.filter(([, , isStated]) => !isStated)).toEqual([])
    expect(left.filter((key) => key !== '*' && !flags.includes(key))).toEqual([])
  }
  expect(Object.keys(notInSettings).filter((name) => !names.includes(name))).toEqual([])
})

const folder = temporaryFolder()
const petstore = `openapi: 3.0.3
info: {title: Pets, version: '1'}
paths:
  /pets:
    get: {operationId: listPets, responses: {'200': {description: Pets., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}}}}
    post: {operationId: createPet, responses: {'201': {description: A pet., content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}
  /pets/{petId}:
    parameters: [{name: petId, in: path, required: true, schema: {type: string}}]
    get: {operationId: getPet, responses: {'200': {description: A pet., content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}
components: {schemas: {Pet: {type: object, properties: {id: {type: string}, name: {type: string}}}}}
`

/** Runs a command in a folder with these settings. */
async function run(settings: string, ...words: string[]) {
  writeFileSync(join(folder, 'rulebound.yaml'), settings)
  writeFileSync(join(folder, 'petstore.yaml'), petstore)
  const { code, stdout, stderr } = await startProcess([process.execPath, cli, ...words], { cwd: folder }).ended
  return { code, stdout, stderr }
}

const validate = new Ajv2020({ strict: false }).compile(schema)

it.each([
  ['mock: {port: abc}', 'mock', '1:8  mock.port: Give a whole number from 0 to 65535.'],
  ['mock: {prot: 4010}', 'mock', "1:8  mock.prot: there is no such setting; did you mean 'port'?"],
  ['mock: {max-sessions: 4}', 'mock', "1:8  mock.max-sessions: there is no such setting; did you mean 'maxSessions'?"],
  ['mock: {controlToken: x}', 'mock', '1:8  mock.controlToken: there is no such setting; '],
  ['mock: {log: xml}', 'mock', '1:8  mock.log: Allowed choices are text, json.'],
  ['mock: {quiet: maybe}', 'mock', '1:8  mock.quiet: Write true or false.'],
  ['mock: {explain: 3}', 'mock', '1:8  mock.explain: Write true or false.'],
  ['mock: {host: {a: b}}', 'mock', '1:8  mock.host: Write <address>.'],
  ['mock: [port]', 'mock', '1:1  mock: write a mapping of settings, such as `port: 4010`'],
  ['mcok: {}', 'mock', "1:1  mcok: no command has settings of this name; did you mean 'mock'?"],
  ['lint: {report: {xml: a}}', 'lint', '1:8  lint.report: Write it as junit=junit.xml; formats are '],
  ['verify: {may: {a: b}}', 'verify', '1:10  verify.may: Write a list of <operation>'],
  ['overlays: a.yaml', 'mock', '1:1  overlays: write a list of files'],
  ['diff: {accepted: {}}', 'diff', '1:8  diff.accepted: write a list of accepted changes'],
  ['docs: {accent: blue}', 'docs', '1:8  docs.accent: A colour is written as #0b5cad.'],
  ['- mock', 'mock', '1:1  The file must hold a mapping'],
  ['mock: {port: 1', 'mock', '2:1  YAML: Flow map in block collection'],
])('%s is told with line and key, and the schema refuses it as well', async (settings, command, message) => {
  const words = command === 'diff' ? ['diff', 'petstore.yaml', 'petstore.yaml'] : [command, './petstore.yaml']
  const { code, stderr } = await run(`${settings}\n`, ...words)
  expect([stderr.split('\n').length, code]).toEqual([2, 2])
  expect(stderr).toContain(`rulebound.yaml:${message}`)
  // The schema does not know which formats there are, nor colours.
  if (!/report|accent|port: 1$/.test(settings)) expect(validate(parse(settings))).toBe(false)
})

it('what it says holds, and flags of the command line replace it or add to it', async () => {
  const settings = `mock: {collections: {/pets: {key: name}}}
docs: {title: Ours, out: made/site}
verify:
  target:
    title: the test shop
    interfaces: {petstore: {baseUrl: 'https://pets.example', known: {getPet/200: {because: It is old.}}}}
lint: {report: {json: reports/lint.json}}
`
  expect(validate(parse(settings))).toBe(true)
  expect((await run(settings, 'mock', 'state', './petstore.yaml')).stdout).toContain('/pets  records by name')
  writeFileSync(join(folder, 'own.yaml'), '/pets: {key: id}\n')
  const replaced = await run(settings, 'mock', 'state', './petstore.yaml', '--collections', 'own.yaml')
  expect(replaced.stdout).toContain('/pets  records by id')
  const plan = await run(settings, 'verify', 'plan', './petstore.yaml')
  expect(plan.stdout).toMatch(/^petstore: the test shop, https:\/\/pets\.example\n/)
  const wrong = await run(settings.replace('getPet/200', 'getPt/200'), 'verify', 'plan', './petstore.yaml')
  expect(wrong.stderr).toMatch(
    /^rulebound\.yaml:6:\d+ {2}verify\.target\.interfaces\.petstore\.known\.getPt\/200: is an unknown rule; did you mean 'getPet\/200'\?\n$/,
  )
  await run(settings, 'lint', './petstore.yaml', '--report', 'markdown=lint.md')
  expect(readFileSync(join(folder, 'reports/lint.json'), 'utf8')).toContain('"tool": "lint"')
  expect(readFileSync(join(folder, 'lint.md'), 'utf8')).toContain('## rulebound lint')
  expect((await run(settings, 'docs', './petstore.yaml')).code).toBe(0)
  expect(readFileSync(join(folder, 'made/site/index.html'), 'utf8')).toContain('Ours')
})
