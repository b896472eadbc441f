import type { SeededCredential } from '../slice.ts'

export const credentials: SeededCredential[] = [
  { role: 'full', headers: { authorization: 'Bearer work-management.example-full' } },
]
