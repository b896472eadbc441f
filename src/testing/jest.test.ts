import { expect as jestExpect } from 'expect'
import { expect, it } from 'vitest'
import { createMock } from './create-mock.ts'
import './jest.ts'

it('toHaveReceived works on the expect of Jest', async () => {
  await using mock = await createMock({ interfaces: ['kv-cluster'] })
  await mock.fetch(`${mock.baseUrl('kv-cluster')}/version`)
  jestExpect(mock).toHaveReceived('getVersion', { status: 200, times: 1 })
  jestExpect(mock).not.toHaveReceived('getMetrics')
  expect(() => jestExpect(mock).toHaveReceived('getVersion', { status: 503 })).toThrow(
    'getVersion, answered 200 (KVC-005, KVC-006, KVC-109): differs in status',
  )
})
