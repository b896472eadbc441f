import type { SeededCredential } from '../slice.ts'

export const credentials: SeededCredential[] = [
  { role: 'full', headers: { authorization: 'Bearer document-templates.example-full' } },
]
