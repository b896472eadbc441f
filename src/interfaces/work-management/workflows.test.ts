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

describe('workflows', () => {
  it('WRK-012: the list of the account has the workflows of all spaces too', async () => {
    const { status, body } = await call('GET /workflows')
    expect(status).toBe(200)
    expect(body.kind).toBe('workflows')
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['WFAAAA01', 'WFAAAA02', 'WFAAAA03'])
  })

  it('WRK-014: the list of a space has its workflows only, and may be empty', async () => {
    expect(await call('GET /spaces/SPAAAA01/workflows')).toEqual({
      status: 200,
      body: {
        kind: 'workflows',
        data: [{ id: 'WFAAAA02', name: 'Editorial', standard: false, hidden: false, spaceId: 'SPAAAA01' }],
      },
    })
    expect((await call('GET /spaces/SPAAAA02/workflows')).body.data).toMatchObject([{ id: 'WFAAAA03' }])
    expect((await call('GET /spaces/SPAAAA03/workflows')).body).toEqual({ kind: 'workflows', data: [] })
  })

  it.each(['SPAAAA99', '__proto__', 'constructor', '%00'])('WRK-007: there is no space %s', async (id) => {
    const { status, body } = await call(`GET /spaces/${id}/workflows`)
    expect(status).toBe(404)
    expect(body).toEqual({
      error: 'resource_not_found',
      errorDescription: `There is no space ${decodeURIComponent(id)}.`,
    })
  })

  it('WRK-016: a created workflow is answered with its id, and then in the list of the account alone', async () => {
    const created = { id: 'WFAAAA04', name: 'Release', standard: false, hidden: false }
    expect(await call('POST /workflows', { name: 'Release' })).toEqual({
      status: 200,
      body: { kind: 'workflows', data: [created] },
    })
    expect((await call('GET /workflows')).body.data.at(-1)).toEqual(created)
    for (const space of ['SPAAAA01', 'SPAAAA02']) {
      expect((await call(`GET /spaces/${space}/workflows`)).body.data).toHaveLength(1)
    }
  })

  it('WRK-016: any fields are kept as they are sent, but the id is the server’s', async () => {
    const { body } = await call('POST /workflows', { id: 5, hidden: true, stages: [{ name: 'a' }] })
    expect(body.data).toEqual([{ id: 'WFAAAA04', standard: false, hidden: true, stages: [{ name: 'a' }] }])
  })

  it('WRK-014: a workflow that names a space is in its list', async () => {
    await call('POST /workflows', { name: 'Release', spaceId: 'SPAAAA03' })
    await call('PUT /workflows/WFAAAA02', { spaceId: 'SPAAAA03' })
    expect((await call('GET /spaces/SPAAAA03/workflows')).body.data).toMatchObject([
      { id: 'WFAAAA02' },
      { id: 'WFAAAA04' },
    ])
    expect((await call('GET /spaces/SPAAAA01/workflows')).body.data).toEqual([])
  })

  it('WRK-016: a body may be absent or empty', async () => {
    expect((await call('POST /workflows')).body.data).toEqual([{ id: 'WFAAAA04', standard: false, hidden: false }])
    expect((await call('POST /workflows', {})).body.data).toMatchObject([{ id: 'WFAAAA05' }])
  })

  it('WRK-016: workflows created at the same time get an id each', async () => {
    const created = await Promise.all(Array.from({ length: 200 }, (_, number) => call('POST /workflows', { number })))
    expect(new Set(created.map(({ body }) => body.data[0].id)).size).toBe(200)
    expect((await call('GET /workflows')).body.data).toHaveLength(203)
  })

  it('WRK-018: an update sets the given fields, keeps the others, and is there to be read', async () => {
    const renamed = { id: 'WFAAAA02', name: 'Editorial review', standard: false, hidden: false, spaceId: 'SPAAAA01' }
    expect(await call('PUT /workflows/WFAAAA02', { name: 'Editorial review' })).toEqual({
      status: 200,
      body: { kind: 'workflows', data: [renamed] },
    })
    expect((await call('GET /spaces/SPAAAA01/workflows')).body.data).toEqual([renamed])
  })

  it('WRK-018: an update without a body, or of nothing, changes nothing', async () => {
    const before = (await call('GET /workflows')).body
    expect((await call('PUT /workflows/WFAAAA02')).status).toBe(200)
    expect((await call('PUT /workflows/WFAAAA02', {})).status).toBe(200)
    expect((await call('GET /workflows')).body).toEqual(before)
  })

  it('WRK-005: the id in the path says which workflow, whatever id is sent', async () => {
    expect((await call('PUT /workflows/WFAAAA02', { id: 'WFAAAA01', name: 'x' })).body.data).toMatchObject([
      { id: 'WFAAAA02', name: 'x' },
    ])
    expect((await call('GET /workflows')).body.data[0]).toMatchObject({ id: 'WFAAAA01', name: 'Default workflow' })
    expect((await call('PUT /workflows/WFAAAA99', {})).body).toEqual({
      error: 'resource_not_found',
      errorDescription: 'There is no workflow WFAAAA99.',
    })
  })

  it('WRK-018: of many updates of one workflow at the same time, none is lost', async () => {
    await Promise.all(
      Array.from({ length: 200 }, (_, number) => call('PUT /workflows/WFAAAA02', { [`field${number}`]: number })),
    )
    const [, { id, ...fields }] = (await call('GET /workflows')).body.data
    expect(id).toBe('WFAAAA02')
    expect(Object.keys(fields).filter((key) => key.startsWith('field'))).toHaveLength(200)
  })
})
