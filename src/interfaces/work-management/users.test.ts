import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'

const mock = openMock('work-management')
let session: string

beforeEach(() => {
  session = randomUUID()
})

async function call(target: string, body?: string | object, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = target.split(' ')
  const sent = typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body)
  const response = await fetch(`${mock.origin}/work-management${path}`, {
    method,
    headers: {
      authorization: 'Bearer work-management.example-full',
      'x-mock-session': session,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: sent }),
  })
  return { status: response.status, body: await response.json() }
}

const ada = {
  id: 'KUAAAA01',
  firstName: 'Ada',
  lastName: 'Moreau',
  userTypeId: 'UTAAAA01',
  locale: 'en',
  deleted: false,
}
const ben = {
  id: 'KUAAAA02',
  firstName: 'Ben',
  lastName: 'Varga',
  userTypeId: 'UTAAAA01',
  locale: 'de',
  deleted: false,
}
const cleo = {
  id: 'KUAAAA03',
  firstName: 'Cleo',
  lastName: 'Okafor',
  userTypeId: 'UTAAAA01',
  locale: 'fr',
  deleted: true,
}

describe('users', () => {
  it.each([ada, ben, cleo])('WRK-020: a user is read by id: $firstName', async (user) => {
    expect(await call(`GET /users/${user.id}`)).toEqual({ status: 200, body: { kind: 'users', data: [user] } })
  })

  it.each(['KUAAAA99', 'KUAAAA01,KUAAAA02', 'kuaaaa01', '__proto__'])(
    'WRK-006: there is no user %s to read',
    async (id) => {
      expect(await call(`GET /users/${id}`)).toEqual({
        status: 404,
        body: { error: 'resource_not_found', errorDescription: `There is no user ${id}.` },
      })
    },
  )

  it('WRK-022: an update of one user sets the given fields and keeps the others', async () => {
    const updated = { kind: 'users', data: [{ ...ada, userTypeId: 'UTAAAA02' }] }
    expect(await call('PUT /users/KUAAAA01', { userTypeId: 'UTAAAA02' })).toEqual({ status: 200, body: updated })
    expect((await call('GET /users/KUAAAA01')).body).toEqual(updated)
    expect((await call('GET /users/KUAAAA02')).body.data).toEqual([ben])
  })

  it('WRK-024: an update of several users updates all of them, and answers in the order of the path', async () => {
    const { status, body } = await call('PUT /users/KUAAAA03,KUAAAA01', { locale: 'it' })
    expect(status).toBe(200)
    expect(body).toEqual({
      kind: 'users',
      data: [
        { ...cleo, locale: 'it' },
        { ...ada, locale: 'it' },
      ],
    })
    expect((await call('GET /users/KUAAAA03')).body.data).toEqual([{ ...cleo, locale: 'it' }])
    expect((await call('GET /users/KUAAAA02')).body.data).toEqual([ben])
  })

  it('WRK-024: commas may be percent-encoded, and an id that is repeated is answered once', async () => {
    const { body } = await call('PUT /users/KUAAAA02%2CKUAAAA01,KUAAAA02', {})
    expect(body.data).toEqual([ben, ada])
  })

  it.each([
    ['KUAAAA01,KUAAAA99', 'There is no user KUAAAA99.'],
    ['KUAAAA01,,KUAAAA02', 'An id in the path is empty.'],
    ['KUAAAA01,', 'An id in the path is empty.'],
    [',', 'An id in the path is empty.'],
    ['KUAAAA01,__proto__', 'There is no user __proto__.'],
  ])('WRK-024: %s updates nobody', async (ids, errorDescription) => {
    expect(await call(`PUT /users/${ids}`, { locale: 'it' })).toEqual({
      status: 404,
      body: { error: 'resource_not_found', errorDescription },
    })
    expect((await call('GET /users/KUAAAA01')).body.data).toEqual([ada])
  })

  it('WRK-026: 100 ids are served, 101 are refused, and then nobody is updated', async () => {
    const ids = (count: number) => Array.from({ length: count }, () => 'KUAAAA01').join(',')
    expect(await call(`PUT /users/${ids(101)}`, { locale: 'it' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    })
    expect((await call('GET /users/KUAAAA01')).body.data).toEqual([ada])
    expect(await call(`PUT /users/${ids(100)}`, { locale: 'it' })).toMatchObject({
      status: 200,
      body: { data: [{ id: 'KUAAAA01', locale: 'it' }] },
    })
  })

  it('WRK-024: of overlapping batches at the same time, no field is lost', async () => {
    const batches = ['KUAAAA01,KUAAAA02', 'KUAAAA02,KUAAAA03', 'KUAAAA03,KUAAAA01']
    await Promise.all(
      Array.from({ length: 150 }, (_, number) => call(`PUT /users/${batches[number % 3]}`, { [`field${number}`]: 1 })),
    )
    for (const id of ['KUAAAA01', 'KUAAAA02', 'KUAAAA03']) {
      const [user] = (await call(`GET /users/${id}`)).body.data
      expect(Object.keys(user).filter((key) => key.startsWith('field'))).toHaveLength(100)
    }
  })
})
