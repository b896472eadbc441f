import type { components } from '../../../generated/document-templates/types.ts'
import type { Collection, Store } from '../../behaviour/store.ts'

export type ListEntry = components['schemas']['TemplateListEntry']

export interface File {
  name: string
  /** Users who may mark it, and who see it in their list when it is a template. */
  collaborators: string[]
}

/** Marks a file as a template. Stored under the id of the file, in the order in which files became templates (gap DOC-G16). */
export interface MarkedTemplate {
  /** ISO 8601. */
  marked_at: string
}

export interface Token {
  user: string
  /** ISO 8601; a token without it does not expire. */
  expires_at?: string
}

/** The caller, and the parts of the request that behaviours do not get otherwise. */
export interface Caller {
  user: string
  /** Query string without `?`, as it was sent. */
  query: string
}

export function records(store: Store): {
  files: Collection<File>
  templates: Collection<MarkedTemplate>
  tokens: Collection<Token>
  requests: Collection<number[]>
} {
  return {
    files: store.collection('files'),
    templates: store.collection('templates'),
    tokens: store.collection('tokens'),
    // Times of the requests that still count against the rate limit, by user; milliseconds since the epoch.
    requests: store.collection('requests'),
  }
}

export function collaborates(file: File, user: string): boolean {
  return file.collaborators.includes(user)
}

/** The templates on which a user collaborates (DOC-002), in the order in which they became templates. */
export function templatesOf(
  user: string,
  files: readonly [id: string, File][],
  templates: readonly [id: string, MarkedTemplate][],
): ListEntry[] {
  const own = new Map(files.filter(([, file]) => collaborates(file, user)))
  return templates.flatMap(([id]) => {
    const file = own.get(id)
    return file ? [{ file: { id, type: 'file' }, file_name: file.name }] : []
  })
}
