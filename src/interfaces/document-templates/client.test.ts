import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  createDocgenTemplate,
  createDocumentTemplatesClient,
  listDocgenTemplates,
  paginate,
} from '../../../generated/document-templates/client.ts'
import { serveLocally } from '../../client/local-server.fixture.ts'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { credentials } from './seed.ts'

const token = credentials[0]?.headers.authorization?.replace('Bearer ', '') ?? ''

const mock = openMock('document-templates')

function openAccount(given = token) {
  const headers = { 'X-Mock-Session': randomUUID() }
  return createDocumentTemplatesClient({
    baseUrl: `${mock.origin}/document-templates/2.0`,
    credentials: { AccessToken: given },
    headers,
  })
}

const entry = (id: string) => ({ file: { id, type: 'file' }, file_name: `${id}.docx` })

/** Pages by marker; the first page has no marker. */
async function pagesOf(pages: Record<string, object>) {
  const { baseUrl, received } = await serveLocally(({ url = '' }) => ({
    body: pages[new URL(url, 'http://localhost').searchParams.get('marker') ?? ''],
  }))
  return { templates: createDocumentTemplatesClient({ baseUrl, credentials: { AccessToken: token } }), received }
}

it('every call carries docs-version 2025.0, whatever its caller says, and the token as bearer', async () => {
  const { baseUrl, received } = await serveLocally(() => ({ body: { entries: [] } }))
  const templates = createDocumentTemplatesClient({
    baseUrl,
    credentials: { AccessToken: token },
    headers: { 'docs-version': '2024.0' },
  })
  await listDocgenTemplates(templates, {}, { headers: { 'docs-version': 'none' } })
  await createDocgenTemplate(templates, { body: { file: { id: '5006', type: 'file' } } })
  await Array.fromAsync(paginate(listDocgenTemplates, templates))
  const sent = received.map(({ headers }) => [headers['docs-version'], headers.authorization])
  expect(sent).toEqual(Array(3).fill(['2025.0', `Bearer ${token}`]))
  expect(received[1]).toMatchObject({
    method: 'POST',
    url: '/docgen_templates',
    body: '{"file":{"id":"5006","type":"file"}}',
  })
})

it('a list of templates goes through all pages, whatever their size', async () => {
  const templates = openAccount()
  const all = await Array.fromAsync(paginate(listDocgenTemplates, templates))
  expect(all.length).toBeGreaterThan(2)
  expect(await Array.fromAsync(paginate(listDocgenTemplates, templates, { limit: 1 }))).toEqual(all)
  expect(await Array.fromAsync(paginate(listDocgenTemplates, templates, { limit: 2 }))).toEqual(all)
})

it.each([undefined, null, ''])('a list of templates ends at a page whose next marker is %j', async (next_marker) => {
  const { templates, received } = await pagesOf({
    '': { entries: [entry('a')], next_marker: 'm 2' },
    'm 2': { entries: [], next_marker: 'm3' },
    m3: { entries: [entry('b')], next_marker },
  })
  expect(await Array.fromAsync(paginate(listDocgenTemplates, templates, { limit: 1 }))).toEqual([
    entry('a'),
    entry('b'),
  ])
  expect(received.map(({ url }) => url)).toEqual([
    '/docgen_templates?usemarker=true&limit=1',
    '/docgen_templates?usemarker=true&limit=1&marker=m%202',
    '/docgen_templates?usemarker=true&limit=1&marker=m3',
  ])
})

it('a list of templates begins at a marker, and asks only for pages that somebody takes', async () => {
  const { templates, received } = await pagesOf({ m2: { entries: [entry('b')], next_marker: 'm3' } })
  for await (const { file } of paginate(listDocgenTemplates, templates, { marker: 'm2' })) {
    expect(file.id).toBe('b')
    break
  }
  expect(received.map(({ url }) => url)).toEqual(['/docgen_templates?usemarker=true&marker=m2'])
})

it.each([
  ['the same page', { '': { entries: [], next_marker: 'm1' }, m1: { entries: [], next_marker: 'm1' } }],
  [
    'an earlier page',
    {
      '': { entries: [], next_marker: 'm1' },
      m1: { entries: [], next_marker: 'm2' },
      m2: { entries: [], next_marker: 'm1' },
    },
  ],
])('a list of templates ends with PagingError where markers lead to %s', async (_, pages) => {
  const { templates } = await pagesOf(pages)
  await expect(Array.fromAsync(paginate(listDocgenTemplates, templates))).rejects.toMatchObject({
    name: 'PagingError',
    code: 'paging',
  })
})
