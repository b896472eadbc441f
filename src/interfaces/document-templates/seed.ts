import type { components } from '../../../generated/document-templates/types.ts'
import type { Examples, SeededCredential, SeededRecord } from '../../behaviour/definition.ts'
import type { Store } from '../../behaviour/store.ts'
import { type File, records, type Token } from './state.ts'

/** Role of the credential, and the user of its token; the token is `document-templates.example-<role>`. */
const tokens: [role: string, Token][] = [
  ['full', { user: 'ada' }],
  ['second-user', { user: 'ben' }],
  ['none', { user: 'cleo' }],
  ['expired', { user: 'ada', expires_at: '2020-01-01T00:00:00Z' }],
]

export const credentials: SeededCredential[] = tokens.map(([role]) => ({
  role,
  headers: { authorization: `Bearer ${tokenOf(role)}` },
}))

/** Files that the documented examples do not show as templates. */
const otherFiles: [id: string, File][] = [
  ['5006', { name: 'Certificate.docx', collaborators: ['ada', 'ben'] }],
  ['5007', { name: 'Payroll letter.docx', collaborators: ['ben'] }],
  ['5008', { name: 'Board minutes.docx', collaborators: ['ben'] }],
]

/** A template of other users, between templates of ada: it must not count in her pages. */
const templateOfOthers = { id: '5008', after: '5002' }

export const seededRecords: SeededRecord[] = [
  { description: 'the first of the five templates on which ada collaborates, 5001 to 5005', key: '5001' },
  { description: 'a file that is not a template yet and that ada may mark', key: '5006' },
  { description: 'a file that ada may not mark', key: '5007' },
  { description: 'a template on which ben collaborates and ada does not', key: '5008' },
]

export async function seed(store: Store, examples: Examples): Promise<void> {
  const kept = records(store)
  const mark = { marked_at: '2025-01-15T09:00:00.000Z' }
  // The lint validates examples against their schemas, so the cast is safe.
  const lists = examples.of('listDocgenTemplates', 200) as components['schemas']['TemplateList'][]
  for (const { file, file_name } of lists.flatMap(({ entries }) => entries)) {
    await kept.files.set(file.id, { name: file_name, collaborators: ['ada'] })
    await kept.templates.set(file.id, mark)
    if (file.id === templateOfOthers.after) await kept.templates.set(templateOfOthers.id, mark)
  }
  for (const [id, file] of otherFiles) await kept.files.set(id, file)
  for (const [role, token] of tokens) await kept.tokens.set(tokenOf(role), token)
}

function tokenOf(role: string): string {
  return `document-templates.example-${role}`
}
