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

describe('the list', () => {
  it('DOC-002: has the templates on which the caller collaborates, and no others', async () => {
    expect(idsOf(await list())).toEqual(['5001', '5002', '5003', '5004', '5005'])
    expect(idsOf(await list('', { as: 'second-user' }))).toEqual(['5008'])
  })

  it('DOC-002: of a caller who collaborates on nothing is empty', async () => {
    expect((await list('', { as: 'none' })).body).toEqual({
      entries: [],
      limit: 100,
      next_marker: null,
      prev_marker: null,
    })
  })

  it('DOC-019: has pages of at most `limit` templates', async () => {
    for (const limit of [1, 2, 4]) {
      const { body } = await list(`?limit=${limit}`)
      expect(body.entries).toHaveLength(limit)
      expect(body.limit).toBe(limit)
    }
    expect((await list('?limit=500')).body).toMatchObject({ limit: 500, next_marker: '', prev_marker: '' })
  })

  it('DOC-018: limit is answered as it was sent, or refused', async () => {
    expect(await list('?limit=9007199254740991')).toMatchObject({ status: 200, body: { limit: 9007199254740991 } })
    for (const limit of ['9007199254740993', '9223372036854775807', '9223372036854775808']) {
      expect((await list(`?limit=${limit}`)).status).toBe(400)
    }
  })

  it('DOC-021: is read forwards by next_marker, and backwards by prev_marker', async () => {
    const forwards: string[][] = []
    let { body } = await list('?usemarker=true&limit=2')
    const first = body
    for (;;) {
      forwards.push(idsOf({ body }))
      if (!body.next_marker) break
      ;({ body } = await list(`?usemarker=true&limit=2&marker=${body.next_marker}`))
    }
    expect(forwards).toEqual([['5001', '5002'], ['5003', '5004'], ['5005']])

    const backwards: string[][] = []
    while (body.prev_marker) {
      ;({ body } = await list(`?usemarker=true&limit=2&marker=${body.prev_marker}`))
      backwards.push(idsOf({ body }))
    }
    expect(backwards).toEqual([
      ['5003', '5004'],
      ['5001', '5002'],
    ])
    expect(body).toEqual(first)
  })

  it('DOC-021: a marker stays where it is when a template is added meanwhile', async () => {
    const { body } = await list('?usemarker=true&limit=4')
    await mark('5006')
    expect(idsOf(await list(`?usemarker=true&limit=4&marker=${body.next_marker}`))).toEqual(['5005', '5006'])
  })

  it('DOC-022: refuses a marker without usemarker=true', async () => {
    const message = 'marker requires usemarker to be true.'
    expect(await list('?marker=position-2')).toMatchObject({ ...badRequest, body: { message } })
    expect(await list('?marker=position-2&usemarker=false')).toMatchObject({ ...badRequest, body: { message } })
    expect((await list('?marker=position-2&usemarker=true')).status).toBe(200)
  })

  it.each(['elsewhere', 'position-99', 'position-5', 'position--1', '', '%00', 'a&marker=b', '__proto__'])(
    'DOC-028: refuses the malformed marker %s',
    async (marker) => {
      expect(await list(`?usemarker=true&marker=${marker}`)).toMatchObject(badRequest)
    },
  )

  it.each([
    '0',
    '-1',
    '1.5',
    'two',
    '',
    'NaN',
    '1e3',
    '0x10',
    '1e400',
    '%00',
    '1&limit=2',
    '[1]',
    '99999999999999999999999999',
  ])('DOC-029: refuses the malformed limit %s', async (limit) => {
    expect(await list(`?limit=${limit}`)).toMatchObject(badRequest)
  })

  it.each(['yes', '', '2'])('DOC-022: refuses usemarker=%s, which is no boolean', async (usemarker) => {
    expect(await list(`?usemarker=${usemarker}`)).toMatchObject(badRequest)
  })

  it('DOC-G05: usemarker without a marker changes nothing', async () => {
    const { body } = await list('?limit=2')
    expect((await list('?limit=2&usemarker=true')).body).toEqual(body)
    expect((await list('?limit=2&usemarker=false')).body).toEqual(body)
  })

  it('DOC-032: does not stumble over parameters that nobody has heard of', async () => {
    expect((await list(`?__proto__=1&constructor[a]=2&${'a=1&'.repeat(500)}`)).status).toBe(200)
  })
})
