import { validateSecurity } from '@stoplight/prism-http/dist/validator/index.js'
import type { IHttpOperation } from '@stoplight/types'
import { describe, expect, it } from 'vitest'
import { compileSecurityAcceptance } from './fast-security.ts'

const basic = { type: 'http', scheme: 'basic', key: 'basic' }
const bearer = { type: 'http', scheme: 'bearer', key: 'bearer' }
const header = { type: 'apiKey', in: 'header', name: 'X-Key', key: 'header' }
const query = { type: 'apiKey', in: 'query', name: 'key', key: 'query' }
const unheardOf = { type: 'http', scheme: 'knock', key: 'knock' }

const securities: [string, object[][] | undefined][] = [
  ['nothing', undefined],
  ['no alternative', []],
  ['Basic', [[basic]]],
  ['Basic or Bearer', [[basic], [bearer]]],
  ['Basic and a key', [[basic, header]]],
  ['a key in the query', [[query]]],
  ['a key in the query, or Bearer', [[query], [bearer]]],
  ['Bearer or nothing', [[bearer], []]],
  ['a scheme that Prism does not know', [[unheardOf]]],
  ['a scheme that Prism does not know, or Basic', [[unheardOf], [basic]]],
]

const requests: [string, { headers?: Record<string, string>; query?: Record<string, string> }][] = [
  ['nothing', {}],
  ['a user', { headers: { authorization: 'Basic dTpw' } }],
  ['a token', { headers: { authorization: 'Bearer abc' } }],
  ['a header', { headers: { 'x-key': 'k' } }],
  ['a user and a header', { headers: { authorization: 'Basic dTpw', 'x-key': 'k' } }],
  ['a key in the query', { query: { key: 'k' } }],
]

describe.each(securities)('if %s is required', (_, security) => {
  const resource = { security } as IHttpOperation

  it.each(requests)('%s is enough if Prism accepts it', (_, { headers = {}, query = {} }) => {
    const isSecure = compileSecurityAcceptance(resource)
    const element = { method: 'get' as const, url: { path: '/', query }, headers }
    const enough = validateSecurity({ resource, element })._tag === 'Right'
    expect(isSecure(headers, () => element)).toBe(enough)
    expect(
      isSecure(headers, () => element),
      'when it is asked again',
    ).toBe(enough)
  })
})
