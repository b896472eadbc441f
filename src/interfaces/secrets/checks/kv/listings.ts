import { randomUUID } from 'node:crypto'
import type { AttemptInput, Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import type { Context, Operation } from '../context.ts'
import { expectUnless } from '../expectations.ts'
import { directoryOf, makeKey, makeSecret, scratchDirectory } from '../scratch.ts'

export interface Listing {
  operation: Operation
  input: AttemptInput
  /** Names in the directory, and one in a nested directory of the check's own. */
  names: string[]
  below?: string
  /** The gap if the documents do not show the address. */
  gap?: string
}

export const listOperations = ['listMount', 'listDirectory', 'listKeys', 'listKeyDirectory'] as const
export const list = { list: true }

/** A directory of either version, with a name and with nested directories. */
export async function prepareListings(t: Context): Promise<Listing[]> {
  const [mount, store] = [t.resource('version 1 mount'), t.resource('version 2 mount')]
  if (!t.mayChange) return namedListings(t)
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

/** The directories of what the target names to be read. */
function namedListings(t: Context): Listing[] {
  const listings = (mount: string, path: string, [ofDirectory, ofMount]: readonly [Operation, Operation]) => [
    {
      operation: ofDirectory,
      input: { path: { mount, path: directoryOf(path) } },
      names: [path.slice(directoryOf(path).length + 1)],
    },
    { operation: ofMount, input: { path: { mount } }, names: [path.replace(/\/.*/, '')] },
  ]
  const gap = 'SEC-G05'
  return [
    ...listings(t.resource('version 1 mount'), t.resource('secret to read'), ['listDirectory', 'listMount']),
    ...listings(t.resource('version 2 mount'), t.resource('key to read'), ['listKeyDirectory', 'listKeys']).map(
      (listing) => ({ ...listing, gap }),
    ),
  ]
}

export function expectNames(t: Context, { operation, names, below, gap }: Listing, reply: Reply): void {
  expectUnless(gap, t, () => {
    expect(reply.status, `status of ${operation}`).toBe(200)
    for (const name of names) expect(reply.text, `answer of ${operation}`).toContain(name)
  })
  if (below === undefined) return
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
