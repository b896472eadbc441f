import type { SeededCredential } from '../slice.ts'

export const credentials: SeededCredential[] = [
  { role: 'full', headers: { 'x-api-token': 'app-distribution.example-user-full' } },
]
