import { request } from 'node:http'
import { expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'

const mock = openMock('app-distribution')

it.each<[status: number, chunks: string[], framing: Record<string, string>]>([
  [411, [], {}],
  [411, [], { 'transfer-encoding': 'chunked' }],
  [200, ['{"display', '_name":"A"}'], { 'transfer-encoding': 'chunked' }],
])('answers %i to a PATCH of the chunks %j, with the framing %j', async (expected, chunks, framing) => {
  const status = await new Promise((resolve, reject) => {
    const headers = {
      'x-api-token': 'app-distribution.example-full',
      'content-type': 'application/json',
      ...framing,
    }
    const sent = request(`${mock.origin}/app-distribution/v0.1/user`, { method: 'PATCH', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject)
    if (Object.keys(framing).length === 0) sent.removeHeader('transfer-encoding')
    for (const chunk of chunks) sent.write(chunk)
    sent.end()
  })
  expect(status).toBe(expected)
})
