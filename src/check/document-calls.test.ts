import { expect, it } from 'vitest'
import type { CheckContext } from './check.ts'
import { checksOfDocument } from './document-calls.ts'

const call = { operation: 'deleteThing', status: 204, changes: true, query: {}, headers: {} }
const path = { id: { resource: '/things/{id}', value: 7 } }

it('takes values of the path from the target, and asks for leave to change it', async () => {
  const { resources, samples, fromDocument } = checksOfDocument<{ deleteThing: object }>(
    { calls: [{ ...call, path }] },
    { gap: 'THIN-G03', roles: {} },
  )
  expect(resources).toEqual({ '/things/{id}': { description: 'Value of id in /things/{id}.', onMock: '7' } })
  expect(fromDocument).toEqual({ gap: 'THIN-G03' })
  const [sample] = samples
  expect(sample?.needs).toEqual({ resources: ['/things/{id}'], changes: 'lasting' })
  const target = { resource: (name: string) => `the ${name}` } as CheckContext<{ deleteThing: object }>
  const input = typeof sample?.input === 'function' ? await sample.input(target) : undefined
  expect(input).toEqual({ path: { id: 'the /things/{id}' }, query: {}, headers: {} })
})
