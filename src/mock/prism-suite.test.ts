import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { parseJsonOrText } from '../json-text.ts'
import { findSuite } from '../suites.fixture.ts'
import { folderWith } from '../temporary-folder.fixture.ts'
import { openWorkspace } from '../workspace/open-workspace.ts'
import { startMock } from './start-mock.ts'

const suite = findSuite('suites/prism/specs')
const hasCurl = spawnSync('curl', ['--version']).status === 0
if (suite && !hasCurl) console.log("Prism's harness is not tried: there is no curl.")

/** Cases in which the mock answers otherwise than Prism, by the reason, in the form of a shell. In all others it answers the same. */
const others: Readonly<Record<string, readonly string[]>> = {
  'a made-up value is the word of its place and 1, for `string` and 0, and an end for a recursion': [
    'content-negotiation/E2E-Accept-Content-Negotiation{-AC-15.oas2,-AC-15.oas3,.empty.oas3}',
    'references/E2E-{Multiple-Refs-Handling.oas3,Recursive-Array-Handling.oas3.1,Recursive-Array-Handling.oas3}',
    'routing/{prefer-colon-path,prefer-concrete-path,select-correct-method}.oas3',
    'security/security-scheme-validation-AC-21.{oas2,oas3}',
    'static-examples/static_examples-AC-{1.oas2,1.oas3,1.oas3_1,2.oas2,2.oas3,2.oas3_1}',
    'validate-body-params/{allow-empty-value,json-body-not-required,multipart-allow-empty-value,x-www-urlencoded-ok}.oas2',
    'violations/print-as-http-header',
  ],
  'an invalid request is 400, where the document has no status for it; Prism says 422': [
    'validate-body-params/{form-byte-format-fail,multipart-form-byte-format-fail}.oas2',
    'validate-body-params/{form-data,multipart-form-data}-invalid-request.{oas2,oas3}',
    'validate-body-params/json-invalid-request-2.{oas2,oas3}',
    'validate-header-params/{invalid-header,missing-required-header}.{oas2,oas3}',
    'validate-path-params/path-param-not-matching-regex.oas3',
    'validate-query-params/{missing-query-param,query-param-type-mismatch}.{oas2,oas3}',
    'validate-query-params/query-param-form-{exploded,not-exploded}-object-invalid.oas3',
    'validate-query-params/query-param-style-mismatch.only_oas3',
  ],
  '`__code`, `__example` and `__dynamic` are queries of Prism alone; here the header `Prefer` chooses': [
    'default-responses/default_responses-AC-{2,3,5,7}.{oas2,oas3}',
    'range-status-codes/range-status-codes-AC-{1,2,3,4,5,8}.oas3',
    'selecting-examples/manually-select-examples-AC-{1,2,3,4,5}.oas3',
  ],
  'JSON comes first, where a caller accepts everything': [
    'content-negotiation/E2E-Accept-Content-Negotiation-AC-{14.oas2,14.oas3,7.oas2}',
  ],
  'a body of XML has a declaration and another root name': [
    'content-negotiation/E2E-Accept-Content-Negotiation-Xml-AC-{1.oas2,1.oas3,4.oas2,5.oas2}',
  ],
  'only callers of another origin get headers of CORS, with their origin': [
    'cors/cors-headers-{in-response,precedence}',
  ],
  'OAuth2 is no scheme of HTTP, so the challenge is Bearer': ['security/security-scheme-validation-AC-26.{oas2,oas3}'],
  'HEAD is answered wherever GET is, as HTTP says': ['head-requests/head_requests-AC-2.{oas2,oas3}'],
  'a value is made where Prism gives up': [
    'generated-responses/too_complex-AC-1.oas3',
    'serialization/E2E-text-{html,plain}-complex-serialisation.oas3',
  ],
  'a text of JSON is an example of JSON, where the schema does not ask for a text': [
    'routing/honor-mixed-path-fragments.oas3',
  ],
  'reserved characters that a client encodes or not say the same in a form, and an empty value is a text': [
    'validate-body-params/{form-data,multipart-form-data}-allow-reserved-fail.oas3',
    'validate-body-params/{allow-empty-value-2,multipart-allow-empty-value-2,x-www-urlencoded-fail}.oas2',
  ],
  'a body that no operation describes is ignored': [
    'validate-body-params/enforce-content-type-if-body-included.oas3_1',
  ],
  'an empty segment is no path parameter': ['validate-path-params/missing-path-param.oas3'],
}

