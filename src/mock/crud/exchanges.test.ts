import { expect, it } from 'vitest'
import { parameter } from '../prism/documents.fixture.ts'
import {
  answers,
  integer,
  json,
  list,
  object,
  record,
  serveDocument,
  string,
} from '../published/serve-document.fixture.ts'

const any = { type: 'object' }
const lampWithDefaults = {
  type: 'object',
  properties: {
    id: integer,
    name: string,
    colour: { type: 'string', default: 'white' },
    spare: { type: ['string', 'null'], default: null },
  },
}
const pet = object({ id: integer, name: string })
const room = object({ name: string })
const party = object({ id: any, PARTY_name: string })
const bed = object({ size: string })
const tag = { ...record({ name: string }), properties: { id: string, name: string } }
const uuid = { ...string, format: 'uuid' }
const user = record({ id: uuid, email: string })
const tame = object({ id: integer, name: string, legs: integer, pin: { ...integer, writeOnly: true } })
const facts = { total: integer, count: string, next_cursor: string, has_more: { type: 'boolean' } }
const shown = [
  { id: 1, name: 'Rex' },
  { id: 2, name: 'Tom' },
]
const page = { data: shown, meta: { page: 1, all: { total: 0, count: '', next_cursor: '', has_more: false } } }

const gets = (schema: object, example?: unknown) => ({ get: { responses: answers('200', schema, example) } })
const posts = (schema: object, responses: object) => ({ post: { requestBody: { content: json(schema) }, responses } })
const puts = (schema: object, responses: object) => ({ put: { requestBody: { content: json(schema) }, responses } })
const at = (name: string, schema: object, example?: unknown) => ({
  parameters: [{ ...parameter('path', name, schema), ...(example === undefined ? {} : { example }) }],
})
const [{ parameters: ofPet }, { parameters: ofRoom }] = [at('petId', integer, 2), at('name', string, 'attic')]
/** A collection whose record 5 the path shows, with other operations at its address and at that of a record. */
const pets = (all: object = {}, one: object = {}) => ({
  '/pets': { ...gets(list(pet)), ...posts(any, answers('201', pet)), ...all },
  '/pets/{petId}': { ...at('petId', integer, 5), ...gets(pet), delete: { responses: answers('200', pet) }, ...one },
})
const branch = object({ commit: object({ id: string }), name: string })
const mirror = object({ repo_name: string, remote_name: string })
const file = { ...object({ Id: string }), required: ['id'] }
const nullable = { ...list(pet), type: ['null', 'array'] }
const tagged = {
  ...object({ id: integer, tags: list(string), of: { ...string, nullable: true }, size: string }),
  required: ['tags', 'of'],
}
const changed = object({ state: string, by: string, at: string, pet })
const conflicts = answers('409', record({ error: object({ msg: string }) }), { error: { msg: '' } })
const patch = { patch: { ...posts(list({}), answers('200', any)).post } }

