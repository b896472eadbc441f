import { randomUUID } from 'node:crypto'
import type { CheckControl } from '../../../../check/check.ts'
import type { Context, Operation } from '../context.ts'
import { entriesOf, prepareEveryRequest } from '../every-operation.ts'
import { expectNoSuccess, expectStatus, expectSuccess } from '../expectations.ts'
import { makeSecret, scratchDirectory } from '../scratch.ts'

/** A line of a policy, with its path below the directory of the check. */
type PathRights = [path: string, ...capabilities: string[]]

/** Policies with overlapping rules, and the paths that may be read under them or not. */
const examples: { policies: PathRights[][]; allowed: string[]; denied: string[] }[] = [
  { policies: [[['a/b', 'read']]], allowed: ['a/b'], denied: ['a', 'a/b/c', 'a/bc', 'x/b'] },
  { policies: [[['a/*', 'read']]], allowed: ['a/b', 'a/b/c'], denied: ['a', 'x/b'] },
  { policies: [[['a/b*', 'read']]], allowed: ['a/b', 'a/bc', 'a/b/c'], denied: ['a/c', 'a/xb', 'ax/b'] },
  { policies: [[['a.b', 'read']]], allowed: ['a.b'], denied: ['axb'] },
  // The rule of the path itself decides, or else the longest.
  {
    policies: [[['a/*'], ['a/b', 'read'], ['*']]],
    allowed: ['a/b'],
    denied: ['a/c', 'x'],
  },
  {
    policies: [[['*', 'read'], ['a/*'], ['a/bc/*', 'read'], ['a/bc/d*']]],
    allowed: ['x', 'a/bc/e'],
    denied: ['a/b', 'a/bc/d', 'a/bc/de'],
  },
  { policies: [[['a/*', 'read'], ['a/b']]], allowed: ['a/c'], denied: ['a/b'] },
  // Two rules of the same path add up.
  { policies: [[['a/b', 'list']], [['a/b', 'read'], ['a/*']]], allowed: ['a/b'], denied: ['a/c'] },
]

/** Makes a token with these rules, and with one unknown policy. */
async function makeToken(control: CheckControl, policies: readonly object[][]): Promise<string> {
  const token = `contract-checks-${randomUUID()}`
  const names = policies.map((_, index) => `${token}-${index}`)
  for (const [index, rules] of policies.entries()) await control.putRecord('policies', names[index] ?? '', { rules })
  await control.putRecord('tokens', token, { policies: ['contract-checks-no-such-policy', ...names] })
  return token
}

/** Expects access rules to cover the paths that this contract assumes. */
export async function assumeCoverage(t: Context): Promise<void> {
  const [mount, directory] = [t.resource('version 1 mount'), scratchDirectory()]
  const paths = new Set(examples.flatMap(({ allowed, denied }) => [...allowed, ...denied]))
  for (const path of paths) await makeSecret(t, `${directory}/${path}`)
  for (const { policies, allowed, denied } of examples) {
    const rules = policies.map((lines) =>
      lines.map(([path, ...capabilities]) => ({ path: `${mount}/${directory}/${path}`, capabilities })),
    )
    const headers = { 'x-svc-token': await makeToken(t.control, rules) }
    const what = policies.map((lines) => lines.map((line) => line.join(' ')).join(', ')).join(' and ')
    for (const path of [...allowed, ...denied]) {
      const reply = await t.attempt('readSecret', { path: { mount, path: `${directory}/${path}` }, headers })
      t.assume('SEC-G40', () => {
        if (allowed.includes(path)) expectSuccess(reply, `a read of ${path} under the rules ${what}`)
        else expectStatus(reply, 403, `a read of ${path} under the rules ${what}`)
      })
    }
  }
}

const rights: Readonly<Record<string, (operation: Operation) => boolean>> = {
  read: (operation) => /^read/.test(operation),
  list: (operation) => /^list/.test(operation),
  // The data of every write exist already.
  create: () => false,
  update: (operation) => /^write|^(delete|undelete|destroy)Versions/.test(operation),
  delete: (operation) => /^delete(Secret|Key|LatestVersion)$/.test(operation),
}

/** Expects each operation to need exactly the right that this contract assumes. */
export async function assumeRights(t: Context): Promise<void> {
  const requests = await prepareEveryRequest(t)
  for (const operation of ['writeSecret', 'writeVersion'] as const) await t.attempt(operation, requests[operation])
  for (const [capability, isEnough] of Object.entries(rights)) {
    const headers = { 'x-svc-token': await makeToken(t.control, [[{ path: '*', capabilities: [capability] }]]) }
    for (const [operation, input] of entriesOf(t, requests)) {
      if (/ogin$|ByPut$|readHealth/.test(operation)) continue
      const reply = await t.attempt(operation, { ...input, headers })
      const what = `${operation} with the right to ${capability} alone`
      const allowed = isEnough(operation) || operation.startsWith('describe')
      t.assume('SEC-G40', () => (allowed ? expectSuccess(reply, what) : expectStatus(reply, 403, what)))
    }
    const { path = {} } = requests.readSecret
    const help = await t.attempt('readSecret', { path, query: { help: 1 }, headers })
    t.assume('SEC-G40', () => expectSuccess(help, `help with the right to ${capability} alone`))
  }
  const never = { path: requests.deleteSecret.path ?? {}, body: { value: 'never kept' } }
  const creator = { 'x-svc-token': await makeToken(t.control, [[{ path: '*', capabilities: ['create'] }]]) }
  const updater = { 'x-svc-token': await makeToken(t.control, [[{ path: '*', capabilities: ['update'] }]]) }
  const settings = { path: requests.deleteKey.path ?? {}, body: {} }
  for (const [operation, input] of [
    ['writeSecret', never],
    ['writeKeySettings', settings],
  ] as const) {
    const denied = await t.attempt(operation, { ...input, headers: updater })
    t.assume('SEC-G40', () => expectStatus(denied, 403, `${operation} of what is not there, with the right to update`))
    const made = await t.attempt(operation, { ...input, headers: creator })
    t.assume('SEC-G40', () => expectSuccess(made, `${operation} of what is not there, with the right to create`))
  }
}

/** Expects one rule with `hidden` to be enough to hide a path. */
export async function assumeHidden(t: Context): Promise<void> {
  const [mount, path] = [t.resource('version 1 mount'), scratchDirectory()]
  await makeSecret(t, path)
  const rule = { path: `${mount}/${path}`, capabilities: [] }
  const headers = { 'x-svc-token': await makeToken(t.control, [[rule], [{ ...rule, hidden: true }]]) }
  const reply = await t.attempt('readSecret', { path: { mount, path }, headers })
  expectNoSuccess(reply, 'a read of what one rule denies and one hides')
  t.assume('SEC-G40', () => expectStatus(reply, 404, 'a read of what one rule denies and one hides'))
}
