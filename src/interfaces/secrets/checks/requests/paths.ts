import { randomUUID } from 'node:crypto'
import type { AttemptInput } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { acceptsRefused, answersWith, changesAnswer, on, turnsStatus, when } from '../../../../check/sabotage.ts'
import { type Checks, type Context, everyRead, everything, type Operation, reaches } from '../context.ts'
import {
  among,
  describes,
  entriesOf,
  everyOperation,
  gapOf,
  prepareEveryRequest,
  type Requests,
} from '../every-operation.ts'
import { expectOrAssume, expectStatus } from '../expectations.ts'
import { expectMade, makeKey, makeSecret, scratchDirectory } from '../scratch.ts'

/** Valid requests with a period at the end of one of their path parameters. */
function withPeriods(t: Context, requests: Requests): [operation: Operation, input: AttemptInput, what: string][] {
  return entriesOf(t, requests).flatMap(([operation, input]) =>
    Object.entries(input.path ?? {})
      // Without a token, everything except a login is refused for that reason.
      .filter(([name]) => name !== 'auth_method')
      .map(([name, value]): [Operation, AttemptInput, string] => [
        operation,
        { ...input, path: { ...input.path, [name]: `${value}.` } },
        `${operation} with a period at the end of its ${name}`,
      ]),
  )
}

/** The gap of an operation's path parameters, if only this contract has them. */
function gapAt(operation: Operation): string | undefined {
  return operation.startsWith('describe') ? 'SEC-G05' : gapOf(operation)
}

/** Operations whose address ends in a name that the caller has chosen. */
const addresses = everyOperation.filter((operation) =>
  /Secret|list|Version(ByPut)?$|KeySettings|deleteKey/.test(operation),
)
const ignoresPeriods = reaches(/\.(?=\/|$)/g, '')
const says = (...errors: string[]) => changesAnswer((answer) => ({ ...answer, body: { errors } }))
const endsInPeriod = ({ path }: { path: string }) => /\.(\/|$)/.test(path)

/** Addresses without an operation in this contract, with their gaps. */
function assumedNowhere(t: Context, directory: string): [gap: string, path: string][] {
  const [mount, store] = [t.resource('version 1 mount'), t.resource('version 2 mount')]
  const [method, user] = [t.resource('auth method'), t.resource('user')]
  return [
    ['SEC-G42', `${mount}//${directory}`],
    ['SEC-G42', `${mount}/${directory}//name`],
    ['SEC-G05', `${store}/contract-checks-no-family/${directory}`],
    ['SEC-G05', `${store}/data/${directory}/`],
    ['SEC-G03', `auth/${method}/contract-checks`],
    ['SEC-G03', `auth/${method}/no-login/${user}`],
    ['SEC-G03', `auth/${method}/login/${user}/more`],
    ['SEC-G03', `auth/${'x'.repeat(method.length)}/login/${user}`],
    ['SEC-G04', 'sys/contract-checks'],
  ]
}

