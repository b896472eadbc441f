import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** Others, thought of part by part: what does a document promise beyond its schemas, and what would show that it is broken? */
export const depotFaults = [
  'page ignored',
  'page skips a thing',
  'cursor repeats',
  'cursor loses the last',
  'total wrong',
  'descending ignored',
  'order ignored',
  'boolean filter ignored',
  'date filter ignored',
  'filter hides a match',
  'search ignored',
  'list filter ignored',
  'limit ignored elsewhere',
  'tag does not change',
  'If-Match ignored',
  'If-None-Match ignored',
  'own tag refused',
  'null does not remove',
  'default not applied',
  'read-only written',
  'public asks for a token',
  'other user may delete',
  'shown under another parent',
  'list of all parents',
  'child outlives its parent',
  'Location of another thing',
  'link leads nowhere',
  'letters mangled',
  'fractions cut off',
  'list is stale',
  'patch of what is gone',
  'duplicate taken',
  'nested member lost',
  'part of a list lost',
  'cookie not enforced',
  'item of a parameter not enforced',
  'Accept ignored',
  'field of a form not enforced',
  'TRACE answered',
  'unknown key answered',
  'other media types taken',
  'HEAD fails',
  '500 without Accept-Language',
  'enum of a header not enforced',
  'switch answers a text',
  '500 on bytes that are no text',
  '500 on an undeclared method with a body',
  'int32 of a parameter not enforced',
  '500 on a star and more',
  '500 on a media type without its boundary',
] as const

export type DepotFault = (typeof depotFaults)[number]

type Members = Record<string, unknown>

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ 'application/json': { schema } })
const answer = (description: string, schema?: object, more: object = {}) => ({
  description,
  ...(schema && { content: json(schema) }),
  ...more,
})
const error = (description: string) => answer(description, ref('Error'))
const refusals = { 400: error('Bad.'), 401: error('No token.') }
const notFound = { 404: error('No such thing.') }
const string = { type: 'string' }
const integer = { type: 'integer' }
const parameter = (place: string, name: string, schema: object, required = place === 'path') => ({
  name,
  in: place,
  required,
  schema,
})
const listOf = (schema: object) => ({ type: 'array', items: schema })
const object = (required: string[], properties: object, more: object = {}) => ({
  type: 'object',
  required,
  properties,
  ...more,
})
const body = (schema: object, type = 'application/json') => ({
  requestBody: { required: true, content: { [type]: { schema } } },
})
const tagged = { headers: { ETag: { required: true, schema: string } } }
const ifMatch = parameter('header', 'If-Match', string)
const stale = { 412: error('The item has changed.') }
const size = { size: object(['width'], { width: integer, unit: { ...string, enum: ['cm', 'mm'] } }) }
const itemMembers = {
  name: { ...string, minLength: 1, maxLength: 60 },
  weight: { type: 'number', minimum: 0 },
  category: { ...string, enum: ['tool', 'food', 'book'] },
  fragile: { type: 'boolean', default: false },
  shelf: { ...string, default: 'A1', maxLength: 10 },
  note: { type: ['string', 'null'] },
  labels: { ...listOf({ ...string, maxLength: 12 }), maxItems: 4 },
  ...size,
}
const item = ['name', 'weight', 'category']

