import type { operations } from '../../../generated/document-templates/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Conditions } from './conditions.ts'
import { pageOf, readPageRequest, whyMalformed } from './paging.ts'
import { type Caller, collaborates, records, templatesOf } from './state.ts'

export const behaviours: Behaviours<operations, Conditions, Caller> = {
  async listDocgenTemplates({ query }, { store, caller, conditions, because }) {
    const asked = whyMalformed(caller.query) ?? readPageRequest(query)
    if (asked instanceof Refusal) return asked
    if (conditions.access_denied) return accessDenied()
    const { files, templates } = records(store)
    const all = templatesOf(caller.user, await files.entries(), await templates.entries())
    const page = pageOf(all, asked)
    if (page instanceof Refusal) return page
    because('DOC-002', 'DOC-019', ...(query.marker === undefined ? [] : ['DOC-021']))
    return { status: 200, body: page }
  },

  /** A file that is already a template stays unchanged, at its place in the list (gap DOC-G15). */
  async createDocgenTemplate({ body }, { store, clock, caller, conditions, because }) {
    const { files, templates } = records(store)
    const { id } = body.file
    const file = await files.get(id)
    if (!file) return new Refusal('invalid-request', `There is no file ${id}.`, { rules: ['DOC-024'] })
    if (conditions.access_denied || !collaborates(file, caller.user)) return accessDenied('DOC-025')
    const marked_at = clock.now().toISOString()
    await templates.update(id, (mark) => mark ?? { marked_at })
    because('DOC-001')
    return { status: 200, body: { file: { id, type: 'file' } } }
  },
}

function accessDenied(...rules: string[]): Refusal {
  return new Refusal('forbidden', 'You lack the access rights for this request.', {
    rules,
    credentials: { fault: 'lacking', credential: 'user of the access token', right: 'the rights of a collaborator' },
  })
}
