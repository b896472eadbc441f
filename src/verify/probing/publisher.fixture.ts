import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { document } from './publisher-document.fixture.ts'
import type { Fault } from './publisher-faults.fixture.ts'

type Record_ = Record<string, unknown>

const tokens: Readonly<Record<string, string>> = { 'Bearer token-of-ada': 'ada', 'Bearer token-of-ben': 'ben' }

class Refusal extends Error {
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

const ajv = new Ajv2020({ strict: false, allErrors: false })
addFormats.default(ajv)
ajv.addSchema({ $id: 'api', components: document.components })
const strings = new Ajv2020({ strict: false, coerceTypes: true })
addFormats.default(strings)
strings.addSchema({ $id: 'api', components: document.components })

const known = new Map<string, ValidateFunction>()

function compiled(compiler: Ajv2020, schema: string): ValidateFunction {
  const key = `${compiler === ajv} ${schema}`
  const validator = known.get(key) ?? compiler.compile(JSON.parse(schema))
  known.set(key, validator)
  return validator
}

/** A server of the document, which keeps it but for one fault. */
export function startPublisher(fault: Fault | undefined): Server {
  const is = (...names: Fault[]) => fault !== undefined && names.includes(fault)
  let last = 100
  const stores = new Map<string, Map<string, Record_>>()
  const store = (name: string) => {
    const known = stores.get(name) ?? new Map<string, Record_>()
    stores.set(name, known)
    return known
  }
  for (let id = 1; id <= (is('default of limit') ? 25 : 3); id++)
    store('projects').set(String(id), {
      id,
      name: `project ${id}`,
      budget: (id * 7) % 5,
      status: 'draft',
      summary: null,
      tags: [],
    })
  store('books').set('978-0', { isbn: '978-0', title: 'Of somebody', price: 7, genre: 'poetry' })
  const idempotent = new Map<string, Record_>()

  return createServer((request, response) => void handle(request, response))

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, value?: unknown, headers: Record<string, string> = {}) => {
      const type = is('wrong media type') && status === 200 ? 'text/html' : 'application/json'
      const shown = status >= 400 && is('wrong error shape') ? { reason: 'no' } : value
      response.writeHead(status, { ...(value !== undefined && { 'content-type': type }), ...headers })
      response.end(value === undefined ? undefined : JSON.stringify(shown))
    }
    try {
      const raw = await text(request)
      const { status = 200, value, headers, body } = answer(request, raw)
      if (body !== undefined) return void response.writeHead(status, headers).end(body)
      send(status, value, headers)
    } catch (error) {
      if (error instanceof Refusal) return send(error.status, { message: error.message }, error.headers)
      send(500, { message: 'oh' })
    }
  }

  interface Answer {
    status?: number
    value?: unknown
    headers?: Record<string, string>
    body?: string
  }

  function answer(request: IncomingMessage, raw: string): Answer {
    const { method = '' } = request
    const url = new URL(request.url ?? '', 'http://publisher')
    const names = url.pathname.split('/').slice(1).map(decodeURIComponent)
    const template = Object.keys(document.paths).find((path) =>
      new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname),
    )
    if (template === undefined) throw new Refusal(404, 'no such path')
    const item = document.paths[template as keyof typeof document.paths] as Record<string, Record_>
    const operation = item[method.toLowerCase()]
    if (!operation || method === 'PARAMETERS') {
      if (is('undeclared methods')) return { value: {} }
      const allow = Object.keys(item)
        .filter((one) => one !== 'parameters')
        .map((one) => one.toUpperCase())
      throw new Refusal(405, 'no such method', is('405 without Allow') ? {} : { allow: allow.join(', ') })
    }
    const { authorization = '' } = request.headers
    const user = tokens[authorization] ?? (is('any token') && authorization !== '' ? 'ada' : undefined)
    if (operation.security === undefined && user === undefined && !is('takes anyone'))
      throw new Refusal(401, 'who are you?')
    const body = bodyOf(operation, raw, request)
    const query = queryOf(item, operation, url, request)
    return route(template, method, { names, body, query, user: user ?? 'nobody', request })
  }

  function bodyOf(operation: Record_, raw: string, request: IncomingMessage): Record_ {
    const { requestBody } = operation as { requestBody?: { content: Record_ } }
    if (!requestBody) return {}
    if (raw === '' && is('500 on no body')) throw new Error('no body')
    if (request.headers['content-type']?.startsWith('application/json') !== true) throw new Refusal(400, 'no JSON')
    let value: unknown
    try {
      value = JSON.parse(raw)
    } catch {
      throw new Refusal(400, 'no JSON')
    }
    if (value === null && is('500 on null')) throw new Error('null')
    if (Array.isArray(value) && is('500 on a list')) throw new Error('list')
    const members = Object.entries(Object(value)) as [string, unknown][]
    const texts = members.map(([, member]) => member)
    if (is('500 on an empty text') && texts.includes('')) throw new Error('empty')
    if (is('500 on a number for a text') && typeof Object(value).name === 'number') throw new Error('number')
    if (is('500 on what is not ASCII') && texts.some((one) => typeof one === 'string' && /[^\0-\x7f]/.test(one)))
      throw new Error('ASCII')
    if (is('500 on special characters') && texts.some((one) => typeof one === 'string' && /[%'"\\]/.test(one)))
      throw new Error('special')
    if (is('500 on null of a nullable') && Object(value).summary === null) throw new Error('null')
    if (is('500 above 2^31') && texts.some((one) => typeof one === 'number' && one >= 2 ** 31)) throw new Error('range')
    if (is('500 on a long text') && texts.some((one) => typeof one === 'string' && one.length > 255))
      throw new Error('long')
    const schema = (requestBody.content['application/json'] as { schema: Record_ }).schema
    validate(schema, value)
    return value as Record_
  }

  function validate(schema: Record_, value: unknown): void {
    const { $ref } = schema as { $ref?: string }
    const whole = JSON.parse(
      JSON.stringify($ref ? document.components.schemas[$ref.split('/').at(-1) as 'Book'] : schema),
    )
    const loosen = (change: (node: Record_) => void) => {
      const walk = (node: unknown) => {
        if (typeof node !== 'object' || node === null) return
        change(node as Record_)
        for (const member of Object.values(node)) walk(member)
      }
      walk(whole)
    }
    if (is('required not enforced')) loosen((node) => delete node.required)
    if (is('takes unknown members')) loosen((node) => delete node.additionalProperties)
    if (is('maxLength not enforced')) loosen((node) => delete node.maxLength)
    if (is('minimum not enforced')) loosen((node) => delete node.minimum)
    if (is('pattern not enforced')) loosen((node) => delete node.pattern)
    if (is('format not enforced')) loosen((node) => delete node.format)
    if (is('uniqueItems not enforced')) loosen((node) => delete node.uniqueItems)
    if (is('maxItems not enforced')) loosen((node) => delete node.maxItems)
    if (is('enum not enforced')) loosen((node) => delete node.enum)
    if (is('enum not enforced alone') && Object(value).summary === undefined) loosen((node) => delete node.enum)
    if (is('nested type not enforced'))
      loosen((node) => Object(node.properties).email && delete (node.properties as Record<string, Record_>).email?.type)
    const validator = compiled(ajv, JSON.stringify(whole).replaceAll('"#/components', '"api#/components'))
    if (!validator(value)) throw new Refusal(400, ajv.errorsText(validator.errors))
  }

  function queryOf(item: Record<string, unknown>, operation: Record_, url: URL, request: IncomingMessage): Record_ {
    const parameters = [...((item.parameters as Record_[]) ?? []), ...((operation.parameters as Record_[]) ?? [])]
    const values: Record_ = {}
    const template = url.pathname.split('/')
    for (const { name, in: place, required, schema } of parameters as {
      name: string
      in: string
      required: boolean
      schema: Record_
    }[]) {
      const path = Object.keys(document.paths).find((one) => document.paths[one as '/books'] === item) ?? ''
      const names =
        place === 'header' && is('header by its case')
          ? request.rawHeaders
          : request.rawHeaders.map((one) => one.toLowerCase())
      const at = names.findIndex(
        (one, index) => index % 2 === 0 && one === (is('header by its case') ? name : name.toLowerCase()),
      )
      const given =
        place === 'query'
          ? (url.searchParams.get(name) ?? undefined)
          : place === 'header'
            ? at < 0
              ? undefined
              : request.rawHeaders[at + 1]
            : decodeURIComponent(template[path.split('/').indexOf(`{${name}}`)] ?? '')
      if (given === undefined) {
        if (required && !is('required parameters not enforced')) throw new Refusal(400, `${place} ${name} is missing`)
        continue
      }
      if (is('500 on any filter') && name === 'genre') throw new Error('filter')
      if (is('500 on a large offset') && name === 'offset' && Number(given) > 2 ** 31) throw new Error('offset')
      if (is('500 on a key of another form') && place === 'path' && schema.type === 'integer' && !/^-?\d+$/.test(given))
        throw new Error('key')
      if (
        is('500 on a key that is no UUID') &&
        place === 'path' &&
        schema.format === 'uuid' &&
        !/^[\da-f-]{36}$/.test(given)
      )
        throw new Error('key')
      const box = { value: given as unknown }
      const enforced = is('maximum of a parameter not enforced') ? { ...schema, maximum: undefined } : schema
      const isValid = compiled(strings, JSON.stringify({ type: 'object', properties: { value: enforced } }))(box)
      if (!isValid && !(place === 'path' && is('invalid keys taken')))
        throw new Refusal(400, `${place} ${name} is wrong`)
      values[name] = box.value
    }
    return values
  }

  interface Call {
    names: string[]
    body: Record_
    query: Record_
    user: string
    request: IncomingMessage
  }

  function route(template: string, method: string, { names, body, query, user, request }: Call): Answer {
    const created = (value: Record_, headers = {}): Answer => ({
      status: is('wrong status') ? 200 : 201,
      value: shown(value),
      headers,
    })
    switch (template) {
      case '/status':
        return { value: { status: 'ok', version: '1' } }
      case '/projects': {
        if (method === 'POST') {
          const id = ++last
          const project = { status: 'draft', summary: null, tags: [], ...body, id }
          if (!is('not stored')) store('projects').set(String(id), project)
          const location = is('wrong Location') ? `/project/${id}` : `/projects/${id}`
          return created(project, { location })
        }
        let list = [...store('projects').values()]
        if (query.status !== undefined && !is('filter ignored'))
          list = list.filter(({ status }) => status === query.status)
        const by = query.sort === undefined ? 0 : query.sort === 'budget' ? 1 : -1
        if (by !== 0 && !is('sort ignored')) list.sort((one, two) => by * (Number(one.budget) - Number(two.budget)))
        if (is('not listed')) list = list.filter(({ id }) => Number(id) < 100)
        const total = list.length
        const offset = is('offset ignored') ? 0 : Number(query.offset ?? 0)
        const limit = Number(query.limit ?? (is('default of limit') ? 1000 : 20))
        if (!is('limit ignored')) list = list.slice(offset, offset + limit)
        const count = is('wrong header') ? 'many' : String(total)
        return { value: list.map((one) => shown(one)), headers: is('missing header') ? {} : { 'x-total-count': count } }
      }
      case '/projects/{projectId}':
        return record('projects', String(query.projectId), method, body)
      case '/projects/{projectId}/tasks':
      case '/projects/{projectId}/tasks/{taskId}': {
        if (!store('projects').has(String(query.projectId))) throw new Refusal(404, 'no such project')
        const name = `tasks of ${query.projectId}`
        if (query.taskId !== undefined) return record(name, String(query.taskId), method, body)
        if (method === 'GET') return { value: [...store(name).values()].map((one) => shown(one)) }
        const id = ++last
        store(name).set(String(id), { ...body, id })
        return created({ ...body, id })
      }
      case '/notes': {
        if (method === 'GET')
          return { value: [...store('notes').values()].filter((note) => note.user === user).map((one) => shown(one)) }
        const given = request.headers['idempotency-key']
        const known = typeof given === 'string' && !is('idempotency ignored') ? idempotent.get(given) : undefined
        const note = known ?? { ...body, id: randomUUID(), user }
        if (typeof given === 'string') idempotent.set(given, note)
        store('notes').set(String(note.id), note)
        return created(note)
      }
      case '/notes/{noteId}': {
        const note = store('notes').get(String(query.noteId))
        if (note && note.user !== user && !is('note of another user')) throw new Refusal(404, 'no such note')
        return record('notes', String(query.noteId), method, body)
      }
      case '/labels':
        return { value: [...store('labels').values()].map((one) => shown(one)) }
      case '/labels/{name}': {
        const name = String(query.name)
        if (method !== 'PUT') return record('labels', name, method, body)
        const isNew = !store('labels').has(name)
        if (!isNew && is('500 on a second PUT')) throw new Error('twice')
        store('labels').set(name, { ...body, name })
        return isNew ? created({ ...body, name }) : { value: { ...body, name } }
      }
      case '/books': {
        if (method === 'POST') {
          if (store('books').has(String(body.isbn))) {
            if (is('500 on a duplicate')) throw new Error('twice')
            throw new Refusal(409, 'there is such a book')
          }
          store('books').set(String(body.isbn), body)
          return created(body)
        }
        let list = [...store('books').values()]
        if (query.genre !== undefined && !is('text filter ignored'))
          list = list.filter(({ genre }) => genre === query.genre)
        if (query.min_price !== undefined && !is('bound ignored'))
          list = list.filter(({ price }) => Number(price) >= Number(query.min_price))
        return {
          value: {
            data: list.map((one) => shown(one)),
            total: is('wrong type in a list') ? String(list.length) : list.length,
          },
        }
      }
      case '/books/{isbn}':
        return record('books', String(query.isbn), method, body)
      case '/events': {
        if (method === 'GET') return { value: [...store('events').values()].map((one) => shown(one)) }
        if (Date.parse(String(body.end)) <= Date.parse(String(body.start)))
          throw new Refusal(422, 'the end is before the start')
        const id = ++last
        store('events').set(String(id), { ...body, id })
        return created({ ...body, id })
      }
      case '/events/{eventId}':
        return record('events', String(query.eventId), method, body)
      case '/reports':
        return { value: { year: query.year, sum: 1.5 } }
      case '/export': {
        const books = [...store('books').values()].map((one) => shown(one))
        const csv = {
          headers: { 'content-type': is('undocumented media type') ? 'text/plain' : 'text/csv' },
          body: 'isbn\n',
        }
        return /text\/csv/.test(request.headers.accept ?? '') && !/json/.test(request.headers.accept ?? '')
          ? csv
          : { value: books }
      }
      default:
        for (const records of stores.values()) records.clear()
        return { status: 204, ...(names.length > 0 && {}) }
    }
  }

  function record(name: string, key: string, method: string, body: Record_): Answer {
    const records = store(name)
    const known = records.get(key)
    if (!known) {
      if (method === 'DELETE' && is('500 on a second DELETE')) throw new Error('twice')
      throw new Refusal(404, 'there is no such thing')
    }
    if (method === 'DELETE') {
      if (!is('not deleted')) records.delete(key)
      return { status: 204 }
    }
    if (method === 'GET') {
      if (is('500 on every read')) throw new Error('read')
      return { value: shown(known, true) }
    }
    const isPatch = method === 'PATCH'
    const { id, user, ...members } = known
    const kept = isPatch && !is('patch loses members') ? members : {}
    const next = {
      ...(isPatch ? {} : { status: 'draft', summary: null, tags: [] }),
      ...kept,
      ...body,
      ...(id !== undefined && { id }),
      ...(user !== undefined && { user }),
    } as Record_
    if (isPatch && is('patch loses members'))
      Object.assign(next, { name: known.name, budget: known.budget, status: known.status, text: known.text })
    if (is('a member ignored') && !isPatch && known.budget !== undefined) next.budget = known.budget
    if (name.startsWith('tasks')) for (const one of ['status', 'summary', 'tags']) delete next[one]
    if (!is('lost update')) records.set(key, next)
    return { status: isPatch && is('undocumented success') ? 202 : 200, value: shown(next) }
  }

  function shown({ user: _, pin, ...value }: Record_, isRead = false): Record_ {
    const more = is('write-only shown') && pin !== undefined ? { pin } : {}
    if (!isRead) return { ...value, ...more }
    if (is('missing member')) delete value.name
    if (is('wrong type')) return { ...value, ...more, ...(value.title !== undefined && { title: 7 }) }
    if (is('null shown') && value.title !== undefined && value.hours === undefined) return { ...value, hours: null }
    return { ...value, ...more }
  }
}