/** `a{b,c}` is `ab` and `ac`. */
function expand(pattern: string): string[] {
  const [, start = '', choices, end = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(pattern) ?? []
  return choices === undefined ? [pattern] : choices.split(',').flatMap((one) => expand(start + one + end))
}

interface Case {
  name: string
  document: string
  command: string
  /** A status line, headers, an empty line and a body. */
  expected: string
  isLoose: boolean
}

function readCases(folder: string): { cases: Case[]; documents: Record<string, string> } {
  const documents = new Map<string, string>()
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.txt'))
  const cases = files.sort().flatMap((file): Case[] => {
    const parts = readFileSync(join(folder, file), 'utf8').split(/^====(.+)====\n/m)
    const part = (name: string) => (parts.includes(name) ? parts[parts.indexOf(name) + 1]?.trim() : undefined)
    const [spec = '', server = ''] = [part('spec'), part('server')]
    // Collections of Postman are no documents; a proxy and these options are about Prism alone.
    if (!/\b(openapi|swagger)\b/.test(spec) || /^proxy|--errors|-m\b|--cors|fillProperties/.test(server)) return []
    const document = documents.get(spec) ?? `d${documents.size}`
    documents.set(spec, document)
    const loose = part('expect-loose') ?? part('expect-keysOnly')
    const expected = loose ?? part('expect') ?? ''
    const name = file.replace(/\.txt$/, '')
    return [{ name, document, command: part('command') ?? '', expected, isLoose: loose !== undefined }]
  })
  const texts = [...documents].map(([text, name]) => [`${name}.yaml`, text] as const)
  return { cases, documents: Object.fromEntries(texts) }
}

function parseAnswer(text: string): { status: string; headers: Map<string, string>; body: unknown } {
  const [head = '', ...rest] = text.replace(/^(HTTP\/1.1 100[^\n]*\r?\n\r?\n)+/, '').split(/\r?\n\r?\n/)
  const [line = '', ...fields] = head.split(/\r?\n/)
  const headers = fields.map((field): [string, string] => {
    const [, name = '', value = ''] = /^([^:]*):\s*(.*)$/.exec(field) ?? []
    return [name.toLowerCase(), value]
  })
  return {
    status: line.split(' ')[1] ?? '',
    headers: new Map(headers),
    body: parseJsonOrText(rest.join('\n\n').trim()),
  }
}

/** Headers of every answer, and those that describe faults in the form of Prism alone. */
const general = /^(sl-violations|date|connection|content-length|transfer-encoding|keep-alive)$/

/** Refusals are in the words of each tool; of a challenge, only the scheme counts. */
function isSame(expected: string, seen: string, isLoose: boolean): boolean {
  const [one, other] = [parseAnswer(expected), parseAnswer(seen)]
  const schemeOf = (name: string, value = '') => (name === 'www-authenticate' ? value.split(/[ ,]/)[0] : value)
  const hasHeaders = [...one.headers].every(
    ([name, value]) => general.test(name) || schemeOf(name, value) === schemeOf(name, other.headers.get(name)),
  )
  const isRefusal = /^https:\/\/stoplight\.io\//.test(Object(one.body).type)
  const hasBody =
    isLoose || isRefusal || one.body === '' || expect.objectContaining({ body: one.body }).asymmetricMatch(other)
  return one.status === other.status && hasHeaders && hasBody
}

it.runIf(suite && hasCurl)('answers the harness of Prism as Prism does, but for cases with a reason', async () => {
  const { cases, documents } = readCases(suite ?? '')
  const folder = folderWith(documents)
  const words = Object.keys(documents).map((file) => join(folder, file))
  const mock = await startMock({ workspace: await openWorkspace({ words, from: folder }) })
  onTestFinished(() => mock.close())
  const differing: string[] = []
  for (const { name, document, command, expected, isLoose } of cases) {
    const sent = command
      .replaceAll(/https?:\/\/(localhost|127\.0\.0\.1):4010/g, `${mock.origin}/${document}`)
      .replace(/^curl /, 'curl -s ')
    const { stdout } = await promisify(execFile)('sh', ['-c', sent])
    if (!isSame(expected, stdout, isLoose)) differing.push(name)
  }
  expect(cases.length).toBe(227)
  expect(differing.sort()).toEqual(Object.values(others).flat().flatMap(expand).sort())
})