export const depot = {
  openapi: '3.1.0',
  info: { title: 'Depot', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/health': {
      get: {
        operationId: 'getHealth',
        security: [],
        responses: { 200: answer('Up.', object(['up'], { up: { type: 'boolean' } })) },
      },
    },
    '/items': {
      get: {
        operationId: 'listItems',
        parameters: [
          parameter('query', 'page', { ...integer, minimum: 1, default: 1 }),
          parameter('query', 'per_page', { ...integer, minimum: 1, maximum: 100, default: 30 }),
          parameter('query', 'category', { ...string, enum: ['tool', 'food', 'book'] }),
          parameter('query', 'fragile', { type: 'boolean' }),
          parameter('query', 'created_after', { ...string, format: 'date-time' }),
          parameter('query', 'labels', listOf({ ...string, maxLength: 12 })),
          parameter('query', 'q', string),
          parameter('query', 'sort', { ...string, enum: ['weight', '-weight'] }),
        ],
        responses: {
          200: answer('Items.', object(['items', 'total'], { items: listOf(ref('Item')), total: integer })),
          ...refusals,
        },
      },
      post: {
        operationId: 'createItem',
        ...body(ref('NewItem')),
        responses: {
          201: answer('Made.', ref('Item'), {
            headers: { Location: { required: true, schema: string } },
            links: { made: { operationId: 'getItem', parameters: { itemId: '$response.body#/id' } } },
          }),
          ...refusals,
          415: error('JSON alone.'),
        },
      },
    },
    '/items/{itemId}': {
      parameters: [parameter('path', 'itemId', { ...string, format: 'uuid' })],
      get: {
        operationId: 'getItem',
        parameters: [parameter('query', 'refresh', { ...string, enum: ['1'] })],
        responses: {
          200: answer('An item.', ref('Item'), tagged),
          304: { description: 'As before.' },
          ...refusals,
          ...notFound,
        },
      },
      head: { operationId: 'headItem', responses: { 200: { description: 'There.' }, ...refusals, ...notFound } },
      put: {
        operationId: 'replaceItem',
        parameters: [ifMatch],
        ...body(ref('ItemUpdate')),
        responses: { 200: answer('Replaced.', ref('Item'), tagged), ...refusals, ...notFound, ...stale },
      },
      patch: {
        operationId: 'patchItem',
        parameters: [ifMatch],
        ...body(object([], itemMembers), 'application/merge-patch+json'),
        responses: { 200: answer('Changed.', ref('Item'), tagged), ...refusals, ...notFound, ...stale },
      },
      delete: {
        operationId: 'deleteItem',
        parameters: [ifMatch],
        responses: { 204: answer('Gone.'), ...refusals, ...notFound, ...stale },
      },
    },
    '/items/{itemId}/parts': {
      parameters: [parameter('path', 'itemId', { ...string, format: 'uuid' })],
      get: {
        operationId: 'listParts',
        responses: { 200: answer('Parts.', listOf(ref('Part'))), ...refusals, ...notFound },
      },
      post: {
        operationId: 'createPart',
        ...body(ref('PartInput')),
        responses: { 201: answer('Made.', ref('Part')), ...refusals, ...notFound },
      },
    },
    '/items/{itemId}/parts/{partId}': {
      parameters: [parameter('path', 'itemId', { ...string, format: 'uuid' }), parameter('path', 'partId', integer)],
      get: { operationId: 'getPart', responses: { 200: answer('A part.', ref('Part')), ...refusals, ...notFound } },
      delete: { operationId: 'deletePart', responses: { 204: answer('Gone.'), ...refusals, ...notFound } },
    },
    '/suppliers': {
      get: {
        operationId: 'listSuppliers',
        parameters: [
          parameter('query', 'limit', { ...integer, minimum: 1, maximum: 50, default: 25 }),
          parameter('query', 'cursor', string),
          parameter('query', 'sort_by', { ...string, enum: ['code', 'rank'] }),
          parameter('query', 'order', { ...string, enum: ['asc', 'desc'] }),
        ],
        responses: {
          200: answer(
            'Suppliers.',
            object(['data'], { data: listOf(ref('Supplier')), next_cursor: { type: ['string', 'null'] } }),
          ),
          ...refusals,
        },
      },
    },
    '/suppliers/{code}': {
      parameters: [parameter('path', 'code', { ...string, pattern: '^[a-z0-9-]{2,40}$' })],
      get: {
        operationId: 'getSupplier',
        responses: { 200: answer('A supplier.', ref('Supplier')), ...refusals, ...notFound },
      },
      put: {
        operationId: 'putSupplier',
        ...body(
          object(
            ['rank'],
            { rank: { ...integer, minimum: 1, maximum: 9 }, city: { ...string, maxLength: 40 } },
            { additionalProperties: false },
          ),
        ),
        responses: { 200: answer('Replaced.', ref('Supplier')), 201: answer('Made.', ref('Supplier')), ...refusals },
      },
      delete: { operationId: 'deleteSupplier', responses: { 204: answer('Gone.'), ...refusals, ...notFound } },
    },
    '/orders': {
      get: { operationId: 'listOrders', responses: { 200: answer('Orders.', listOf(ref('Order'))), ...refusals } },
      post: {
        operationId: 'createOrder',
        ...body(
          object(['reference', 'amount'], {
            reference: { ...string, maxLength: 40 },
            amount: { ...integer, minimum: 1, maximum: 99 },
            speed: { ...string, enum: ['slow', 'fast'] },
          }),
          'application/x-www-form-urlencoded',
        ),
        responses: {
          201: answer('Made.', ref('Order')),
          ...refusals,
          409: error('An order with this reference exists already.'),
        },
      },
    },
    '/orders/{orderId}': {
      parameters: [parameter('path', 'orderId', integer)],
      get: {
        operationId: 'getOrder',
        responses: {
          200: answer('An order.', ref('Order')),
          ...refusals,
          ...notFound,
          403: error('The order belongs to another user.'),
        },
      },
      delete: {
        operationId: 'deleteOrder',
        responses: { 204: answer('Gone.'), ...refusals, ...notFound, 403: error('The order belongs to another user.') },
      },
    },
    '/prices': {
      get: {
        operationId: 'listPrices',
        parameters: [
          parameter('cookie', 'region', { ...string, enum: ['north', 'south'] }, true),
          parameter('query', 'kinds', listOf({ ...string, enum: ['net', 'gross'] })),
          parameter('query', 'limit', { ...integer, minimum: 1, maximum: 10 }),
          parameter('query', 'version', { ...integer, format: 'int32' }),
          parameter('header', 'X-Currency', { ...string, enum: ['EUR', 'USD'] }),
          parameter('header', 'X-Version', { ...string, pattern: '^"[0-9]+"$|\\*' }),
          parameter('header', 'Accept-Language', string),
        ],
        responses: {
          200: answer('Prices.', listOf(object(['id', 'kind'], { id: integer, kind: string }))),
          ...refusals,
        },
      },
    },
    '/stock': {
      get: {
        operationId: 'getStock',
        responses: {
          200: {
            description: 'The stock.',
            content: { ...json(object(['count'], { count: integer })), 'text/plain': { schema: string } },
          },
          ...refusals,
          406: error('Not in this form.'),
        },
      },
    },
    '/me': {
      get: { operationId: 'getMe', responses: { 200: answer('You.', ref('Me')), ...refusals } },
      put: { operationId: 'putMe', ...body(ref('Me')), responses: { 200: answer('You.', ref('Me')), ...refusals } },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Depot-Key' } },
    schemas: {
      Error: object(['error'], { error: string }),
      Me: object(['name'], { name: { ...string, minLength: 1 } }),
      NewItem: object(item, itemMembers, { additionalProperties: false }),
      ItemUpdate: object(item, { ...itemMembers, createdBy: { ...string, readOnly: true } }),
      Item: object(['id', 'created_at', ...item], {
        id: { ...string, format: 'uuid' },
        created_at: { ...string, format: 'date-time' },
        createdBy: string,
        ...itemMembers,
      }),
      PartInput: object(['title'], { title: { ...string, minLength: 1, maxLength: 30 } }),
      Part: object(['id', 'title'], { id: integer, title: string }),
      Supplier: object(['code', 'rank'], { code: string, rank: integer, city: string }),
      Order: object(['id', 'reference', 'amount'], { id: integer, reference: string, amount: integer, speed: string }),
    },
  },
}

