import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseJson } from '../json-text.ts'
import { listenOnLoopback } from '../listen-on-loopback.fixture.ts'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { callCommand } from './call-command.fixture.ts'

type Body = Record<string, unknown>
type Schema = Record<string, unknown>

const ok = { description: 'Done.' }
const object = { type: 'object' }
const text_ = { type: 'string' }
const answers = { 200: ok, 201: ok, 400: ok, 401: ok, 404: ok }
const get = { responses: { 200: { description: 'Shown.', content: { 'application/json': { schema: {} } } }, 404: ok } }
const act = (operationId: string, more: object = {}) => ({ operationId, responses: answers, ...more })
const bodyOf = (schema: Schema) => ({ requestBody: { required: true, content: { 'application/json': { schema } } } })
const named = (name: Schema) => bodyOf({ type: 'object', required: ['name'], properties: { name } })
const at = (name: string, schema: Schema = text_, example?: string) => ({
  parameters: [{ name, in: 'path', required: true, schema, ...(example && { example }) }],
})
const task = bodyOf({
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string', minLength: 1, maxLength: 60 }, priority: { type: 'integer', maximum: 5 } },
})
const seven = { type: 'integer', example: 7 }
const main = { type: 'string', enum: ['main', 'dev'] }

/** Operations that can harm others, each in its own shape. All that they need to be called stands in the document. */
const paths: Record<string, Record<string, unknown>> = {
  '/items': {
    get,
    post: act('createItem', named(text_)),
    put: act('replaceItems', bodyOf({ type: 'array', items: object })),
  },
  '/items/{itemId}': { ...at('itemId'), get, delete: act('deleteItem') },
  '/buckets': { get, post: act('createBucket', named(text_)), delete: act('deleteBuckets') },
  '/buckets/{name}': { ...at('name'), get, delete: act('deleteBucket'), patch: act('patchBucket', named(text_)) },
  '/buckets/bulk_delete': { post: act('bulkDelete', bodyOf(object)) },
  '/buckets/search': { post: { ...act('searchBuckets', bodyOf(object)), summary: 'Finds buckets. Changes nothing.' } },
  '/admin/storage': { delete: act('dropStorage') },
  '/settings': { get, put: act('replaceSettings', named(text_)), patch: act('patchSettings', named(text_)) },
  '/branches': { get, post: act('createBranch', named({ ...main })) },
  '/branches/{branch}': {
    ...at('branch', main),
    get,
    delete: act('deleteBranch'),
    put: act('pushBranch', named(text_)),
  },
  '/flags': { get },
  '/flags/{flag}': { ...at('flag', main, 'main'), get, put: act('putFlag', named(text_)), delete: act('deleteFlag') },
  '/codes': { get, post: act('createCode', named({ type: 'string', minLength: 3, maxLength: 3, pattern: '^abc$' })) },
  '/codes/{name}': { ...at('name'), get, delete: act('deleteCode') },
  '/accounts': { get },
  '/accounts/{accountId}': { ...at('accountId'), get },
  '/transfers': {
    get,
    post: act(
      'createTransfer',
      bodyOf({ type: 'object', required: ['from'], properties: { from: { ...text_, example: 'acc-1' } } }),
    ),
  },
  '/transfers/{transferId}': { ...at('transferId'), get, delete: act('deleteTransfer') },
  '/payments': {
    get,
    post: act('createPayment', bodyOf({ type: 'object', required: ['accountId'], properties: { accountId: text_ } })),
  },
  '/payments/{paymentId}': { ...at('paymentId'), get, delete: act('deletePayment') },
  '/accounts/{accountId}/notes': { ...at('accountId'), get, post: act('createNote', named(text_)) },
  '/accounts/{accountId}/notes/{noteId}': {
    parameters: [...at('accountId').parameters, ...at('noteId').parameters],
    get,
    delete: act('deleteNote'),
  },
  '/accounts/{accountId}/close': { ...at('accountId', text_, 'acc-1'), post: act('closeAccount') },
  '/twins': { get, post: act('createTwin', named(text_)) },
  '/twins/{twinId}': { ...at('twinId'), get, delete: act('deleteTwin'), patch: act('patchTwin', named(text_)) },
  '/climbers': { get, post: act('createClimber', named(text_)) },
  '/climbers/{climberId}': { ...at('climberId'), get, delete: act('deleteClimber') },
  '/logs': {
    delete: act('purgeLogs', { parameters: [{ name: 'before', in: 'query', required: true, schema: text_ }] }),
  },
  // Keys of others in a list of numbers, in the query, in a header, and a name that is taken where no read shows it.
  '/tickets': { get, post: act('createTicket', named(text_)) },
  '/tickets/{ticketId}': { ...at('ticketId', { type: 'integer' }), get, delete: act('deleteTicket') },
  '/archives': {
    get,
    post: act(
      'createArchive',
      bodyOf({ type: 'object', required: ['members'], properties: { members: { type: 'array', items: seven } } }),
    ),
  },
  '/archives/{archiveId}': { ...at('archiveId'), get, delete: act('deleteArchive') },
  '/comments': {
    get,
    post: act('createComment', {
      ...named(text_),
      parameters: [{ name: 'accountId', in: 'query', required: true, schema: text_, example: 'acc-1' }],
    }),
  },
  '/comments/{commentId}': { ...at('commentId'), get, delete: act('deleteComment') },
  '/orders': {
    get,
    post: act('createOrder', {
      ...named(text_),
      parameters: [{ name: 'X-Payer', in: 'header', required: true, schema: text_, example: 'acc-1' }],
    }),
  },
  '/orders/{orderId}': { ...at('orderId'), get, delete: act('deleteOrder') },
  '/sessions': {
    get,
    delete: act('endSessions', {
      parameters: [{ name: 'sessionId', in: 'query', required: true, schema: text_, example: 's-1' }],
    }),
  },
  '/labels': { get, post: act('createLabel', named(text_)) },
  '/labels/{labelId}': { ...at('labelId'), put: act('putLabel', named({ ...main })), delete: act('deleteLabel') },
  '/slots': { get },
  '/slots/{slot}': {
    ...at('slot', { type: 'integer', minimum: 1, maximum: 2 }),
    put: act('putSlot', named(text_)),
    delete: act('deleteSlot'),
  },
  '/tasks': {
    get: {
      ...get,
      parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } }],
    },
    post: act('createTask', task),
  },
  '/tasks/{taskId}': { ...at('taskId'), get, put: act('putTask', task), delete: act('deleteTask') },
  '/{tenant}/rows': { ...at('tenant', main), get, post: act('createRow', named(text_)), delete: act('deleteRows') },
  '/{tenant}/rows/{rowId}': {
    parameters: [...at('tenant', main).parameters, ...at('rowId').parameters],
    get,
    delete: act('deleteRow'),
  },
}

