import type { Conditions } from './conditions.ts'
import type { AgentContext } from './state.ts'

interface WrongMode {
  status: 501
  body: string
}

export const runsAsServer = ({ mode }: Readonly<Conditions>): boolean => mode !== 'client'
export const runsAsClient = ({ mode }: Readonly<Conditions>): boolean => mode !== 'server'

/** The answer of an agent without a server half to a server operation (gap AGT-G14). */
export function unlessServer({ conditions, because }: AgentContext, rule: string): WrongMode | undefined {
  if (runsAsServer(conditions)) return undefined
  because(rule)
  return { status: 501, body: 'Server only endpoint' }
}

/** The answer of an agent without a client half to a client operation (gap AGT-G14). */
export function unlessClient({ conditions, because }: AgentContext, rule: string): WrongMode | undefined {
  if (runsAsClient(conditions)) return undefined
  because(rule)
  return { status: 501, body: 'Client only endpoint' }
}
