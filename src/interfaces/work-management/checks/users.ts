import type { components, operations } from '../../../../generated/work-management/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import {
  acceptsRefused,
  answersStatus,
  changesBody,
  on,
  type Sabotage,
  seesBody,
  seesPath,
  when,
} from '../../../check/sabotage.ts'
import { type Context, calls, dataOf, fieldsOf, idsOf, noObjects, served } from './calls.ts'
import { assumeError, expectError } from './error.ts'

type UsersAnswer = components['schemas']['UsersAnswer']

const changing = { resources: ['user', 'user fields', 'user change'], changes: 'reversible' } as const

async function readUser(t: Context, userId: string): Promise<Record<string, unknown> | undefined> {
  return dataOf(await t.attempt('getUser', { path: { userId } }))[0]
}

/** Sets the changed fields of users, and restores the earlier ones afterwards. */
async function update(t: Context, userId: string[]) {
  t.afterwards(async () => {
    const undone = await t.attempt('updateUsers', { path: { userId }, body: t.resource('user fields') })
    served(t, undone, 'an update that puts the users back')
  })
  return t.attempt('updateUsers', { path: { userId }, body: t.resource('user change') })
}

async function assumeChanged(t: Context, userId: string): Promise<void> {
  const user = await readUser(t, userId)
  const change = fieldsOf(t, 'user change')
  t.assume('WRK-G14', () => expect(user, `the user ${userId} after the update`).toMatchObject(change))
}

/** Changes the ids in the path that the interface sees. */
const seesIds = (change: (ids: string[]) => string[]): Sabotage =>
  seesPath((path) => path.replace(/[^/]*$/, (ids) => change(ids.split(',')).join()))

const another = changesBody((answer: UsersAnswer) => ({ ...answer, data: [{ id: 'KUAAAA03' }] }))

export const users: Record<string, Check<operations>> = {
  'WRK-006': {
    needs: { resources: ['user', 'user fields'], changes: 'reversible' },
    async run(t) {
      for (const operation of ['getUser', 'updateUsers'] as const) {
        const known = await t.attempt(operation, calls[operation](t))
        served(t, known, `${operation} by the id of a user`)
        t.assume('WRK-G03', () => expect(idsOf(known), 'ids in the answer').toEqual([t.resource('user')]))
        const unknown = await t.attempt(operation, { ...calls[operation](t), path: { userId: 'no-such-user' } })
        const what = `${operation} for a user who is not there`
        assumeError(t, unknown, { what, status: 404 })
        const inherited = await t.attempt(operation, { ...calls[operation](t), path: { userId: '__proto__' } })
        t.assume('WRK-G09', () => expect(inherited.status, `status of ${operation} for __proto__`).toBe(404))
      }
    },
    sabotage: ['getUser', 'updateUsers'].flatMap((operation) => [
      on(operation, answersStatus(404)),
      on(operation, acceptsRefused()),
      on(operation, another),
      on(operation, seesIds, () => ['KUAAAA01']),
    ]),
  },
  'WRK-022': {
    needs: changing,
    async run(t) {
      const id = t.resource('user')
      const before = await readUser(t, id)
      const reply = await update(t, [id])
      served(t, reply, 'PUT /users/{userId}')
      await assumeChanged(t, id)
      const after = await readUser(t, id)
      const change = fieldsOf(t, 'user change')
      t.assume('WRK-G02', () => expect(after, 'the user after the update').toEqual({ ...before, ...change }))
      t.assume('WRK-G03', () => expect(dataOf(reply), 'the answer of the update').toEqual([after]))
      for (const body of [...noObjects, undefined]) {
        const { status } = await t.attempt('updateUsers', { path: { userId: [id] }, body })
        const what = `status for the body ${body?.slice(0, 40)}`
        t.assume('WRK-G02', () => expect(status, what).toBe(body === undefined ? 200 : 400))
      }
      const headers = { 'content-type': 'application/xml' }
      const { status } = await t.attempt('updateUsers', { path: { userId: [id] }, body: '<user/>', headers })
      t.assume('WRK-G02', () => expect(status, 'status for a body of another media type').toBe(415))
    },
    sabotage: [
      on('updateUsers', answersStatus(404)),
      on('updateUsers', seesBody, () => ({})),
      on('updateUsers', changesBody, (answer: UsersAnswer) => ({
        ...answer,
        data: answer.data?.map(({ id }) => ({ id })),
      })),
      on('updateUsers', when, ({ body }) => noObjects.includes(String(body)), acceptsRefused()),
    ],
  },
  'WRK-024': {
    needs: { ...changing, resources: [...changing.resources, 'second user'] },
    async run(t) {
      const ids = [t.resource('user'), t.resource('second user')]
      const reply = await update(t, ids)
      served(t, reply, 'PUT /users/{userId},{userId}')
      t.assume('WRK-G07', () => expect(idsOf(reply), 'ids in the answer').toEqual(ids))
      for (const id of ids) await assumeChanged(t, id)
      const body = t.resource('user fields')
      const { status } = await t.attempt('updateUsers', { path: { userId: [...ids, 'no-such-user'] }, body })
      t.assume('WRK-G07', () => expect(status, 'status for a batch with an unknown id').toBe(404))
      for (const id of ids) await assumeChanged(t, id)
      const twice = await t.attempt('updateUsers', { path: { userId: [...ids, ...ids] }, body })
      t.assume('WRK-G07', () => expect(idsOf(twice), 'ids in the answer to repeated ids').toEqual(ids))
      const empty = await t.attempt('updateUsers', { path: { userId: [...ids, ''] }, body })
      t.assume('WRK-G07', () => expect(empty.status, 'status for a batch with an empty id').toBe(404))
    },
    sabotage: [
      on('updateUsers', when, ({ path }) => path.includes(','), answersStatus(404)),
      on('updateUsers', seesIds, (ids) => ids.slice(0, 1)),
      on('updateUsers', seesIds, (ids) => ids.slice(-1)),
      on('updateUsers', seesBody, () => ({})),
      on('updateUsers', changesBody, (answer: UsersAnswer) => ({ ...answer, data: answer.data?.toReversed() })),
      // The other users of a batch are updated, although one is unknown.
      on('updateUsers', seesIds, (ids) => ids.filter((id) => id !== 'no-such-user')),
      on('updateUsers', changesBody, (answer: UsersAnswer, { path }) =>
        path.split(',').length === 4 ? { ...answer, data: [...(answer.data ?? []), ...(answer.data ?? [])] } : answer,
      ),
      on('updateUsers', seesIds, (ids) => ids.filter((id) => id !== '')),
    ],
  },
  'WRK-026': {
    needs: { resources: ['users', 'user fields'], changes: 'reversible' },
    async run(t) {
      const ids = t.resource('users').split(',')
      if (ids.length !== 101) t.inconclusive(`the resource 'users' has ${ids.length} ids, and the check needs 101`)
      const body = t.resource('user fields')
      served(t, await t.attempt('updateUsers', { path: { userId: ids.slice(0, 100) }, body }), 'an update of 100 users')
      const tooMany = await t.attempt('updateUsers', { path: { userId: ids }, body })
      expectError(t, tooMany, { what: 'an update of 101 users', status: 400 })
    },
    sabotage: [
      on('updateUsers', seesIds, (ids) => ids.slice(0, 100)),
      on('updateUsers', seesIds, (ids) => (ids.length > 99 ? [...ids, 'KUAAAA01', 'KUAAAA01'] : ids)),
    ],
  },
}
