import type { components, operations } from '../../../../generated/document-templates/types.ts'
import type { AttemptInput, CheckContext, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefusal, expectSuccess } from '../../../check/expect-status.ts'
import { changesAnswer, on, type Sabotage, when } from '../../../check/sabotage.ts'

export type Context = CheckContext<operations>
export type TemplateList = components['schemas']['TemplateList']
export type Query = NonNullable<operations['listDocgenTemplates']['parameters']['query']>

/** Most pages of a list that a check reads. */
const maxPages = 50

/** One page. Expects success. */
export async function list(t: Context, query: Query = {}, as?: string): Promise<TemplateList> {
  const reply = await t.attempt('listDocgenTemplates', { query, ...(as === undefined ? {} : { as }) })
  expectSuccess(t, reply, { what: `the list with ${JSON.stringify(query)}`, gap: 'DOC-G04' })
  expect(reply.body, 'the list').toMatchObject({ entries: expect.any(Array) })
  return reply.body
}

export const idsOf = ({ entries }: TemplateList) => entries.map(({ file }) => file.id)

/** Ids of all templates of a user, up to `maxPages`. */
export async function listAll(t: Context, as?: string): Promise<string[]> {
  const ids: string[] = []
  let marker: string | null | undefined
  for (let page = 0; page < maxPages; page++) {
    const found = await list(t, { usemarker: true, ...(marker ? { marker } : {}) }, as)
    ids.push(...idsOf(found))
    marker = found.next_marker
    if (!marker) return ids
  }
  return ids
}

/** Tries to mark a file as a template. */
export function mark(t: Context, id: string, input: AttemptInput = {}) {
  return t.attempt('createDocgenTemplate', { body: { file: { id, type: 'file' } }, ...input })
}

/** A list without templates. */
export const nothing = { entries: [], limit: 100 }

/** Asks for a list with a client error in the request. */
export async function refuses(t: Context, query: NonNullable<AttemptInput['query']>, what: string): Promise<void> {
  const reply = await t.attempt('listDocgenTemplates', { query })
  expectRefusal(t, reply, { what: `a list with ${what}`, clientError: true, gap: 'DOC-G02', status: 400 })
  assumeError(t, reply, `a list with ${what}`, 400)
}

/** Limits a sabotage to list requests that meet a condition. */
export const asks = (isIt: (query: URLSearchParams) => boolean, sabotage: Sabotage): Sabotage =>
  on('listDocgenTemplates', when, ({ query }) => isIt(new URLSearchParams(query)), sabotage)

const codes: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  429: 'rate_limit_exceeded',
  500: 'internal_server_error',
}

/** The body of an error with the assumed status (gap DOC-G03), and the challenge of a 401 (gap DOC-G02). */
export function assumeError(t: Context, { status: seen, body, headers }: Reply, what: string, status: number): void {
  if (seen !== status) return
  const text = expect.stringMatching(/\S/)
  const error = { type: 'error', status, code: codes[status], message: text, request_id: text }
  t.assume('DOC-G03', () => expect(body, `error for ${what}`).toEqual(error))
  const challenge = status === 401 ? expect.stringMatching(/^Bearer realm=/) : undefined
  t.assume('DOC-G02', () => expect(headers['www-authenticate'], `challenge for ${what}`).toEqual(challenge))
}

/** Gives refusals of this status another body. */
export const refusesInWords = (status: number): Sabotage =>
  changesAnswer((answer) => (answer.status === status ? { ...answer, body: { message: 'refused' } } : answer))
