import { credentials } from '../seed.ts'

/** The tokens of the mock, by the role of the checks. */
export const tokens = {
  management: tokenOf('full'),
  'node-read': tokenOf('node-read'),
  'agent-read': tokenOf('read-only'),
  'agent-write': tokenOf('agent-write'),
  'no-rights': tokenOf('none'),
} as const

export type Role = keyof typeof tokens

function tokenOf(seeded: string): string {
  return credentials.find(({ role }) => role === seeded)?.headers['x-cluster-token'] ?? ''
}