/** Each line is a request and its answer; an answer without a body may have any. */
it.each<[what: string, paths: object, exchanges: string]>([
  [
    'starts with the records of the examples, and one of the key that the path shows',
    pets(gets({}, shown), at('petId', string, '5')),
    `GET /pets → 200 [{"id":1,"name":"Rex"},{"id":2,"name":"Tom"},{"id":5,"name":"Rex"}]
     GET /pets/5 → 200 {"id":5,"name":"Rex"}
     GET /pets/3 → 404
     POST /pets {"name":"Mia"} → 201 {"name":"Mia","id":6}
     DELETE /pets/6 → 200 {"name":"Mia","id":6}
     DELETE /pets/6 → 404
     DELETE /pets/5 → 200
     GET /pets/5 → 404
     POST /pets {"id":5,"name":"Rex"} → 201
     GET /pets → 200 [{"id":1,"name":"Rex"},{"id":2,"name":"Tom"},{"id":5,"name":"Rex"}]`,
  ],
  [
    'starts with the examples that have a key, and with one record where there are none',
    {
      ...pets(gets(list({}), [{ id: 5, name: 'Own' }, { name: 'Nobody' }, { id: null, name: 'Null' }])),
      '/tags': { ...gets(list(tag)), ...posts(any, answers('201', tag)) },
      '/tags/{tagId}': { ...at('tagId', string), ...gets(tag) },
      '/notes': { ...gets(any), ...posts(any, { 201: { description: 'It.' } }) },
      '/notes/{note}': { ...at('note', integer), ...gets(object({ text: string })) },
    },
    `GET /pets → 200 [{"id":5,"name":"Own"}]
     GET /tags → 200 [{"name":"name","id":"tagId"}]
     GET /tags/tagId → 200 {"name":"name","id":"tagId"}
     POST /tags {"id":null} → 201 {"name":"name","id":"1"}
     POST /tags {"id":"1"} → 409
     GET /notes/1 → 200 {"text":"text"}
     POST /notes {"text":"a"} → 201 ""
     GET /notes/2 → 200 {"text":"a"}`,
  ],
  [
    'gives the key the type of its member',
    {
      ...pets({}, at('petId', string, '5')),
      '/rooms/{no}': {
        ...at('no', string),
        ...gets(object({ size: string, no: integer })),
        ...puts(any, answers('200', any)),
      },
      '/tags': { ...gets(list(tag)), ...posts(any, answers('201', tag)) },
      '/tags/{tagId}': { ...at('tagId', integer, 3), ...gets(tag), patch: puts(any, answers('200', any)).put },
    },
    `GET /pets/5 → 200 {"id":5,"name":"name"}
     PUT /rooms/7 {"size":1} → 200 {"size":1,"no":7}
     PUT /rooms/attic {"size":1} → 200 {"size":1,"no":"attic"}
     PUT /rooms/attic [{"no":8}] → 400
     POST /tags {"name":"a"} → 201 {"name":"a","id":"4"}
     POST /tags {"id":"4"} → 201 {"name":"name","id":"5"}
     PATCH /tags/4 {"name":"b"} → 200 {"name":"b","id":"4"}
     PATCH /tags/9 {"name":"b"} → 404`,
  ],
  [
    'changes members by a JSON Patch',
    pets({}, patch),
    `POST /pets {"name":"Mia","kind":"cat","age":3} → 201
     PATCH /pets/6 [{"op":"replace","path":"/name","value":"Max"},{"op":"add","path":"/tame","value":true}] → 200
     PATCH /pets/6 [{"op":"remove","path":"/kind"},{"op":"test","path":"/age","value":4},null] → 200
     PATCH /pets/6 [{"op":"add","path":"/age/years","value":4}] → 200 {"name":"Max","age":3,"id":6,"tame":true}`,
  ],
  [
    'updates the record that a body names at the address of the collection',
    pets(
      { ...gets(list(pet), shown), ...puts(pet, answers('200', pet)), patch: puts(any, answers('200', pet)).put },
      { parameters: ofPet, ...gets(pet, { id: 2, name: 'Not the first of this key' }) },
    ),
    `GET /pets/2 → 200 {"id":2,"name":"Tom"}
     PUT /pets {"id":2,"name":"Tim"} → 200 {"id":2,"name":"Tim"}
     PATCH /pets {"id":2,"tame":true} → 200 {"id":2,"name":"Tim","tame":true}
     GET /pets/2 → 200 {"id":2,"name":"Tim","tame":true}
     PUT /pets {"id":9,"name":"Tim"} → 404
     PUT /pets {"name":"all"} → 200 {"id":1,"name":"name"}
     PATCH /pets {"name":"all"} → 200 {"id":1,"name":"name"}`,
  ],
  [
    'creates by PUT where the document shows no other way',
    {
      '/files/{name}': {
        ...at('name', string),
        ...gets(any),
        ...puts(any, { ...answers('201', any), ...answers('200', any) }),
      },
    },
    `GET /files/new → 404
     PUT /files/new {"a":1,"b":{}} → 201 {"a":1,"b":{}}
     PUT /files/new {"a":2} → 200 {"a":2}
     GET /files/new → 200 {"a":2}`,
  ],
  [
    'keeps on a PUT what the document requires, and answers an update with its own success',
    {
      '/files/{name}': {
        ...at('name', string),
        ...gets({ ...record({ kind: string }), properties: { kind: string, name: string } }, { kind: 'text' }),
        ...puts(any, { ...answers('201', any), ...answers('204'), ...answers('404') }),
      },
    },
    `PUT /files/a {} → 201 {"kind":"text","name":"a"}
     PUT /files/a {"kind":"picture","size":1} → 204 ""
     PUT /files/a {"x":2} → 204 ""
     GET /files/a → 200 {"kind":"picture","x":2,"name":"a"}`,
  ],
  [
    'gives a new record the defaults of its schema, and leaves them where the caller says otherwise',
    {
      '/lamps': posts(any, answers('201', lampWithDefaults)),
      '/lamps/{id}': { ...at('id', integer), ...gets(lampWithDefaults) },
    },
    `POST /lamps {"name":"a"} → 201 {"colour":"white","spare":null,"name":"a","id":2}
     POST /lamps {"colour":"red"} → 201 {"colour":"red","spare":null,"id":3}
     GET /lamps/3 → 200 {"colour":"red","spare":null,"id":3}`,
  ],
  [
    'updates by PUT what only POST creates, and creates by both where a 201 says so',
    {
      ...pets({}, puts(any, answers('200', pet))),
      '/tags': posts(any, answers('201', tag)),
      '/tags/{id}': { ...at('id', string), ...gets(tag), ...puts(any, { ...answers('201', tag), ...answers('404') }) },
    },
    `PUT /pets/9 {"name":"a"} → 404
     PUT /pets/5 {"name":"a"} → 200 {"name":"a","id":5}
     PUT /tags/9 {"name":"a"} → 201 {"name":"a","id":"9"}
     PUT /tags/9 {"name":"b"} → 201 {"name":"b","id":"9"}`,
  ],
  [
    'gives another number in place of one that is taken',
    pets(),
    `POST /pets {"id":8,"name":"a"} → 201 {"id":8,"name":"a"}
     POST /pets {"id":8,"name":"b"} → 201 {"id":9,"name":"b"}
     POST /pets {"id":null,"name":"c"} → 201 {"id":10,"name":"c"}
     POST /pets {"id":"","name":"d"} → 201 {"id":11,"name":"d"}
     POST /pets [{"name":"e"}] → 400`,
  ],
  [
    'takes the key that a caller names, once where the document has a 409, and again what the document shows',
    pets(posts(tag, { ...answers('201', tag), ...conflicts }), { ...at('petId', string, 'x'), ...gets(tag) }),
    `POST /pets {"id":"x","name":"name"} → 201 {"name":"name","id":"x"}
     POST /pets {"id":"a","name":"b"} → 201 {"name":"b","id":"a"}
     POST /pets {"id":"a","name":"c"} → 409 {"error":{"msg":"There is a record of this id in /pets already."}}
     POST /pets {"name":"b"} → 409 {"error":{"msg":"There is a record of this name in /pets already."}}
     POST /pets {"name":"c"} → 201 {"name":"c","id":"1"}`,
  ],
  [
    'has one record of a number, of a UUID and of an address where the document has a 409',
    {
      ...pets(posts(any, { ...answers('201', pet), ...conflicts })),
      '/users': posts(any, answers('201', user)),
      '/users/{id}': { ...at('id', uuid), ...gets(user) },
    },
    `POST /pets {"id":8,"email":"a@x"} → 201
     POST /pets {"id":8} → 409 {"error":{"msg":"There is a record of this id in /pets already."}}
     POST /pets {"email":"a@x"} → 409 {"error":{"msg":"There is a record of this email in /pets already."}}
     POST /pets {"name":"a"} → 201
     POST /pets {"name":"a"} → 409
     POST /pets {"id":"null"} → 201
     POST /pets {"id":null} → 201
     POST /users {"id":"00000000-0000-4000-8000-00000000000a","email":"a@x"} → 201
     POST /users {"id":"00000000-0000-4000-8000-00000000000a","email":"a@x"} → 201 {"id":"00000000-0000-4000-8000-000000000003","email":"a@x"}
     POST /users {} → 201 {"id":"00000000-0000-4000-8000-000000000004","email":"email"}`,
  ],
  [
    'gives the next key of an enumeration, and the next number where no key is allowed',
    {
      '/days': posts(any, answers('201', record({ day: { enum: ['mon', 'tue'] } }))),
      '/days/{day}': { ...at('day', { ...string, enum: ['mon', 'tue'] }), ...gets(record({ day: string })) },
    },
    `GET /days/mon → 200 {"day":"mon"}
     POST /days {} → 201 {"day":"tue"}
     GET /days/tue → 200 {"day":"tue"}
     POST /days {} → 201
     POST /days {} → 201`,
  ],
  [
    'takes a record out of its envelope, and has no record in a list',
    {
      ...pets(
        posts(object({ meta: object({ name: string }), pet }), answers('201', object({ data: pet, links: list({}) }))),
        {
          ...gets(object({ id: integer, owner: object({ id: integer }) })),
          ...puts(object({ pet: any }), answers('200', pet)),
        },
      ),
      '/tags': { ...gets(list(any)), ...posts({}, answers('201', tag)) },
      '/tags/{tagId}': { ...at('tagId', string), ...gets(record({ data: tag })) },
      '/deep/{id}': {
        ...at('id', integer),
        ...gets(object({ a: object({ b: object({ c: pet }) }) })),
        ...puts(any, answers('204')),
      },
    },
    `POST /pets {"meta":{"at":"now"},"pet":{"id":7,"name":"Mia"}} → 201 {"data":{"id":7,"name":"Mia"},"links":["link"]}
     GET /pets/7 → 200 {"id":7,"name":"Mia"}
     PUT /pets/7 {"pet":{"name":"Kim"}} → 200 {"name":"Kim","id":7}
     POST /pets {"name":"Max","pet":{"name":"Kim"}} → 201
     GET /pets/8 → 200 {"name":"Max","pet":{"name":"Kim"},"id":8}
     POST /tags {"id":"a"} → 201 {"name":"name","id":"a"}
     POST /tags [{"id":"b"}] → 201 {"name":"name","id":"id"}
     GET /tags → 200 [{"name":"name","id":"tagId"},{"name":"name","id":"a"}]
     GET /tags/a → 200 {"data":{"name":"name","id":"a"}}
     PUT /deep/2 {"name":"Kim"} → 204
     GET /deep/2 → 200 {"a":{"b":{"c":{"name":"Kim","id":2}}}}`,
  ],
  [
    'names a record by the value of a key that is sent as an object',
    {
      '/lamps': posts(object({ number: object({ value: string }) }), answers('201', record({ number: string }))),
      '/lamps/{number}': { ...at('number', string), ...gets(record({ number: string })) },
    },
    `POST /lamps {"number":{"value":"L-7"}} → 201 {"number":"L-7"}
     GET /lamps/L-7 → 200 {"number":"L-7"}`,
  ],
  [
    'lists by key',
    {
      ...pets(gets({ ...any, additionalProperties: pet })),
      '/beds': gets(record({ count: integer, beds: { ...any, additionalProperties: bed } })),
      '/beds/{size}': { ...at('size', string, 'big'), ...gets(bed, { size: 'low' }), ...puts(any, answers('204')) },
    },
    `POST /pets {"name":"a","count":7} → 201
     GET /pets → 200 {"5":{"id":5,"name":"name"},"6":{"name":"a","count":7,"id":6}}
     GET /beds/low → 200 {"size":"low"}
     PUT /beds/big {"count":7} → 204
     GET /beds → 200 {"count":2,"beds":{"low":{"size":"low"},"big":{"count":7,"size":"big"}}}`,
  ],
  [
    'shows the example where there is no list',
    pets(gets({ ...object({ total: integer }), additionalProperties: pet }, { total: 3 })),
    'GET /pets → 200 {"total":3}',
  ],
  [
    'lists in the list of the records, also if the example leaves it out or empty',
    {
      ...pets(gets({ ...record({ total: integer }), properties: { total: integer, data: nullable } }, { total: 3 })),
      '/tags': { ...gets(list(record({ id: string, owner: { $ref: '#/components/schemas/Owner' } })), []) },
      '/tags/{id}': { ...at('id', string), ...gets(tag), ...puts(any, answers('200', tag)) },
      '/beds': gets(object({ errors: list(bed), names: list(string), data: list(tagged) }), {
        errors: [],
        data: [{ id: 1, tags: ['t'], of: null, size: 'big' }],
      }),
      '/beds/{id}': { ...at('id', integer, 2), ...gets(pet), ...puts(any, answers('200', changed, { state: 'new' })) },
    },
    `GET /pets → 200 {"total":1,"data":[{"id":5,"name":"name"}]}
     GET /tags → 200 [{"id":"id","owner":{"name":"name"},"name":"name"}]
     PUT /beds/3 {"name":"a"} → 200 {"state":"new","pet":{"name":"a","id":3}}
     GET /beds → 200 {"errors":[],"data":[{"tags":["t"],"of":null,"id":1,"size":"big"},{"tags":["t"],"of":null,"id":2,"size":"big"},{"tags":["t"],"of":null,"name":"a","id":3}]}`,
  ],
  [
    'shows its records whole where they have no key',
    {
      '/notes': gets(record({ words: list(string), data: list(object({ text: string })) })),
      '/notes/{note}': {
        ...at('note', integer, 7),
        ...gets(object({ by: string, at: string, data: object({ text: string }) })),
        ...puts(any, answers('200', object({ by: string, at: string, text: string, bed }))),
      },
    },
    `PUT /notes/7 {"text":"a"} → 200 {"text":"a"}
     GET /notes/7 → 200 {"by":"by","at":"at","data":{"text":"a"}}
     GET /notes → 200 {"words":["word"],"data":[{"text":"a"}]}`,
  ],
  [
    'has no answer where the document has none',
    {
      '/pets': { get: { responses: answers('100') }, ...posts(any, answers('100')) },
      '/pets/{petId}': { get: { responses: answers('100') } },
    },
    `GET /pets → 400
     POST /pets {} → 400
     GET /pets/1 → 404`,
  ],
  [
    'keeps records of schemas that are made of others',
    pets(
      posts(any, answers('201', { anyOf: [{ type: 'null' }, tame] })),
      gets({
        allOf: [object({ id: integer }), { anyOf: [{ type: 'null' }, object({ data: record({ name: string }) })] }],
      }),
    ),
    `POST /pets {"data":{"name":"Mia"},"age":3} → 201 {"data":{"name":"Mia"},"age":3,"id":6}
     GET /pets/6 → 200 {"data":{"name":"Mia"},"age":3,"id":6}
     POST /pets {"name":"Mia","pin":7} → 201 {"name":"Mia","id":7}`,
  ],
  ['lists keys alone', pets(gets(list(string))), 'GET /pets → 200 ["5"]'],
  ['lists keys alone, as numbers', pets(gets(list(integer))), 'GET /pets → 200 [5]'],
  ['lists no key that is no number', pets(gets(list(integer)), at('petId', string, 'x')), 'GET /pets → 200 []'],
  [
    'says what is known of a page, in an envelope',
    pets({
      get: {
        ...gets(record({ data: list(pet), meta: object({ all: object(facts) }) }), page).get,
        parameters: [parameter('query', 'limit', integer), parameter('query', 'cursor', string)],
      },
    }),
    `GET /pets?limit=1 → 200 {"data":[{"id":1,"name":"Rex"}],"meta":{"page":1,"all":{"total":3,"count":"1","next_cursor":"1","has_more":true}}}
     GET /pets?cursor=2 → 200 {"data":[{"id":5,"name":"Rex"}],"meta":{"page":1,"all":{"total":3,"count":"1","has_more":false}}}`,
  ],
  [
    'shows what an answer allows: no write-only member, and in place of an invalid one that of the example',
    pets(
      posts(any, answers('201', tame, { id: 1, name: 'Rex', legs: 4 })),
      gets({ ...tame, additionalProperties: false }),
    ),
    `POST /pets {"name":"Mia","pin":7,"legs":"many","kind":"cat"} → 201 {"id":6,"name":"Mia","legs":4,"kind":"cat"}
     GET /pets/6 → 200 {"id":6,"name":"Mia","legs":1}
     POST /pets {"name":"Tom","kind":"cat"} → 201
     GET /pets/7 → 200 {"name":"Tom","id":7}`,
  ],
  [
    'finds the key under the name of a record in any spelling, and takes no object for one',
    {
      '/parties': posts(any, answers('201', party)),
      '/parties/{key}': {
        ...at('key', string),
        ...gets(party),
        delete: { responses: { ...answers('204'), ...answers('404') } },
      },
    },
    `POST /parties {"id":{"a":1},"PARTY_name":"Mia"} → 201 {"id":{"a":1},"PARTY_name":"Mia"}
     GET /parties/Mia → 200 {"id":{"a":1},"PARTY_name":"Mia"}
     DELETE /parties/Mia → 204 ""
     DELETE /parties/Mia → 404 ""`,
  ],
  [
    'belongs to a record that must exist, and has no records of its neighbours',
    {
      ...pets({ ...gets(list(pet), shown) }),
      '/pets/{petId}/rooms': { ...at('petId', integer, 2), ...gets(list(room)), ...posts(room, answers('201', room)) },
      '/pets/{petId}/rooms/{name}': { parameters: [...ofPet, ...ofRoom], ...gets(room) },
      '/pets/{petId}/rooms/{name}/beds': { parameters: [...ofPet, ...ofRoom], ...posts(bed, answers('201', bed)) },
      '/pets/{petId}/rooms/{name}/beds/{size}': {
        parameters: [...ofPet, ...ofRoom, parameter('path', 'size', string)],
        ...gets(bed),
      },
      '/moods/{day}': { ...at('day', string), ...gets(room) },
    },
    `GET /pets/2/rooms → 200 [{"name":"attic"}]
     GET /pets/1/rooms → 200 []
     GET /pets/1/rooms/attic → 404
     POST /pets/1/rooms {"name":"hut"} → 201 {"name":"hut"}
     POST /pets/1/rooms {"name":"hut"} → 409
     GET /pets/1/rooms/hut → 200 {"name":"hut"}
     GET /pets/2/rooms/hut → 404
     GET /pets/8/rooms → 404
     POST /pets/8/rooms {"name":"hut"} → 404
     POST /pets/1/rooms/hut/beds {"size":"big"} → 201 {"size":"big"}
     GET /pets/1/rooms/hut/beds/big → 200 {"size":"big"}
     POST /pets/1/rooms/shed/beds {"size":"big"} → 404
     GET /moods/today → 200 {"name":"name"}`,
  ],
  [
    'has the key that the list, a description or the spelling of a name gives, and no name that an id cannot be',
    {
      '/branches': { ...gets(list(branch)), ...posts(any, answers('201', branch)) },
      '/branches/{branch}': { ...at('branch', string, 'main'), ...gets(branch) },
      '/mirrors': { ...gets(list(mirror)), ...posts(any, answers('201', mirror)) },
      '/mirrors/{name}': {
        parameters: [{ ...parameter('path', 'name', string), description: 'Remote name of the mirror', example: 'a' }],
        ...gets(mirror),
      },
      '/files': { ...gets(list(file)), ...posts(any, answers('201', file)) },
      '/files/{FileId}': { ...at('FileId', string, 'a'), ...gets(file) },
      '/pools': { ...gets(object({ 'pool-id': room }), { b9: { name: 'East' } }), ...posts(room, answers('201')) },
      '/pools/{poolId}': {
        ...at('poolId', string, 'd5'),
        ...gets(room),
        patch: puts(room, answers('200', room)).put,
      },
    },
    `POST /branches {} → 201 {"name":"1"}
     GET /branches/1 → 200 {"name":"1"}
     POST /mirrors {} → 201 {"remote_name":"1"}
     GET /mirrors/1 → 200 {"remote_name":"1"}
     POST /files {} → 201 {"id":"1","Id":"1"}
     GET /pools → 200 {"b9":{"name":"East"},"d5":{"name":"East"}}
     PATCH /pools/b9 {"name":"West"} → 200 {"name":"West"}
     GET /pools/b9 → 200 {"name":"West"}
     POST /pools {"name":"East"} → 201
     GET /pools → 200 {"1":{"name":"East"},"b9":{"name":"West"},"d5":{"name":"East"}}`,
  ],
  [
    'keeps a body of free form whole, also if it has one member',
    { '/files/{name}': { ...at('name', string), ...gets(any), ...puts(any, answers('200', any)) } },
    `PUT /files/x {"a":{"b":[1]}} → 200 {"a":{"b":[1]}}
     GET /files/x → 200 {"a":{"b":[1]}}`,
  ],
])('a collection %s', async (_, paths, exchanges) => {
  const { call } = await serveDocument({ paths, components: { schemas: { Owner: room } } })
  for (const line of exchanges.split('\n')) {
    const [, method = '', path = '', sent, shown] = /(\S+) (\S+)(?: (.+))? → \d+( .+)?/.exec(line) ?? []
    const { status, body } = await call(method, path, sent && JSON.parse(sent))
    const said = shown ? ` ${JSON.stringify(body)}` : ''
    expect(`${method} ${path}${sent ? ` ${sent}` : ''} → ${status}${said}`).toBe(line.trim())
  }
})
