import { expect, it } from 'vitest'
import { contractOf } from '../../contract/contract.ts'
import { callOf } from './calls.ts'

const example = (value: unknown) => ({ schema: {}, examples: { one: { value } } })
const form = { content: { 'multipart/form-data': example({ file: 'a' }) } }
const xml = { content: { 'application/xml': example({ id: 1 }) } }
const cookie = { name: 'visit', in: 'cookie', required: true, ...example('a') }
const filter = { name: 'filter', in: 'query', required: true, ...example({ from: 1 }) }
const done = { 204: { description: 'Done.' } }

it.each([
  [
    'a form with parts',
    { requestBody: form, responses: done },
    'checks cannot write its body of type multipart/form-data',
  ],
  ['XML', { requestBody: xml, responses: done }, 'checks cannot write its body of type application/xml'],
  ['a cookie', { parameters: [cookie], responses: done }, 'checks cannot write its cookie parameter visit'],
  [
    'an object in the query',
    { parameters: [filter], responses: done },
    'checks cannot write its query parameter filter',
  ],
  ['errors alone', { responses: { 404: { description: 'Gone.' } } }, 'the document shows no success of it'],
  ['nothing else', { responses: done }, expect.objectContaining({ operation: 'putLamp', status: 204, changes: true })],
])('an operation with %s is called, or the reason is told', (_, operation, call) => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Lamps', version: '1' },
    servers: [{ url: 'http://127.0.0.1:4010/lamps' }],
    paths: { '/lamp': { put: { operationId: 'putLamp', ...operation } } },
  }
  const contract = contractOf('lamps', document, [])
  const [put] = contract.operations.values()
  expect(put && callOf(contract, put)).toEqual(call)
})
