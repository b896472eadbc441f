import { randomUUID } from 'node:crypto'
import type { AttemptInput, Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import type { Context, Operation } from '../context.ts'
import { expectUnless } from '../expectations.ts'
import { makeKey, makeSecret, scratchDirectory } from '../scratch.ts'

/** A way to list a directory. */
export interface Listing {
  operation: Operation
  input: AttemptInput
  /** Names in the directory, and one in a nested directory. */
  names: string[]
  below: string
  /** The gap if the documents do not show the address. */
  gap?: string
}

export const listOperations = ['listMount', 'listDirectory', 'listKeys', 'listKeyDirectory'] as const
export const list = { list: true }

/** A directory of either version, with a name and with nested directories. */
export async function prepareListings(t: Context): Promise<Listing[]> {
  const [mount, store] = [t.resource('version 1 mount'), t.resource('version 2 mount')]
  const directory = scratchDirectory()
  const [name, inner, below] = [`name-${randomUUID()}`, `inner-${randomUUID()}`, `below-${randomUUID()}`]
  // The inner one is both a name and a directory with two names.
  for (const path of [name, `${inner}/${below}`, `${inner}/${below}-too`, inner].map((one) => `${directory}/${one}`)) {
    await makeSecret(t, path)
    await makeKey(t, path)
  }
  const elsewhere = `${scratchDirectory()}/in-a-directory-of-another-name/${randomUUID()}`
  await makeSecret(t, elsewhere)
  await makeKey(t, elsewhere)
  const ofDirectory = { names: [inner, name], below }
  const ofMount = { names: ['contract-checks'], below: name }
  return [
    { operation: 'listDirectory', input: { path: { mount, path: directory } }, ...ofDirectory },
    {
      operation: 'listKeyDirectory',
      input: { path: { mount: store, path: directory } },
      ...ofDirectory,
      gap: 'SEC-G05',
    },
    { operation: 'listMount', input: { path: { mount } }, ...ofMount },
    { operation: 'listKeys', input: { path: { mount: store } }, ...ofMount, gap: 'SEC-G05' },
  ]
}

export function expectNames(t: Context, { operation, names, below, gap }: Listing, reply: Reply): void {
  expectUnless(gap, t, () => {
    expect(reply.status, `status of ${operation}`).toBe(200)
    for (const name of names) expect(reply.text, `answer of ${operation}`).toContain(name)
  })
  t.assume('SEC-G12', () => {
    expect(reply.text, `answer of ${operation}`).not.toContain(below)
    const { keys = [] } = (reply.body as { data?: { keys?: string[] } }).data ?? {}
    expect(keys, `order of the keys that ${operation} answers`).toEqual(keys.toSorted())
    if (operation.endsWith('Directory')) {
      const [inner, name] = names
      expect(keys, `data.keys of ${operation}`).toEqual([inner, `${inner}/`, name])
    }
    const stripped = keys.map((key) => key.replace(/\/$/, ''))
    expect(stripped, `data.keys of ${operation}`).toEqual(expect.arrayContaining(names))
  })
}
