import type { components, operations } from '../../../../generated/document-templates/types.ts'
import type { AttemptInput, CheckContext } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectSuccess } from '../../../check/expect-success.ts'

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
