import { expect, it } from 'vitest'
import { contractOf } from '../contract/contract.ts'
import { bundled } from '../workspace/bundled.ts'
import { maskUrl } from './mask.ts'
import { credentialsIn } from './secret-values.ts'

it.each([
  ['https://user:pass@shop.example/a?b=1#c', 'https://shop.example/a?b=1'],
  ['https://shop.example/a?access_token=x&page=2&api-key=y', 'https://shop.example/a?access_token=…&page=2&api-key=…'],
  ['https://shop.example/?%61pi_key=x', 'https://shop.example/?%61pi_key=…'],
  ['https://shop.example/?sig=x&code=y&signal=z', 'https://shop.example/?sig=…&code=…&signal=z'],
  ['https://shop.example/?next=eyJhbGciOi.eyJzdWIi.abc', 'https://shop.example/?next=…'],
  ['https://shop.example/?%zz=1', 'https://shop.example/?%zz=1'],
])('%s is shown as %s', (url, shown) => {
  expect(maskUrl(new URL(url))).toBe(shown)
})

it('shows a path parameter that the document says is not secret', () => {
  const operation = bundled.find('orders').contract.operations.get('getOrder')
  const url = new URL('https://shop.example/base/api/orders/7f?token=x')
  expect(maskUrl(url, operation)).toBe('https://shop.example/base/api/orders/7f?token=x')
})

it('hides one that sounds like a secret and is not said to be none', () => {
  const parameter = { name: 'accessKey', in: 'path', required: true, schema: {} }
  const item = { parameters: [parameter], get: { operationId: 'open', responses: {} } }
  const document = { info: { title: 'Doors' }, paths: { '/doors/{accessKey}/open': item } }
  const operation = contractOf('doors', document).operations.get('open')
  expect(maskUrl(new URL('https://d.example/v1/doors/12345/open'), operation)).toBe('https://d.example/v1/doors/…/open')
})

it('finds what a request brought as credentials, in the forms that an answer may repeat', () => {
  const basic = Buffer.from('someone:hunter22').toString('base64')
  const found = credentialsIn({
    authorization: `Basic ${basic}`,
    'x-secrets-token': 's.abcdef',
    accept: 'application/json',
  })
  expect(found).toEqual(expect.arrayContaining([`Basic ${basic}`, 'hunter22', 's.abcdef']))
  expect(found).not.toContain('application/json')
  expect(found).not.toContain('Basic')
})
