import { expect, it } from 'vitest'
import { bundled } from '../../workspace/bundled.ts'
import { documentedRequest, initOf, targetOf } from '../documented-request.fixture.ts'
import { openMock } from '../open-mock.fixture.ts'

const name = 'document-templates'
const mock = openMock(name)

it.each([
  ['9007199254740993', 200],
  ['9223372036854775807', 200],
  ['9223372036854775808', 400],
  ['10000000000000000000', 400],
])('keeps the digits of an int64 up to the answer, or refuses it beyond 64 bits: %s', async (limit, status) => {
  const operation = bundled.find(name).contract.operations.get('listDocgenTemplates')
  const request = documentedRequest(name, operation ?? expect.fail('there is no such operation'))
  const init = await initOf(request, { mock, name, session: 'wide' })
  const response = await fetch(`${mock.origin}${targetOf(request)}?limit=${limit}`, init)
  const text = await response.text()
  expect(response.status, text).toBe(status)
  if (status === 200) expect(text).toContain(`"limit":${limit},`)
})
