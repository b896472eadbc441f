import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'

const mock = openMock('document-templates')
let session: string

beforeEach(() => {
  session = randomUUID()
})

interface CallOptions {
  /** Role of a seeded credential; undefined for none. */
  as?: string | undefined
  headers?: Record<string, string>
  body?: string | Blob
}

async function call(method: string, target: string, given: CallOptions = {}) {
  const { as, headers, body } = { as: 'full', ...given }
  const response = await fetch(`${mock.origin}/document-templates/2.0${target}`, {
    method,
    headers: {
      'docs-version': '2025.0',
      'x-mock-session': session,
      'content-type': 'application/json',
      ...(as === undefined ? {} : { authorization: `Bearer document-templates.example-${as}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, challenge: response.headers.get('www-authenticate'), body: await response.json() }
}

const list = (query = '', given: CallOptions = {}) => call('GET', `/docgen_templates${query}`, given)
const mark = (id: string, given: CallOptions = {}) =>
  call('POST', '/docgen_templates', { body: JSON.stringify({ file: { id, type: 'file' } }), ...given })

const idsOf = ({ body }: { body: { entries: { file: { id: string } }[] } }) => body.entries.map(({ file }) => file.id)

const badRequest = { status: 400, body: { type: 'error', status: 400, code: 'bad_request' } }

describe('the creation', () => {
  it('DOC-001: makes a template of a file, at the end of the list of everyone who collaborates on it', async () => {
    expect(await mark('5006')).toMatchObject({ status: 200, body: { file: { id: '5006', type: 'file' } } })
    const { body } = await list()
    expect(body.entries.at(-1)).toEqual({ file: { id: '5006', type: 'file' }, file_name: 'Certificate.docx' })
    expect(idsOf(await list('', { as: 'second-user' }))).toEqual(['5008', '5006'])
    expect(idsOf(await list('', { as: 'none' }))).toEqual([])
  })

  it('DOC-G15: answers a file that is a template already like a new one, and lists it once, where it was', async () => {
    expect(await mark('5002')).toMatchObject({ status: 200, body: { file: { id: '5002', type: 'file' } } })
    const answers = await Promise.all(Array.from({ length: 50 }, () => mark('5006')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(idsOf(await list())).toEqual(['5001', '5002', '5003', '5004', '5005', '5006'])
  })

  it.each(['5099', '__proto__', 'constructor', '\u0000', '5'.repeat(100_000)])(
    'DOC-024: refuses a file that does not exist',
    async (id) => {
      expect(await mark(id)).toMatchObject({ ...badRequest, body: { message: `There is no file ${id}.` } })
    },
  )

  it.each([
    ['an empty object', '{}'],
    ['no file', '{"file":null}'],
    ['no id', '{"file":{"type":"file"}}'],
    ['no type', '{"file":{"id":"5006"}}'],
    ['an empty id', '{"file":{"id":"","type":"file"}}'],
    ['another type', '{"file":{"id":"5006","type":"folder"}}'],
    ['an id that is a number', '{"file":{"id":5006,"type":"file"}}'],
    ['a list of files', '{"file":[{"id":"5006","type":"file"}]}'],
    ['an array', '[]'],
    ['null', 'null'],
    ['text', '"5006"'],
    ['broken JSON', '{"file":'],
    ['keys of Object.prototype', '{"__proto__":{"file":{"id":"5006","type":"file"}}}'],
    ['10,000 levels', `${'{"file":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['bytes that are not UTF-8', new Blob([Uint8Array.of(0x7b, 0xff, 0x7d)])],
    ['nothing', undefined],
  ])('DOC-024: refuses a body that it cannot process: %s', async (_, body) => {
    expect(await call('POST', '/docgen_templates', body === undefined ? {} : { body })).toMatchObject(badRequest)
    expect(idsOf(await list())).not.toContain('5006')
  })

  it('DOC-015: takes JSON only', async () => {
    expect(await mark('5006', { headers: { 'content-type': 'application/xml' } })).toMatchObject({
      status: 415,
      body: { type: 'error', status: 415 },
    })
  })

  it('DOC-016: takes members that it does not know, and answers with those that it does', async () => {
    const body = '{"file":{"id":"5006","type":"file","name":"x"},"constructor":1}'
    expect((await call('POST', '/docgen_templates', { body })).body).toEqual({ file: { id: '5006', type: 'file' } })
  })

  it('DOC-025: refuses a file on which the caller does not collaborate', async () => {
    const denied = { status: 403, body: { code: 'forbidden', message: 'You lack the access rights for this request.' } }
    expect(await mark('5007')).toMatchObject(denied)
    expect(await mark('5008')).toMatchObject(denied)
    expect(await mark('5006', { as: 'none' })).toMatchObject(denied)
    expect(idsOf(await list())).toHaveLength(5)
    expect((await mark('5007', { as: 'second-user' })).status).toBe(200)
  })
})
