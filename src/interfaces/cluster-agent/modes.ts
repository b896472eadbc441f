import type { Conditions } from './conditions.ts'
import type { AgentContext } from './state.ts'

interface WrongMode {
  status: 501
  body: string
}

export const runsAsServer = ({ mode }: Readonly<Conditions>): boolean => mode !== 'client'
export const runsAsClient = ({ mode }: Readonly<Conditions>): boolean => mode !== 'server'

/** What an agent without server half answers to an operation for servers (gap AGT-G14). */
export function unlessServer({ conditions, because }: AgentContext, rule: string): WrongMode | undefined {
  if (runsAsServer(conditions)) return undefined
  because(rule)
  return { status: 501, body: 'Server only endpoint' }
}

/** What an agent without client half answers to an operation for clients (gap AGT-G14). */
export function unlessClient({ conditions, because }: AgentContext, rule: string): WrongMode | undefined {
  if (runsAsClient(conditions)) return undefined
  because(rule)
  return { status: 501, body: 'Client only endpoint' }
}
