import type { Action, JsonSchema } from '../../behaviour/definition.ts'
import { objectOf } from '../../behaviour/record-schema.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Conditions } from './conditions.ts'
import { writeLog } from './logs/log.ts'
import { fail, recover } from './members.ts'
import { startSchedulers } from './scheduler-workers.ts'
import {
  type AgentContext,
  configFileIn,
  type MemberRecord,
  membersIn,
  only,
  present,
  readSelf,
  schedulersIn,
} from './state.ts'

const node: JsonSchema = { type: 'string', minLength: 1, description: 'Name of the member.' }

/** Events on agents that no request causes. */
export const actions: Record<string, Action<Conditions>> = {
  failMember: {
    description:
      'A member stops answering: the pool takes it for `failed`. With `running`, its process goes on, so that it rejoins when it is pruned (AGT-052).',
    schema: objectOf({ node, running: { type: 'boolean', default: false } }, ['running']),
    async run({ node, running = false }: { node: string; running?: boolean }, context) {
      const { member } = await readSelf(context.store)
      if (node === member.Name)
        return new Refusal('invalid-request', `${node} is the agent that answers; it cannot fail.`)
      return change(node, context, 'member failed', (record, when) => fail(record, { running, ...when }))
    },
  },
  recoverMember: {
    description: 'A member that has failed, left or been pruned runs again, and is `alive` in the pool.',
    schema: objectOf({ node }),
    async run({ node }: { node: string }, context) {
      return change(node, context, 'member joined', recover)
    },
  },
  restart: {
    description: 'The agent restarts: its scheduler workers start anew, as its configuration file says (AGT-160).',
    schema: { type: 'object', additionalProperties: false },
    async run(_: object, context) {
      const { store, clock } = context
      const { member } = await readSelf(store)
      const file = present(await configFileIn(store).get(only.schedulers), 'configFile')
      const started = startSchedulers(file, member.Name, clock.now())
      await schedulersIn(store).set(only.schedulers, started)
      await writeLog(context, 'info', 'agent', 'starting', ['node', member.Name])
      return started.config
    },
  },
}

type Change = (record: MemberRecord, when: { now: Date; delay: number }) => MemberRecord

async function change(
  name: string,
  context: AgentContext,
  message: string,
  how: Change,
): Promise<MemberRecord | Refusal> {
  const { store, clock, conditions } = context
  const when = { now: clock.now(), delay: conditions.gossipDelaySeconds * 1000 }
  const changed = await membersIn(store).update(name, (record) => record && how(record, when))
  if (!changed) return new Refusal('not-found', `There is no member ${name}.`)
  const level = message === 'member failed' ? 'warn' : 'info'
  await writeLog(context, level, 'serf', message, ['member', name], ['address', changed.member.Addr])
  return changed
}