let others: Record<string, Body[]>
let made: number
/** Most records that one collection has had. */
let peak: number
let seen: string[]
let url: string
let file: string
const server = createServer((request, response) => void answer(request, response))

function storeOfOthers(): Record<string, Body[]> {
  const of = (...names: string[]) => names.map((name) => ({ id: name, name, owner: 'somebody' }))
  return {
    ...{
      items: of('i-1', 'i-2'),
      buckets: of('photos', 'main'),
      branches: of('main', 'dev'),
      flags: of('main', 'dev'),
    },
    ...{
      codes: of('abc'),
      accounts: of('acc-1', 'acc-2'),
      transfers: of('t-1'),
      payments: of('p-1'),
      notes: of('n-1'),
    },
    ...{ twins: [...of('w-1', 'w-2'), ...of('admin')], climbers: of('c-1'), logs: of('l-1'), rows: of('main') },
    ...{ settings: of('settings'), admin: of('storage'), comments: [], orders: [], archives: [] },
    ...{ sessions: of('s-1', 's-2'), labels: of('main', 'dev'), slots: of('1', '2') },
    tasks: of(...Array.from({ length: 15 }, (_, index) => `t-${index}`)),
    tickets: [{ id: 7, name: 'seven', owner: 'somebody' }],
  }
}