export const paths: Checks = {
  'SEC-058': {
    needs: everyRead,
    async run(t) {
      for (const [operation, input, what] of withPeriods(t, await prepareEveryRequest(t))) {
        const reply = await t.attempt(operation, input)
        expectOrAssume(gapAt(operation), t, () => expectStatus(reply, 404, what))
      }
      if (t.mayChange) await makeSecret(t, `${scratchDirectory()}/v1.2/.name.x`)
    },
    sabotage: [
      ...addresses.map((operation) => on(operation, ignoresPeriods)),
      on('writeSecret', when, ({ path }) => path.includes('/v1.2/'), answersWith(404, { errors: [] })),
      ...['readSecret', 'writeSecret', 'listDirectory'].map((operation) => on(operation, turnsStatus(404, 400))),
      when(({ path }) => /^\/v1\/[^/]+\.\//.test(path), ignoresPeriods),
    ],
  },
  'SEC-059': {
    needs: everyRead,
    async run(t) {
      for (const [operation, input, what] of withPeriods(t, await prepareEveryRequest(t))) {
        const reply = await t.attempt(operation, input)
        expectOrAssume(gapAt(operation), t, () => {
          const { errors = [] } = reply.body as { errors?: unknown[] }
          expect(errors, `errors of ${what}, which tell why`).toContain(expect.stringMatching(/\S/))
        })
        t.assume('SEC-G19', () => expect(reply.text, `errors of ${what}`).toMatch(/unsupported path/i))
      }
    },
    sabotage: [
      ...addresses.map((operation) => on(operation, when, endsInPeriod, says())),
      when(endsInPeriod, says('nothing is here')),
    ],
  },
  'SEC-100': {
    needs: everything,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      // A server that supports PATCH answers 404 for a missing secret.
      for (const operation of ['writeSecret', 'writeVersion'] as const) {
        expectMade(t, await t.attempt(operation, requests[operation]), `what a PATCH is sent to, by ${operation},`)
      }
      let seen = false
      for (const [operation, input] of entriesOf(t, requests)) {
        const headers = { 'content-type': 'application/merge-patch+json' }
        const reply = await t.attempt(operation, { ...input, method: 'PATCH', headers, body: {} })
        const what = `a PATCH at the address of ${operation}`
        // A server may refuse the body, or the right to PATCH, before it checks the verb (gap SEC-G20).
        const gap = [400, 403, 415].includes(reply.status) ? 'SEC-G20' : gapAt(operation)
        // A server that supports the operation at this path shows nothing.
        if (reply.status >= 300) expectOrAssume(gap, t, () => expectStatus(reply, 405, what))
        seen ||= reply.status === 405
        const some = expect.stringMatching(/./)
        t.assume('SEC-G32', () => expect(reply.headers.allow, `Allow of ${what}`).toEqual(some))
      }
      const posts = [
        ['SEC-G50', 'listMount', 'a directory'],
        ['SEC-G50', 'listDirectory', 'a directory'],
        ['SEC-G05', 'listKeys', 'a directory'],
        ['SEC-G05', 'listKeyDirectory', 'a directory'],
        ['SEC-G29', 'readHealth', 'the health route'],
      ] as const
      for (const [gap, operation, place] of posts) {
        if (among(t, [operation]).length === 0) continue
        const { path = {} } = requests[operation]
        const reply = await t.attempt(operation, { path, method: 'POST', body: {} })
        t.assume(gap, () => expectStatus(reply, 405, `a POST at the address of ${operation}, which is ${place}`))
        seen ||= gap === 'SEC-G50' && reply.status === 405
      }
      for (const operation of among(t, describes)) {
        const reply = await t.attempt(operation, { path: requests[operation].path ?? {} })
        const what = `a GET at an address that takes writes, ${operation}`
        t.assume(gapAt(operation) ?? 'SEC-G05', () => expectStatus(reply, 405, what))
        const allowed = (reply.headers.allow ?? '').split(/, */)
        const both = expect.arrayContaining(['POST', 'PUT'])
        t.assume('SEC-G32', () => expect(allowed, `Allow of ${what}`).toEqual(both))
      }
      if (!seen) t.inconclusive('every operation that was tried is supported')
    },
    sabotage: [
      when(({ method }) => method === 'PATCH', turnsStatus(405, 400)),
      when(({ method }) => method === 'PATCH', turnsStatus(405, 501)),
      when(
        ({ method, path }) => method === 'POST' && path.endsWith('/') && !path.includes('/metadata/'),
        turnsStatus(405, 404),
      ),
      when(({ method, path }) => method === 'POST' && path.endsWith('/'), acceptsRefused()),
      when(({ method, path }) => method === 'POST' && path === '/v1/sys/health', turnsStatus(405, 404)),
      ...describes.map((operation) => on(operation, turnsStatus(405, 404))),
      changesAnswer(({ headers: { allow: _, ...headers }, ...answer }) => ({ ...answer, headers })),
    ],
  },
  'SEC-099': {
    needs: { ...everything, roles: [] },
    async run(t) {
      const path = { mount: `contract-checks-${randomUUID()}`, path: 'nothing' }
      expectStatus(await t.call('readSecret', { path }), 404, 'a GET below a mount that is not there')
      expectStatus(await t.call('writeSecret', { path, body: {} }), 404, 'a POST below a mount that is not there')
      expectStatus(await t.call('writeSecretByPut', { path, body: {} }), 404, 'a PUT below a mount that is not there')
      const broken = await t.attempt('writeSecret', { path, body: '{"' })
      t.assume('SEC-G20', () => expectStatus(broken, 404, 'a POST of broken JSON below a mount that is not there'))
      const directory = scratchDirectory()
      await makeKey(t, `${directory}/name`)
      for (const [gap, nowhere] of assumedNowhere(t, directory)) {
        for (const [method, query, body] of [
          ['GET', ''],
          ['GET', '?list=true'],
          ['POST', '', '{}'],
        ] as const) {
          const reply = await t.send({ method, target: `/v1/${nowhere}${query}`, ...(body ? { body } : {}) })
          t.assume(gap, () => expectStatus(reply, 404, `${method} /v1/${nowhere}${query}, which leads nowhere`))
        }
      }
    },
    sabotage: [
      ...['readSecret', 'writeSecret', 'writeSecretByPut'].map((operation) => on(operation, turnsStatus(404, 400))),
      on('writeSecret', turnsStatus(404, 204)),
      on('writeSecret', when, ({ body }) => String(body) === '{"', turnsStatus(404, 400)),
      when(({ path }) => path.includes('//'), acceptsRefused()),
      reaches(/\/kv\/contract-checks-no-family\//, '/kv/data/'),
      reaches(/\/kv\/data\/(.*\/)$/, '/kv/metadata/$1'),
      reaches(/\/login\/reporting\/more$/, '/login/reporting'),
      reaches(/^\/v1\/sys\/contract-checks$/, '/v1/sys/health'),
    ],
  },
}
