import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, relative } from 'node:path'
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listenOnLoopback } from '../listen-on-loopback.fixture.ts'
import { findingFormats } from '../report/write-findings.ts'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { callCommand } from './call-command.fixture.ts'
import { startCommand } from './run-command.fixture.ts'

const folder = temporaryFolder()
const document = `openapi: 3.0.3
info: {title: Pets, version: '1'}
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        '200':
          description: Pets.
          content: {application/json: {schema: {type: array, items: {type: string}}}}
`
const file = join(folder, 'shop.yaml')
const formats = Object.keys(findingFormats)
/** Answers what the document does not say. */
const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end('[1]'))
let url = ''

beforeAll(async () => {
  url = `http://127.0.0.1:${await listenOnLoopback(server)}`
  writeFileSync(file, document)
  writeFileSync(join(folder, 'old.yaml'), document.replace('type: string', 'type: string, minLength: 1'))
  writeFileSync(join(folder, 'wrong.yaml'), document.replace('type: string', 'type: strin'))
  const request = { method: 'GET', url: 'http://pets.example/pets', headers: [], queryString: [], cookies: [] }
  const content = { mimeType: 'application/json', text: '[1]' }
  const response = { status: 200, headers: [{ name: 'content-type', value: 'application/json' }], content }
  writeFileSync(join(folder, 'pets.har'), JSON.stringify({ log: { entries: [{ request, response }] } }))
})
afterAll(() => server.close())

/** The same as five tools tell it: the words of the command, and the line that the finding stands at. */
const tools: readonly [tool: string, words: () => string[], id: RegExp, line: number][] = [
  ['lint', () => ['lint', join(folder, 'wrong.yaml')], /^\S+$/, 10],
  ['diff', () => ['diff', join(folder, 'old.yaml'), file], /^response-/, 10],
  [
    'validate',
    () => ['validate', join(folder, 'pets.har'), file, '--base-url', 'shop=http://pets.example'],
    /^response-body$/,
    8,
  ],
  ['proxy', () => ['proxy', file, '--upstream', url, '--port', '0'], /^response-body$/, 8],
  ['verify', () => ['verify', file, '--base-url', url, '--no-probe'], /^listPets\/200$/, 8],
]

async function run(tool: string, words: string[]): Promise<number | null> {
  if (tool !== 'proxy') {
    const { code, stderr } = await callCommand(words)
    if (code === 2) throw new Error(stderr)
    return code
  }
  const proxy = startCommand(words)
  const [origin = ''] = await proxy.says(/http:\/\/127\.0\.0\.1:\d+(?=, from)/)
  await (await fetch(`${origin}/pets`)).text()
  return (await proxy.end('SIGTERM')).code
}

/** The part of the schema of SARIF 2.1.0 that a reader of findings needs: what is required, and the values of enumerations. */
const sarif = new Ajv2020({ strict: false }).compile({
  type: 'object',
  required: ['version', 'runs'],
  properties: {
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['tool'],
        properties: {
          tool: {
            type: 'object',
            required: ['driver'],
            properties: {
              driver: {
                type: 'object',
                required: ['name'],
                properties: {
                  rules: { type: 'array', uniqueItems: true, items: { type: 'object', required: ['id'] } },
                },
              },
            },
          },
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['message'],
              properties: {
                ruleId: { type: 'string' },
                ruleIndex: { type: 'integer', minimum: -1 },
                level: { enum: ['none', 'note', 'warning', 'error'] },
                message: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
                locations: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['physicalLocation'],
                    properties: {
                      physicalLocation: {
                        type: 'object',
                        required: ['artifactLocation', 'region'],
                        properties: {
                          artifactLocation: {
                            type: 'object',
                            required: ['uri'],
                            properties: { uri: { type: 'string' } },
                          },
                          region: {
                            type: 'object',
                            required: ['startLine'],
                            properties: {
                              startLine: { type: 'integer', minimum: 1 },
                              startColumn: { type: 'integer', minimum: 1 },
                            },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
})

function elementsOf(element: XmlElement, name: string): XmlElement[] {
  const inner = element.children.filter((child) => child instanceof XmlElement)
  return [...(element.name === name ? [element] : []), ...inner.flatMap((child) => elementsOf(child, name))]
}

it.each(tools)(
  '%s writes the same finding, at the same file and line, in each format',
  async (tool, words, id, line) => {
    const out = (format: string) => join(folder, `${tool}.${format}`)
    mkdirSync(folder, { recursive: true })
    const code = await run(tool, [...words(), ...formats.flatMap((format) => ['--report', `${format}=${out(format)}`])])
    expect(code).toBe(1)
    const read = (format: string) => readFileSync(out(format), 'utf8')
    const at = relative(process.cwd(), tool === 'lint' ? join(folder, 'wrong.yaml') : file)

    const { findings = [], results = [] } = JSON.parse(read('json'))
    const all: { level?: string; result?: string }[] = [...findings, ...results]
    const found = Object(all.find(({ level, result }) => level === 'error' || result === 'failed'))
    const name = found.id ?? found.rule.id
    expect(name).toMatch(id)
    expect(found.place).toMatchObject({ file: at, line })

    const log = JSON.parse(read('sarif'))
    expect([sarif(log), sarif.errors]).toEqual([true, null])
    const [result] = log.runs[0].results.filter((one: { level: string }) => one.level === 'error')
    expect(log.runs[0].tool.driver.rules[result.ruleIndex].id).toBe(name)
    const { artifactLocation, region } = result.locations[0].physicalLocation
    expect([decodeURIComponent(artifactLocation.uri), region.startLine]).toEqual([at, line])

    // A suite counts its cases, and a case has a name and a class.
    const root = parseXml(read('junit')).root as XmlElement
    for (const suite of elementsOf(root, 'testsuite')) {
      expect(Number(suite.attributes.tests)).toBe(elementsOf(suite, 'testcase').length)
      expect(Number(suite.attributes.failures)).toBe(elementsOf(suite, 'failure').length)
    }
    const [failed] = elementsOf(root, 'testcase').filter((one) => elementsOf(one, 'failure').length > 0)
    expect(failed?.attributes).toMatchObject({ file: at, line: String(line), classname: expect.stringMatching(/./) })
    expect(failed?.attributes.name).toContain(name)

    // ::error file={name},line={line},col={column},title={title}::{message}
    const commands = read('github').trim().split('\n')
    for (const command of commands)
      expect(command).toMatch(/^::(error|warning|notice) [a-z]+=[^,:]*(,[a-z]+=[^,:]*)*::.+$/)
    expect(commands.filter((one) => one.startsWith(`::error file=${at},line=${line},`)).join()).toContain(name)
    for (const format of ['text', 'html', 'markdown']) expect(read(format)).toContain(name)
  },
)
