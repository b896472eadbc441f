import type { components } from '../../../generated/cluster-agent/types.ts'
import type { JsonSchema, RecordKind } from '../../behaviour/definition.ts'
import { documented, moment, objectOf, text } from '../../behaviour/record-schema.ts'
import { permissions } from './state.ts'

const ofDocument = documented<components['schemas']>
const ip: JsonSchema = {
  anyOf: [
    { type: 'string', format: 'ipv4' },
    { type: 'string', format: 'ipv6' },
  ],
}
const status: JsonSchema = { enum: ['alive', 'failed', 'left'] }

/** The record kinds that a tester may write, by collection. */
export const recordKinds: Record<string, RecordKind> = {
  tokens: {
    description: 'ACL tokens and the permissions that each grants; the token is the key.',
    schema: objectOf({ permissions: { type: 'array', items: { enum: [...permissions] }, uniqueItems: true } }),
  },
  members: {
    description:
      'Servers that the pool knows, knew or could know, by name: the member, whether it runs, whether the list shows it, and what the list will show from a moment on.',
    schema: objectOf(
      {
        member: ofDocument('Member'),
        running: { type: 'boolean' },
        listed: { type: 'boolean' },
        pending: objectOf({ status, at: moment }),
      },
      ['running', 'listed', 'pending'],
    ),
  },
  clients: { description: 'Agents in client mode, by node id.', schema: objectOf({ name: text, address: ip }) },
  hosts: {
    description:
      'Host data by the name of the member or client; sensitive variables are redacted when they are reported (AGT-042).',
    schema: ofDocument('HostData'),
  },
  schedulers: {
    description: 'The scheduler workers as they run, under the key `schedulers`.',
    schema: objectOf({
      config: ofDocument('SchedulerConfiguration'),
      workers: { type: 'array', items: ofDocument('SchedulerWorker') },
    }),
  },
  configFile: {
    description:
      'What the configuration file says of the schedulers, under the key `schedulers`: what a restart brings back (AGT-160).',
    schema: objectOf({
      num_schedulers: { type: 'integer', minimum: 0, maximum: 1024 },
      enabled_schedulers: { type: 'array', items: { enum: ['service', 'batch', 'system', 'sysbatch', '_core'] } },
    }),
  },
}
