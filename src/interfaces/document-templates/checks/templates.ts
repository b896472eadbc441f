import type { components, operations } from '../../../../generated/document-templates/types.ts'
import type { AttemptInput, CheckContext } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectSuccess } from '../../../check/expect-success.ts'

export type Context = CheckContext<operations>
export type TemplateList = components['schemas']['TemplateList']
export type Query = NonNullable<operations['listDocgenTemplates']['parameters']['query']>

/** No check follows a list further than this. */
const maxPages = 50

/** One page, which must be served. */
export async function list(t: Context, query: Query = {}, as?: string): Promise<TemplateList> {
  const reply = await t.attempt('listDocgenTemplates', { query, ...(as === undefined ? {} : { as }) })
  expectSuccess(t, reply, { what: `the list with ${JSON.stringify(query)}`, gap: 'DOC-G04' })
  expect(reply.body, 'the list').toMatchObject({ entries: expect.any(Array) })
  return reply.body
}

export const idsOf = ({ entries }: TemplateList) => entries.map(({ file }) => file.id)

/** Ids of all templates of a user, as far as `maxPages` reach. */
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

/** Marks a file as a template, or tries to. */
export function mark(t: Context, id: string, input: AttemptInput = {}) {
  return t.attempt('createDocgenTemplate', { body: { file: { id, type: 'file' } }, ...input })
}
