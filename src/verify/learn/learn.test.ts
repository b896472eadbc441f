import { expect, it } from 'vitest'
import { createMessageCheck } from '../../contract/message-check.ts'
import { loadContract } from '../../workspace/contracts.ts'
import { learn } from './learn.ts'

const contract = loadContract('orders')
const json = { 'content-type': 'application/json; charset=utf-8' }

function learned(operation: string, status: number, body: unknown, headers: Record<string, string> = json) {
  const request = { method: 'GET', url: 'http://shop.example/api/orders', headers: {}, body: undefined }
  const exchange = { operation, role: 'full', request, parameters: [], status, headers, text: JSON.stringify(body) }
  return learn(contract, createMessageCheck(contract), [exchange, exchange], (text) => text)
}

it('treats an undocumented status as one of the errors that are not shown', () => {
  expect(learned('getOrder', 422, 'no').get('ORD-G04')).toMatchObject([{ status: 422, type: 'string' }])
})

it('names the member of a gap, wherever it is in a list', () => {
  const order = { token: '5c9e2b70-18d4-4f6b-b3a7-90e1d2c4f568', promocodes: [{ name: 'SPRING' }] }
  const answers = learned('getOrder', 200, order)
  expect(answers.get('ORD-G02')).toContainEqual({
    operation: 'getOrder',
    status: 200,
    mediaType: 'application/json',
    at: '/promocodes',
    type: 'array',
  })
  expect(JSON.stringify([...answers])).not.toContain('SPRING')
})