beforeEach(async () => {
  others = storeOfOthers()
  made = 0
  peak = 0
  seen = []
  file = join(mkdtempSync(join(temporaryFolder(), 'harm-')), 'api.json')
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info: { title: 'Harm', version: '1' }, paths }))
  url = `http://127.0.0.1:${await listenOnLoopback(server)}`
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Does what any caller asks: a POST replaces what has its name, and an account changes with what refers to it. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '' } = request
  const { pathname, searchParams } = new URL(request.url ?? '', url)
  const body = (parseJson(await text(request)) ?? {}) as Body
  seen.push(`${method} ${pathname}`)
  const send = (status: number, value: unknown = {}) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  const names = pathname.split('/').filter(Boolean)
  const [kind = '', key, action] = names[0] === 'accounts' && names[2] === 'notes' ? names.slice(2) : pathIn(names)
  others[kind] ??= []
  const records = others[kind]
  const known = records.find(({ id }) => String(id) === decodeURIComponent(key ?? ''))
  const touch = (name: unknown) => {
    for (const account of others.accounts ?? []) if (account.id === name) account.balance = 0
  }
  if (names[0] === 'accounts' && method !== 'GET') touch(names[1])
  if (method === 'POST' && (kind === 'comments' || kind === 'orders'))
    touch(searchParams.get('accountId') ?? request.headers['x-payer'])
  if (kind === 'archives' && method === 'POST' && Array.isArray(body.members))
    for (const ticket of others.tickets ?? []) if (body.members.includes(ticket.id)) ticket.isArchived = true
  if (kind === 'labels' && method === 'PUT') {
    const taken = records.findIndex(({ name, id }) => name === body.name && String(id) !== key)
    if (taken >= 0) records.splice(taken, 1)
  }
  if (method === 'GET') {
    if (kind === 'settings') return void send(200, records[0])
    // A page shows only the first.
    const most = kind === 'twins' ? 1 : kind === 'tasks' ? Number(searchParams.get('limit') ?? 20) : records.length
    if (key === undefined) return void send(200, records.slice(0, most))
    return void (known ? send(200, known) : send(404))
  }
  const isWhole = key === undefined || key === 'bulk_delete' || key === 'search' || key === 'storage'
  if (isWhole && (method !== 'POST' || key !== undefined)) {
    records.splice(0, records.length, ...(kind === 'settings' ? [{ ...body, id: 'settings' }] : []))
    return void send(200)
  }
  if (method === 'POST' && key === undefined) {
    if (kind === 'transfers' || kind === 'payments') for (const value of Object.values(body)) touch(value)
    const taken = records.findIndex(({ name }) => name === body.name && body.name !== undefined)
    const id = kind === 'buckets' || kind === 'codes' || kind === 'branches' ? body.name : `own-${++made}`
    if (taken >= 0) records.splice(taken, 1)
    records.push({ ...body, id })
    peak = Math.max(peak, records.length)
    const shown = { twins: 'admin', climbers: '..%2F..%2Fadmin%2Fstorage' }[kind] ?? id
    return void send(201, { ...body, id: shown })
  }
  if (action !== undefined) return void send(200)
  if (method === 'DELETE') {
    if (known) records.splice(records.indexOf(known), 1)
    return void send(known ? 200 : 404)
  }
  if (known) Object.assign(known, body, { owner: 'changed' })
  else records.push({ ...body, id: key })
  send(200, known ?? body)
}

function pathIn(names: readonly string[]): readonly string[] {
  return names[1] === 'rows' ? names.slice(1) : names
}

/** What the run has not made itself, under a key of its own. */
function ofSomebody(): Body[] {
  const isOwn = (id: unknown) => /^rb[\da-f]{10}$/.test(String(id))
  return Object.values(others).flatMap((records) =>
    records.filter(({ id, owner }) => owner !== undefined && !isOwn(id)),
  )
}

async function verify(...flags: string[]) {
  const undo = ['--undo-file', `${file}.undo`, '--settle', '0']
  const { code, stdout } = await callCommand([
    ...['verify', file, '--base-url', url, '--report', `json=${file}.report`],
    ...['--max-requests', '500'],
    ...undo,
    ...flags,
  ])
  return { code, stdout, report: readFileSync(`${file}.report`, 'utf8') }
}

