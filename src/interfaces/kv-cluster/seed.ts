import type { SeededCredential } from '../slice.ts'

export const credentials: SeededCredential[] = []
