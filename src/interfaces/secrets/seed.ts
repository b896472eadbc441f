import type { SeededCredential } from '../slice.ts'

export const credentials: SeededCredential[] = [{ role: 'full', headers: { 'x-svc-token': 'svc.example-full-access' } }]
