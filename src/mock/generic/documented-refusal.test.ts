import { expect, it } from 'vitest'
import { problemDetails } from '../../behaviour/problem-details.ts'
import { Refusal, type RefusalKind } from '../../behaviour/refusal.ts'
import { documentedRefusals } from './documented-refusal.ts'
import { answer, runtimeOf } from './documents.fixture.ts'

const operation = 'getPet'
const text = { type: 'string' }
const saying = (name: string) =>
  answer(
    { type: 'object', required: [name], properties: { [name]: text }, additionalProperties: false },
    { [name]: 'shown' },
  )

/** How the refusal of an operation with these responses is written. */
async function refuse(responses: object, kind: RefusalKind = 'not-found', asked = operation) {
  const runtime = await runtimeOf({ '/pets': { get: { operationId: operation, responses } } })
  const render = documentedRefusals(runtime, (refusal) => problemDetails(refusal, { headers: { 'x-kept': '1' } }))
  return render(new Refusal(kind, 'no', { operation: asked }))
}

const problem = (status: number, title: string) => ({
  status,
  headers: { 'content-type': 'application/problem+json', 'x-kept': '1' },
  body: { type: 'about:blank', title, status, detail: 'no' },
})
const documented = (status: number, body: unknown) => ({
  status,
  headers: { 'content-type': 'application/json', 'x-kept': '1' },
  body,
})

it.each([
  ['the code', { 404: saying('detail'), '4XX': saying('error'), default: saying('message') }, { detail: 'no' }],
  [
    'the range of the code',
    { 500: saying('detail'), '4XX': saying('error'), default: saying('message') },
    { error: 'no' },
  ],
  ['the default', { 400: saying('detail'), '5XX': saying('error'), default: saying('message') }, { message: 'no' }],
  ['error_description', { 404: saying('error_description') }, { error_description: 'no' }],
  ['errorDescription', { 404: saying('errorDescription') }, { errorDescription: 'no' }],
  ['no member for a sentence', { 404: answer({ required: ['reason'] }, { reason: 'shown' }) }, { reason: 'shown' }],
  ['a list', { 404: answer({ type: 'array' }, ['shown']) }, ['shown']],
  ['a text', { 404: answer(text, 'shown') }, 'shown'],
  [
    'a sentence of a set',
    {
      404: answer(
        { type: 'object', properties: { error: { enum: ['gone'] } }, required: ['error'] },
        { error: 'gone' },
      ),
    },
    { error: 'gone' },
  ],
])('writes a refusal in the form of the document: %s', async (_, responses, body) => {
  expect(await refuse(responses)).toEqual(documented(404, body))
})

it.each([
  ['application/json', 'application/json'],
  ['application/problem+json', 'application/problem+json'],
  ['application/*', 'application/problem+json'],
])('writes the standard form with a media type of the document: %s', async (mediaType, written) => {
  const { body, headers } = problem(404, 'Not Found')
  const responses = { 404: { description: 'No.', content: { [mediaType]: { schema: { type: 'object' } } } } }
  expect(await refuse(responses)).toEqual({ status: 404, headers: { ...headers, 'content-type': written }, body })
})

it('leaves out the body where none is documented', async () => {
  expect(await refuse({ 404: { description: 'No.' } })).toEqual({
    status: 404,
    headers: { 'x-kept': '1' },
    body: undefined,
  })
})

it.each([
  ['another operation', { 404: saying('detail') }, 'not-found', 'listPets'],
  ['no response for the status', { 200: saying('detail'), '5XX': saying('detail') }, 'not-found', operation],
  ['an example that its schema refuses', { 404: answer({ type: 'integer' }, 'shown') }, 'not-found', operation],
  [
    'a media type that is not JSON',
    { 404: { description: 'No.', content: { 'text/html': {} } } },
    'not-found',
    operation,
  ],
] as const)('keeps the standard form for %s', async (_, responses, kind, asked) => {
  expect(await refuse(responses, kind, asked)).toEqual(problem(404, 'Not Found'))
})

it('answers an invalid request with 422 only where that is documented and 400 is not', async () => {
  const both = { 400: saying('detail'), 422: saying('error') }
  expect(await refuse({ 404: both[400], 422: both[422] }, 'invalid-request')).toEqual(documented(422, { error: 'no' }))
  expect(await refuse(both, 'invalid-request')).toEqual(documented(400, { detail: 'no' }))
  expect(await refuse({ 422: both[422] }, 'malformed-request')).toEqual(problem(400, 'Bad Request'))
  expect(await refuse({ 404: both[400] }, 'invalid-request')).toEqual(problem(400, 'Bad Request'))
})
