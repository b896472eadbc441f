import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDocument } from '../../contract/published/published-interface.ts'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { bodyOf, bodyVariant, validRequest } from './valid-request.ts'

async function postOf(operation: object) {
  const file = join(temporaryFolder(), 'lamps.json')
  const info = { title: 'Lamps', version: '1' }
  const post = { responses: { 200: { description: 'Done.' } }, ...operation }
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info, paths: { '/lamps': { post } } }))
  const { contract } = await openDocument(file)
  return [...contract.operations.values()][0]
}

async function requestOf(operation: object) {
  const post = await postOf(operation)
  return post && validRequest(post)
}

const body = (type: string, media: object) => ({ requestBody: { content: { [type]: media } } })

it('sends required headers with a body as well', async () => {
  const parameters = [{ name: 'X-Room', in: 'header', required: true, schema: { type: 'string', enum: ['hall'] } }]
  expect(await requestOf({ parameters, ...body('application/json', { schema: { type: 'boolean' } }) })).toEqual(
    expect.objectContaining({ headers: { 'x-room': 'hall', 'content-type': 'application/json' } }),
  )
})

it('gives a required parameter a value, though its example is empty', async () => {
  const schema = { type: 'string', example: '' }
  const parameters = [{ name: 'q', in: 'query', required: true, schema }]
  expect(await requestOf({ parameters })).toEqual(expect.objectContaining({ query: { q: 'x' } }))
})

it('sends a form as its example shows it', async () => {
  const media = { schema: { type: 'string' }, example: 'room=hall' }
  expect(await requestOf(body('application/x-www-form-urlencoded', media))).toEqual(
    expect.objectContaining({ body: 'room=hall' }),
  )
})

it('sends nested members of a form in the style that the document gives', async () => {
  const example = { room: { floor: 1, tags: ['a', 'b'] }, other: { x: 1 } }
  const media = { schema: { type: 'object' }, example, encoding: { room: { style: 'deepObject' } } }
  const request = await requestOf(body('application/x-www-form-urlencoded', media))
  expect([...new URLSearchParams(String(request?.body))]).toEqual([
    ['room[floor]', '1'],
    ['room[tags]', 'a'],
    ['room[tags]', 'b'],
    ['other', '{"x":1}'],
  ])
})

it.each([
  [4, { kind: 'file', form: 'json', name: 'name' }],
  [5, { kind: 'folder', form: 'text', name: 'name' }],
])('sends values that descriptions quote, in variant %i', async (variant, expected) => {
  const text = (description: string) => ({ type: 'string', description })
  const properties = {
    kind: text("Kind of lamp ('file', 'folder')"),
    form: text('One of `json`, `text`.'),
    name: text("The lamp's name, such as 'lamp'."),
  }
  const operation = await postOf(body('application/json', { schema: { type: 'object', properties } }))
  const content = operation && bodyOf(operation)
  expect(content && bodyVariant(operation, content, variant)).toEqual(expected)
})
