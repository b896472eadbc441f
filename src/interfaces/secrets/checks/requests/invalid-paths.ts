import { randomUUID } from 'node:crypto'
import { acceptsRefused, on, type Sabotage, seesPath, turnsStatus, when } from '../../../../check/sabotage.ts'
import { type Checks, type Context, everything } from '../context.ts'
import { expectError } from '../expectations.ts'
import { makeKey, scratchDirectory } from '../scratch.ts'

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

/** Treats an invalid address as an existing one. */
const reaches = (invalid: RegExp, there: string): Sabotage => seesPath((path) => path.replace(invalid, there))

export const invalidPaths: Checks = {
  'SEC-099': {
    needs: { ...everything, roles: [] },
    async run(t) {
      const path = { mount: `contract-checks-${randomUUID()}`, path: 'nothing' }
      expectError(await t.call('readSecret', { path }), 404, 'a GET below a mount that is not there')
      expectError(await t.call('writeSecret', { path, body: {} }), 404, 'a POST below a mount that is not there')
      expectError(await t.call('writeSecretByPut', { path, body: {} }), 404, 'a PUT below a mount that is not there')
      const broken = await t.attempt('writeSecret', { path, body: '{"' })
      t.assume('SEC-G20', () => expectError(broken, 404, 'a POST of broken JSON below a mount that is not there'))
      const directory = scratchDirectory()
      await makeKey(t, `${directory}/name`)
      for (const [gap, nowhere] of assumedNowhere(t, directory)) {
        for (const [method, query, body] of [
          ['GET', ''],
          ['GET', '?list=true'],
          ['POST', '', '{}'],
        ] as const) {
          const reply = await t.send({ method, target: `/v1/${nowhere}${query}`, ...(body ? { body } : {}) })
          t.assume(gap, () => expectError(reply, 404, `${method} /v1/${nowhere}${query}, which leads nowhere`))
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
