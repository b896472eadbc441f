import { BoxClient, BoxDeveloperTokenAuth } from 'box-node-sdk'
import { FetchOptions } from 'box-node-sdk/networking'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MockSession, TestMock } from '../../src/testing/session.ts'
import { startMock } from '../../src/testing/start-mock.ts'

let mock: TestMock<'document-templates'>
beforeAll(async () => {
  mock = await startMock({ interfaces: ['document-templates'], onFault: (reason) => expect.fail(reason) })
})
afterAll(() => mock.close())

/** The client of a product that has this API, except for the name of the version header. */
function open(
  { headers }: MockSession<'document-templates'>,
  { token = 'document-templates.example-full', query = {} } = {},
) {
  return new BoxClient({ auth: new BoxDeveloperTokenAuth({ token }) })
    .withCustomBaseUrls({ baseUrl: mock.baseUrl('document-templates').replace(/\/2\.0$/, '') })
    .withExtraHeaders({ ...headers })
    .withInterceptors([
      {
        beforeRequest(options) {
          const { 'box-version': version = '', ...others } = options.headers ?? {}
          return new FetchOptions({
            ...options,
            params: { ...options.params, ...query },
            headers: { ...others, 'docs-version': version },
          })
        },
        afterRequest: (response) => response,
      },
    ]).docgenTemplate
}

it('box-node-sdk lists templates, and marks a file as one', async () => {
  await using session = await mock.session()
  const templates = open(session)
  const { entries = [] } = await templates.getDocgenTemplatesV2025R0()
  expect(entries.map(({ file }) => file?.id)).toEqual(['5001', '5002', '5003', '5004', '5005'])
  const made = await templates.createDocgenTemplateV2025R0({ file: { id: '5006', type: 'file' } })
  expect(made.file).toMatchObject({ id: '5006' })
  expect((await templates.getDocgenTemplatesV2025R0()).entries).toHaveLength(6)
})

it('box-node-sdk reads page after page with the parameter that the documents ask for beside a marker, and it never sends', async () => {
  await using session = await mock.session()
  const { nextMarker } = await open(session, { query: { usemarker: 'true' } }).getDocgenTemplatesV2025R0({ limit: 3 })
  const next = { limit: 3, marker: nextMarker ?? '' }
  const { entries } = await open(session, { query: { usemarker: 'true' } }).getDocgenTemplatesV2025R0(next)
  expect(entries?.map(({ file }) => file?.id)).toEqual(['5004', '5005'])
  const alone = open(session).getDocgenTemplatesV2025R0(next)
  await expect(alone).rejects.toMatchObject({ responseInfo: { statusCode: 400 } })
})

it('box-node-sdk understands that its token is refused', async () => {
  await using session = await mock.session()
  const refused = open(session, { token: 'unknown' }).getDocgenTemplatesV2025R0()
  await expect(refused).rejects.toThrow('Developer token has expired')
  expect(session.received.compare('listDocgenTemplates', { status: 401 })[0]?.differences).toEqual([])
})
