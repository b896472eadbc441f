import { expect, it } from 'vitest'
import { encodeRecord } from '../tagged-json.ts'
import { ValkeyTransaction } from './valkey-transaction.ts'

/** The value of a record that the engine has in this form. */
async function read(stored: string): Promise<unknown> {
  const calls = { fetch: async () => [stored], commit: async () => true }
  return new ValkeyTransaction(calls, ':').read('lamps', 'lamps', 'hall')
}

it('reads equal texts as one value that nobody can change, whatever their versions, and another text as another value', async () => {
  const first = await read(`a:1:${encodeRecord({ lit: true })}`)
  expect(Object.isFrozen(first)).toBe(true)
  expect(await read(`b:7:${encodeRecord({ lit: true })}`)).toBe(first)
  expect(await read(`a:1:${encodeRecord({ lit: false })}`)).toEqual({ lit: false })
})

it('reads what can be changed anew each time', async () => {
  const stored = `a:1:${encodeRecord({ since: new Date(0) })}`
  const first = (await read(stored)) as { since: Date }
  first.since.setTime(1)
  expect(await read(stored)).toEqual({ since: new Date(0) })
  expect(await read('a:1:')).toBeUndefined()
})
