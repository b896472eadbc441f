import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { callCommand } from '../../cli/call-command.fixture.ts'
import { listenOnLoopback } from '../../listen-on-loopback.fixture.ts'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'

// A server that refuses a body whose key is not that of the address.

const book = {
  type: 'object',
  required: ['isbn', 'title'],
  properties: { isbn: { type: 'string', pattern: '^\\d{13}$' }, title: { type: 'string' } },
}
const answers = (schema: object) => ({ description: 'It.', content: { 'application/json': { schema } } })
const error = { default: { description: 'Wrong.' } }
const requestBody = { required: true, content: { 'application/json': { schema: book } } }
const paths = {
  '/books': {
    get: { operationId: 'listBooks', responses: { 200: answers({ type: 'array', items: book }), ...error } },
    post: { operationId: 'addBook', requestBody, responses: { 201: answers(book), ...error } },
  },
  '/books/{isbn}': {
    parameters: [{ name: 'isbn', in: 'path', required: true, schema: book.properties.isbn }],
    get: { operationId: 'getBook', responses: { 200: answers(book), ...error } },
    put: { operationId: 'putBook', requestBody, responses: { 200: answers(book), ...error } },
    delete: { operationId: 'deleteBook', responses: { 204: { description: 'Gone.' }, ...error } },
  },
}
type Book = { isbn: string; title: string }
const books = new Map<string, Book>()
let keeps = true
const server = createServer(async (request, response) => {
  const send = (status: number, value?: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json', allow: 'GET' }).end(JSON.stringify(value))
  const isbn = request.url?.split('/')[2]
  if (isbn !== undefined && !books.has(isbn)) return send(404)
  if (request.method === 'GET') return send(200, isbn === undefined ? [...books.values()] : books.get(isbn))
  if (request.method === 'DELETE' && isbn !== undefined) return send(books.delete(isbn) ? 204 : 404)
  if (request.method !== (isbn === undefined ? 'POST' : 'PUT')) return send(405)
  const sent = (await json(request).catch(() => undefined)) as Book | undefined
  const isRight = typeof sent?.title === 'string' && /^\d{13}$/.test(sent.isbn) && typeof sent.isbn === 'string'
  if (!isRight || (isbn ?? sent.isbn) !== sent.isbn) return send(400)
  if (isbn === undefined || keeps) books.set(sent.isbn, sent)
  send(isbn === undefined ? 201 : 200, sent)
})

let url: string
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenOnLoopback(server)}`
})
afterAll(() => void server.close())
beforeEach(() => books.clear())

it.each([
  [true, 0, expect.not.stringContaining('putBook was sent')],
  [false, 1, expect.stringContaining('getBook does not show at /title what putBook was sent')],
])('a replacement has the key of its address in its body; the server keeps it: %s', async (isKept, code, told) => {
  keeps = isKept
  const file = join(mkdtempSync(join(temporaryFolder(), 'key-in-body-')), 'books.json')
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Books', version: '1' }, paths }))
  const flags = ['--base-url', url, '--allow', 'reversible', '--undo-file', `${file}.undo`, '--settle', '0']
  const run = await callCommand(['verify', file, ...flags])
  expect([run.code, run.stdout]).toEqual([code, told])
})