const users: Readonly<Record<string, string>> = { 'token-of-ada': 'ada', 'token-of-ben': 'ben' }
const ajv = new Ajv2020({ strict: false })
const coercing = new Ajv2020({ strict: false, coerceTypes: 'array' })
for (const one of [ajv, coercing]) {
  addFormats.default(one)
  one.addSchema({ $id: 'api', components: depot.components })
}
const validators = new Map<string, ReturnType<Ajv2020['compile']>>()

function accepts(compiler: Ajv2020, schema: object, value: unknown): boolean {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components')
  const key = `${compiler === ajv} ${text}`
  const validator = validators.get(key) ?? compiler.compile(JSON.parse(text))
  validators.set(key, validator)
  return validator(value) === true
}

interface Answer {
  status: number
  value?: unknown
  headers?: Record<string, string>
}

const refuse = (status: number, headers: Record<string, string> = {}): Answer => ({
  status,
  value: { error: `refused with ${status}` },
  headers,
})

/** A server of the document, which keeps it but for one fault. */
export function startDepot(fault: DepotFault | undefined): Server {
  const is = (...names: DepotFault[]) => fault !== undefined && names.includes(fault)
  const items = new Map<string, Members & { revision: number }>()
  const listed = new Map<string, Members>()
  const parts = new Map<string, Members & { item: string }>()
  const suppliers = new Map<string, Members>([['of-somebody', { code: 'of-somebody', rank: 5 }]])
  const orders = new Map<string, Members & { user: string }>()
  let last = 0
  for (const [weight, category] of [
    [2, 'tool'],
    [1, 'food'],
    [3, 'tool'],
  ] as const) {
    const id = randomUUID()
    items.set(id, {
      id,
      created_at: `2024-0${weight}-01T00:00:00Z`,
      createdBy: 'zoe',
      name: `thing ${weight}`,
      weight,
      category,
      fragile: weight === 2,
      shelf: 'A1',
      labels: weight === 1 ? ['cold'] : [],
      revision: 1,
    })
  }
  return createServer((request, response) => {
    void text(request).then((raw) => {
      let given: Answer
      try {
        given = handle(request, raw)
      } catch {
        given = { status: 500, value: { error: 'oh' } }
      }
      const { status, value, headers = {} } = given
      const isText = typeof value === 'string'
      const type = value === undefined ? {} : { 'content-type': isText ? 'text/plain' : 'application/json' }
      response.writeHead(status, { ...type, ...headers })
      response.end(value === undefined ? undefined : isText ? value : JSON.stringify(value))
    })
  })

  function handle(request: IncomingMessage, raw: string): Answer {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '', 'http://depot')
    const template = Object.keys(depot.paths).find((path) =>
      new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname),
    )
    if (template === undefined) return refuse(404)
    const pathItem = depot.paths[template as '/items'] as unknown as Record<string, Members>
    const operation = pathItem[method.toLowerCase()]
    if (method === 'TRACE' && is('TRACE answered')) return { status: 200, value: {} }
    if (is('500 on an undeclared method with a body') && !operation && raw !== '') throw new Error('method')
    if (!operation || method === 'PARAMETERS') {
      const allow = Object.keys(pathItem).filter((one) => one !== 'parameters')
      return refuse(405, { allow: allow.join(', ').toUpperCase() })
    }
    const user = users[String(headers['x-depot-key'])]
    if (user === undefined && (operation.security === undefined || is('public asks for a token'))) return refuse(401)
    const values: Members = {}
    const all = [
      ...((pathItem.parameters as unknown as Members[]) ?? []),
      ...((operation.parameters as Members[]) ?? []),
    ]
    const segments = url.pathname.split('/')
    for (const { name, in: place, required, schema } of all as {
      name: string
      in: string
      required: boolean
      schema: Members
    }[]) {
      const several = url.searchParams.getAll(name)
      const cookie = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1]
      const sent =
        place === 'query'
          ? several.length > 0
            ? schema.type === 'array'
              ? several
              : several[0]
            : undefined
          : place === 'header'
            ? headers[name.toLowerCase()]
            : place === 'cookie'
              ? cookie
              : decodeURIComponent(segments[template.split('/').indexOf(`{${name}}`)] ?? '')
      if (sent === undefined && required && !is('cookie not enforced')) return refuse(400)
      if (sent === undefined) continue
      const box = { value: sent as unknown }
      const isFree =
        (is('cookie not enforced') && place === 'cookie') ||
        (is('enum of a header not enforced') && place === 'header') ||
        (is('int32 of a parameter not enforced') && name === 'version' && Number.isInteger(Number(sent))) ||
        (is('item of a parameter not enforced') && name === 'kinds')
      if (!accepts(coercing, { type: 'object', properties: { value: schema } }, box) && !isFree) return refuse(400)
      values[name] = box.value
    }
    if (is('500 without Accept-Language') && template === '/prices' && headers['accept-language'] !== undefined)
      throw new Error('language')
    if (is('500 on a star and more') && /^\*./.test(String(headers['x-version']))) throw new Error('version')
    const isCut = headers['content-type'] === 'multipart/form-data'
    if (is('500 on a media type without its boundary') && method === 'DELETE' && isCut) throw new Error('boundary')
    if (is('500 on bytes that are no text') && raw.includes('\uFFFD')) throw new Error('bytes')
    let sent: Members = {}
    const content = Object(operation.requestBody).content as Record<string, { schema: Members }> | undefined
    for (const [type, { schema }] of Object.entries(content ?? {})) {
      const isTyped = headers['content-type']?.startsWith(type) === true
      if (!isTyped && !(is('other media types taken') && headers['content-type'] !== undefined))
        return refuse(method === 'POST' && template === '/items' ? 415 : 400)
      if (type.includes('form')) {
        sent = Object.fromEntries(new URLSearchParams(raw))
        const whole = is('field of a form not enforced') ? { type: 'object', properties: { amount: integer } } : schema
        if (!accepts(coercing, whole, sent)) return refuse(400)
        continue
      }
      try {
        sent = JSON.parse(raw)
      } catch {
        return refuse(400)
      }
      const isPatch = type.includes('merge-patch')
      const checked =
        isPatch && typeof sent === 'object' && sent !== null && !Array.isArray(sent)
          ? Object.fromEntries(Object.entries(sent).filter(([name, value]) => value !== null || item.includes(name)))
          : sent
      if (!accepts(ajv, schema, checked)) return refuse(400)
    }
    return route(template, method, { values, sent, user: user ?? '', headers })
  }

  interface Call {
    values: Members
    sent: Members
    user: string
    headers: IncomingMessage['headers']
  }

  function route(template: string, method: string, call: Call): Answer {
    const { values, sent, user, headers } = call
    const key = String(values.itemId ?? values.code ?? values.orderId)
    switch (template) {
      case '/health':
        return { status: 200, value: { up: true } }
      case '/items':
        return method === 'GET' ? listItems(values) : createItem(sent, user)
      case '/items/{itemId}':
        return ofItem(key, method, call)
      case '/items/{itemId}/parts': {
        if (!items.has(key) && !is('child outlives its parent')) return refuse(404)
        if (method === 'POST') {
          const id = ++last
          parts.set(String(id), { id, ...sent, item: key })
          return { status: 201, value: { id, ...sent } }
        }
        const own = [...parts.values()].filter((part) => part.item === key || is('list of all parents'))
        return { status: 200, value: own.map(({ item: _, ...part }) => part) }
      }
      case '/items/{itemId}/parts/{partId}': {
        const part = parts.get(String(values.partId))
        const isBelow = part?.item === key || is('shown under another parent')
        if (!part || !isBelow || !(items.has(key) || is('child outlives its parent'))) return refuse(404)
        if (method === 'DELETE') return { status: parts.delete(String(values.partId)) ? 204 : 404 }
        const { item: _, ...shown } = part
        return { status: 200, value: shown }
      }
      case '/suppliers': {
        let list = [...suppliers.values()]
        const by = String(values.sort_by ?? 'code')
        const sign = values.order === 'desc' && !is('order ignored') ? -1 : 1
        list.sort(
          (one, two) => sign * (Number(Object(one)[by] > Object(two)[by]) - Number(Object(one)[by] < Object(two)[by])),
        )
        const start = Number(values.cursor ?? 0) || 0
        const end = start + Number(values.limit ?? 25)
        const next =
          end < list.length - (is('cursor loses the last') ? 1 : 0)
            ? String(is('cursor repeats') ? end - 1 : end)
            : null
        list = list.slice(start, end)
        return { status: 200, value: { data: list, next_cursor: next } }
      }
      case '/suppliers/{code}': {
        const known = suppliers.get(key)
        if (method === 'PUT') {
          suppliers.set(key, { ...sent, code: key })
          return { status: known ? 200 : 201, value: { ...sent, code: key } }
        }
        if (!known)
          return is('unknown key answered') && method === 'GET'
            ? { status: 200, value: { code: key, rank: 1 } }
            : refuse(404)
        if (method === 'DELETE') return { status: suppliers.delete(key) ? 204 : 404 }
        return { status: 200, value: known }
      }
      case '/orders': {
        if (method === 'GET')
          return {
            status: 200,
            value: [...orders.values()].filter((order) => order.user === user).map(({ user: _, ...order }) => order),
          }
        if (!is('duplicate taken') && [...orders.values()].some(({ reference }) => reference === sent.reference))
          return refuse(409)
        const order = { id: ++last, ...sent, amount: Number(sent.amount) }
        orders.set(String(order.id), { ...order, user })
        return { status: 201, value: order }
      }
      case '/orders/{orderId}': {
        const order = orders.get(key)
        if (!order) return refuse(404)
        if (order.user !== user && !(method === 'DELETE' && is('other user may delete'))) return refuse(403)
        if (method === 'DELETE') return { status: orders.delete(key) ? 204 : 404 }
        const { user: _, ...shown } = order
        return { status: 200, value: shown }
      }
      case '/prices': {
        const all = ['net', 'gross', 'net'].map((kind, id) => ({ id, kind }))
        return { status: 200, value: all.slice(0, is('limit ignored elsewhere') ? 10 : Number(values.limit ?? 10)) }
      }
      case '/stock': {
        const accept = headers.accept ?? '*/*'
        if (/json|\*/.test(accept) || is('Accept ignored')) return { status: 200, value: { count: 7 } }
        return accept.includes('text/plain') ? { status: 200, value: 'count: 7' } : refuse(406)
      }
      default:
        return { status: 200, value: { name: 'Ada' } }
    }
  }

  function shown({ revision: _, ...item }: Members): Members {
    return item
  }

  function createItem(sent: Members, user: string): Answer {
    const id = randomUUID()
    const defaults = { fragile: false, shelf: is('default not applied') ? 'Z9' : 'A1' }
    const item = { ...defaults, ...sent, id, created_at: new Date().toISOString(), createdBy: user, revision: 1 }
    items.set(id, stored(item))
    const at = is('Location of another thing') ? [...items.keys()][0] : id
    const value = { ...shown(item), id: is('link leads nowhere') ? randomUUID() : id }
    return { status: 201, value, headers: { location: `/items/${at}` } }
  }

  /** What is kept of an item. */
  function stored<T extends Members>(item: T): T {
    const kept: Members = { ...item }
    if (is('letters mangled')) kept.name = String(item.name).replaceAll(/[^\0-\x7f]/g, '?')
    if (is('fractions cut off')) kept.weight = Math.floor(Number(item.weight))
    if (is('nested member lost') && item.size !== undefined) kept.size = { width: Object(item.size).width }
    if (is('part of a list lost')) kept.labels = (item.labels as unknown[] | undefined)?.slice(0, 0)
    return kept as T
  }

  function listItems(values: Members): Answer {
    let list = [...items.values()].map(
      (one) => (is('list is stale') ? (listed.get(String(one.id)) ?? one) : one) as Members,
    )
    const keep = (name: string, isIgnored: boolean, fits: (item: Members, value: never) => boolean) => {
      if (values[name] !== undefined && !isIgnored) list = list.filter((one) => fits(one, values[name] as never))
    }
    keep(
      'category',
      false,
      ({ category, name }, value) =>
        category === value && !(is('filter hides a match') && !String(name).startsWith('thing')),
    )
    keep('fragile', is('boolean filter ignored'), ({ fragile }, value) => fragile === value)
    keep(
      'created_after',
      is('date filter ignored'),
      ({ created_at }, value) => Date.parse(String(created_at)) > Date.parse(value),
    )
    keep('labels', is('list filter ignored'), ({ labels = [] }, value: string[]) =>
      value.some((one) => (labels as string[]).includes(one)),
    )
    keep('q', is('search ignored'), ({ name }, value) => String(name).includes(value))
    const sign = values.sort === '-weight' && !is('descending ignored') ? -1 : 1
    if (values.sort !== undefined) list.sort((one, two) => sign * (Number(one.weight) - Number(two.weight)))
    const total = list.length + (is('total wrong') ? 1 : 0)
    const count = Number(values.per_page ?? 30)
    const page = is('page ignored') ? 1 : Number(values.page ?? 1)
    const start = (page - 1) * (count + (is('page skips a thing') ? 1 : 0))
    return { status: 200, value: { items: list.slice(start, start + count).map(shown), total } }
  }

  function ofItem(key: string, method: string, { sent, headers, values }: Call): Answer {
    if (method === 'HEAD' && is('HEAD fails')) throw new Error('head')
    const known = items.get(key)
    if (!known)
      return method === 'PATCH' && is('patch of what is gone')
        ? {
            status: 200,
            value: { id: key, created_at: '2024-01-01T00:00:00Z', name: 'gone', weight: 1, category: 'tool' },
            headers: { etag: '"0"' },
          }
        : refuse(404)
    const etag = is('tag does not change') ? '"1"' : `"${known.revision}"`
    const condition = headers['if-match']
    if (method === 'HEAD') return { status: 200, headers: { etag } }
    if (method === 'GET') {
      if (is('switch answers a text') && values.refresh !== undefined) return { status: 200, value: 'OK' }
      if (headers['if-none-match'] === etag && !is('If-None-Match ignored')) return { status: 304, headers: { etag } }
      return { status: 200, value: shown(known), headers: { etag } }
    }
    if (
      condition !== undefined &&
      condition !== '*' &&
      !is('If-Match ignored') &&
      (condition !== etag || is('own tag refused'))
    )
      return refuse(412)
    if (method === 'DELETE') return { status: items.delete(key) ? 204 : 404 }
    const { id, created_at, createdBy, revision } = known
    const own = {
      id,
      created_at,
      createdBy: is('read-only written') && sent.createdBy !== undefined ? sent.createdBy : createdBy,
      revision: revision + 1,
    }
    const merged = {
      ...known,
      ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)),
    } as Members
    if (!is('null does not remove'))
      for (const [name, value] of Object.entries(sent)) if (value === null) delete merged[name]
    const next = method === 'PATCH' ? { ...merged, ...own } : { fragile: false, shelf: 'A1', ...sent, ...own }
    listed.set(key, listed.get(key) ?? known)
    items.set(key, stored(next as Members & { revision: number }))
    return {
      status: 200,
      value: shown(next),
      headers: { etag: is('tag does not change') ? '"1"' : `"${own.revision}"` },
    }
  }
}
