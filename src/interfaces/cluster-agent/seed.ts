import type { SeededCredential } from '../slice.ts'

export const credentials: SeededCredential[] = [
  { role: 'full', headers: { 'x-cluster-token': 'cluster-agent.example-management' } },
]