it.each([
  ['nothing', 0],
  ['reversible', 4],
  ['lasting', 4],
])('leaves each record of others as it was under --allow %s', async (allow, least) => {
  const before = structuredClone(ofSomebody())
  await verify('--allow', allow)
  expect(ofSomebody()).toEqual(before)
  expect(seen.filter((line) => line.startsWith('POST')).length).toBeGreaterThanOrEqual(least)
  expect(seen.join('\n')).not.toMatch(/\.\.|storage|bulk_delete|search|close/)
})

it('takes back what a probe has made before the next one, so that the list shows few things of the run', async () => {
  const { report } = await verify('--allow', 'reversible', '--only', 'Task')
  expect(others.tasks).toEqual(storeOfOthers().tasks)
  expect(peak).toBeLessThan(15 + 10)
  expect(JSON.parse(report).results.flatMap(({ stays = [] }: { stays?: string[] }) => stays)).toEqual([])
  expect(seen.filter((line) => line === 'POST /tasks').length).toBeGreaterThan(40)
  expect(seen.some((line) => line.startsWith('PUT /tasks/own-'))).toBe(true)
})

it('calls each of these operations, and no other, where the caller has named it', async () => {
  await verify('--may', 'deleteBuckets', '--may', 'replaceSettings')
  const writes = new Set(seen.filter((line) => !line.startsWith('GET')))
  expect([...writes].sort()).toEqual(['DELETE /buckets', 'POST /buckets', 'PUT /settings'])
  const [settings] = others.settings ?? []
  expect(settings).toEqual({ id: 'settings', name: 'settings', owner: 'somebody' })
  expect(others.buckets?.map(({ name }) => name).sort()).toEqual(['main', 'photos'])
})

it.each(['nothing', 'reversible', 'lasting'])(
  'calls what was named under --allow %s, and tells what it cannot put back',
  async (allow) => {
    const named = ['--may', 'replaceSettings', '--may', 'closeAccount', '--only', 'replaceSettings|closeAccount']
    const { stdout } = await verify('--allow', allow, '--no-probe', ...named)
    expect(seen).toEqual(expect.arrayContaining(['PUT /settings', 'POST /accounts/acc-1/close']))
    expect(others.settings).toEqual(storeOfOthers().settings)
    expect(stdout).toContain('what closeAccount changed, since no document shows how to take it back')
    expect(stdout).not.toContain('what replaceSettings changed')
  },
)

it('harms others where everything is allowed, so that this server shows what the tests above are about', async () => {
  const { stdout } = await verify('--allow', 'lasting', '--may', 'all')
  const writes = ['DELETE /admin/storage', 'POST /buckets/bulk_delete', 'DELETE /logs', 'POST /accounts/acc-1/close']
  expect(seen).toEqual(expect.arrayContaining(writes))
  expect(ofSomebody()).not.toEqual(Object.values(storeOfOthers()).flat())
  expect(stdout).toContain('what purgeLogs changed')
  expect(stdout).not.toContain('what putTask changed')
})

it('says in a plan what would change what belongs to others', async () => {
  const { code, stdout } = await callCommand([
    ...['verify', 'plan', file, '--base-url', url],
    ...['--allow', 'lasting', '--may', 'deleteBuckets'],
  ])
  expect([code, seen]).toEqual([0, []])
  expect(stdout).toContain('DELETE /buckets may change what belongs to others, since it was named: --may deleteBuckets')
  expect(stdout).toMatch(/--may replaceItems allows it: replaceItems\/200/)
  expect(stdout).toMatch(/^ {4}DELETE \/items\/\{itemId\} {2}by .*createItem\/200/m)
})

it('refuses --may for an operation that no document has', async () => {
  const { code, stderr } = await callCommand(['verify', file, '--base-url', url, '--may', 'deleteBucket5'])
  expect([code, seen]).toEqual([2, []])
  expect(stderr).toContain("--may deleteBucket5: there is no operation of this ID; did you mean 'deleteBuckets'?")
})
