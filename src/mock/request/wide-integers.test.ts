import { describe, expect, it } from 'vitest'
import { listInterfaces, loadRuntime } from '../../workspace/interfaces.ts'
import { bodyOf, documentedRequest, initOf, targetOf } from '../documented-request.fixture.ts'
import { openMock } from '../open-mock.fixture.ts'

const mock = openMock()
const operations = listInterfaces().flatMap(({ name }) =>
  loadRuntime(name).operations.map((operation) => ({ name, operation, request: documentedRequest(name, operation) })),
)

/** Sends the documented request of an operation, with this body and query. */
async function send({ name, operation, request }: (typeof operations)[number], body: string | undefined, query = '') {
  const session = `wide-${operation.id}`
  const init = await initOf(request, { mock, name, session })
  return fetch(`${mock.origin}${targetOf(request)}${query}`, { ...init, body: body ?? null })
}

describe('an integer that a double cannot hold exactly is refused', () => {
  const withJson = operations.filter(({ request }) => request.mediaType === 'application/json')

  it.each(withJson.map((one) => [one.operation.id, one] as const))('in the body of %s', async (_, one) => {
    const shown = bodyOf(one.request) ?? '{}'
    for (const literal of ['9007199254740993', '9223372036854775808', '1e400']) {
      const response = await send(one, shown.replace('{', `{"wide":[${literal}],`).replace(',}', '}'))
      expect(`${response.status} ${await response.text()}`).toMatch(/^400 .*position \d+ .*9007199254740991/s)
    }
  })

  const withInteger = operations.flatMap((one) =>
    (one.operation.http.request?.query ?? [])
      .filter(({ schema }) => schema?.type === 'integer' && !schema.enum && schema.format !== 'int64')
      .map(({ name }) => [one.operation.id, name, one] as const),
  )

  it.each(withInteger)('in a query of %s: %s', async (_, parameter, one) => {
    const separator = one.request.query.length > 0 ? '&' : '?'
    const response = await send(one, bodyOf(one.request), `${separator}${parameter}=9007199254740993`)
    expect(response.status).toBe(400)
  })
})

describe('an int64', () => {
  const list = operations.find(({ operation }) => operation.id === 'listDocgenTemplates')

  it.each([
    ['9007199254740993', 200],
    ['9223372036854775807', 200],
    ['9223372036854775808', 400],
    ['10000000000000000000', 400],
  ])('keeps its digits, or is refused beyond 64 bits: %s', async (limit, status) => {
    if (!list) throw new Error('there is no such operation')
    const response = await send(list, undefined, `?limit=${limit}`)
    const text = await response.text()
    expect(response.status, text).toBe(status)
    if (status === 200) expect(text).toContain(`"limit":${limit},`)
  })
})
