import type { BehaviourContext } from '../../behaviour/behaviour.ts'
import { type Condition, flag, type ValuesOf } from '../../behaviour/definition.ts'

const enableDebug: Condition<'unset' | boolean> = {
  description:
    'enable_debug of the agent. Profiles are available while ACLs are on or this is true (AGT-145 to AGT-151).',
  schema: { enum: ['unset', true, false] },
  initial: 'unset',
}

const mode: Condition<'server' | 'client' | 'both'> = {
  description: 'Whether the agent runs as a server, as a client or as both. Operations of the other half answer 501.',
  schema: { enum: ['server', 'client', 'both'] },
  initial: 'both',
}

export const conditions = {
  aclsEnabled: flag(
    'ACLs are on: requests need a token that grants the permission of the operation. Off, they need none.',
    true,
  ),
  enableDebug,
  mode,
  leader: {
    description: 'Name of the member that leads; `server_id=leader` means it while it is alive.',
    schema: { type: 'string' },
    initial: 'server1.global',
  },
  clientHealthy: flag(
    'The client half is healthy. False, and the agent runs as a client: health answers 500 (AGT-121).',
    true,
  ),
  serverHealthy: flag(
    'The server half is healthy. False, and the agent runs as a server: health answers 500 (AGT-121).',
    true,
  ),
  schedulerUpdatesApply: flag(
    'Updates of the scheduler configuration can be applied. False: they answer 200 with the configuration that stays in force (AGT-162).',
    true,
  ),
  gossipDelaySeconds: {
    description: 'How long a change elsewhere in the pool takes to reach the member list (AGT-101).',
    schema: { type: 'number', minimum: 0, maximum: 86_400 },
    initial: 0,
  },
}

export type Conditions = ValuesOf<typeof conditions>

type Mode = Pick<BehaviourContext<Conditions>, 'conditions' | 'cite'>

interface WrongMode {
  status: 501
  body: string
}

export const runsAsServer = ({ mode }: Readonly<Conditions>): boolean => mode !== 'client'
export const runsAsClient = ({ mode }: Readonly<Conditions>): boolean => mode !== 'server'

/** The answer of an agent without a server half to a server operation (gap AGT-G14). */
export function unlessServer({ conditions, cite }: Mode, rule: string): WrongMode | undefined {
  if (runsAsServer(conditions)) return undefined
  cite(rule)
  return { status: 501, body: 'Server only endpoint' }
}

/** The answer of an agent without a client half to a client operation (gap AGT-G14). */
export function unlessClient({ conditions, cite }: Mode, rule: string): WrongMode | undefined {
  if (runsAsClient(conditions)) return undefined
  cite(rule)
  return { status: 501, body: 'Client only endpoint' }
}
