import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'

const mock = openMock('document-templates')
let session: string

beforeEach(() => {
  session = randomUUID()
})

async function send(url: string, method: string, body: unknown, headers: Record<string, string>) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

const call = (method: string, { as = 'full', body }: { as?: string; body?: unknown } = {}) =>
  send(`${mock.origin}/document-templates/2.0/docgen_templates`, method, body, {
    authorization: `Bearer document-templates.example-${as}`,
    'docs-version': '2025.0',
    'x-mock-session': session,
  })
const list = (as?: string) => call('GET', as === undefined ? {} : { as })
const mark = (id: string, as = 'full') => call('POST', { as, body: { file: { id, type: 'file' } } })
const idsOf = ({ body }: { body: { entries: { file: { id: string } }[] } }) => body.entries.map(({ file }) => file.id)

async function control(method: string, path: string, body?: unknown) {
  const { status } = await send(`${mock.origin}/_control/sessions/${session}${path}`, method, body, {})
  expect(status, `${method} ${path}`).toBeLessThan(300)
}
const set = (conditions: object) => control('PATCH', '/interfaces/document-templates/conditions', conditions)
const put = (kind: string, key: string, record: object) =>
  control('PUT', `/interfaces/document-templates/records/${kind}/${key}`, record)
const advance = (seconds: number) => control('POST', '/clock/advance', { seconds })

describe('rate_limit', () => {
  it('DOC-026: answers 429 beyond the limit, and serves again after Retry-After', async () => {
    await set({ rate_limit: { requests: 2, seconds: 30 } })
    expect((await mark('5006')).status).toBe(200)
    expect((await list()).status).toBe(200)
    const refused = await mark('5006')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(refused.body).toMatchObject({
      type: 'error',
      status: 429,
      code: 'rate_limit_exceeded',
      message: 'Too many requests. Try again in 30 seconds.',
    })
    expect((await list()).status).toBe(429)
    await advance(30)
    expect((await mark('5006')).status).toBe(200)
  })

  it('DOC-026: counts each user apart', async () => {
    await set({ rate_limit: { requests: 1, seconds: 30 } })
    expect((await list('full')).status).toBe(200)
    expect((await list('full')).status).toBe(429)
    expect((await list('second-user')).status).toBe(200)
  })

  it('DOC-026: serves no request more, however many come at the same time', async () => {
    await set({ rate_limit: { requests: 10, seconds: 30 } })
    const answers = await Promise.all(Array.from({ length: 100 }, () => mark('5006')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(90)
  })

  it('DOC-026: a limit of none refuses all, until it is lifted', async () => {
    await set({ rate_limit: { requests: 0, seconds: 5 } })
    expect((await mark('5006')).headers.get('retry-after')).toBe('5')
    await set({ rate_limit: null })
    expect((await mark('5006')).status).toBe(200)
  })

  it('DOC-026: a refused creation marks nothing', async () => {
    await set({ rate_limit: { requests: 0, seconds: 5 } })
    await mark('5006')
    await set({ rate_limit: null })
    expect(idsOf(await list())).not.toContain('5006')
  })
})

describe('failing', () => {
  it('DOC-027: answers 500, in the shape of the interface, and marks nothing', async () => {
    await set({ failing: true })
    expect(await mark('5006')).toMatchObject({
      status: 500,
      body: { type: 'error', status: 500, code: 'internal_server_error' },
    })
    expect((await list()).status).toBe(500)
    expect((await list('nobody')).status).toBe(401)
    await set({ failing: false })
    expect(idsOf(await list())).not.toContain('5006')
  })
})

describe('access_denied', () => {
  it('DOC-025: answers 403 to every valid request', async () => {
    await set({ access_denied: true })
    expect(await mark('5006')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await list()).status).toBe(403)
    expect((await mark('5099')).status).toBe(400)
    await set({ access_denied: false })
    expect(idsOf(await list())).not.toContain('5006')
  })
})

describe('records', () => {
  it('DOC-030: a token is recognized once it is put in, until it expires on the session clock', async () => {
    await control('PUT', '/clock', { now: '2026-03-09T12:00:00Z' })
    await put('tokens', 'document-templates.example-mine', { user: 'ada', expires_at: '2026-03-09T12:10:00Z' })
    expect((await list('mine')).status).toBe(200)
    await advance(599)
    expect((await list('mine')).status).toBe(200)
    await advance(1)
    expect((await list('mine')).status).toBe(401)
  })

  it('DOC-002: who becomes a collaborator sees the template, and who is one no more does not', async () => {
    await put('files', '5008', { name: 'Board minutes.docx', collaborators: ['ada'] })
    expect(idsOf(await list())).toEqual(['5001', '5002', '5008', '5003', '5004', '5005'])
    expect(idsOf(await list('second-user'))).toEqual([])
  })

  it('DOC-001: a file that was put in can be marked', async () => {
    await put('files', '6001', { name: 'Receipt.docx', collaborators: ['cleo'] })
    expect((await mark('6001', 'none')).status).toBe(200)
    expect((await list('none')).body.entries).toEqual([
      { file: { id: '6001', type: 'file' }, file_name: 'Receipt.docx' },
    ])
  })

  it('DOC-028: a marker leads nowhere once its place is gone', async () => {
    await control('DELETE', '/interfaces/document-templates/records/templates/5005')
    const { status } = await send(
      `${mock.origin}/document-templates/2.0/docgen_templates?usemarker=true&marker=position-4`,
      'GET',
      undefined,
      {
        authorization: 'Bearer document-templates.example-full',
        'docs-version': '2025.0',
        'x-mock-session': session,
      },
    )
    expect(status).toBe(400)
  })
})
