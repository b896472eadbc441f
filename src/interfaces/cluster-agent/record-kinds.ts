import type { JsonSchema, RecordKind } from '../../behaviour/definition.ts'
import { moment, objectOf, text, texts } from '../../behaviour/record-schema.ts'
import { permissions } from './state.ts'

const integer: JsonSchema = { type: 'integer' }
const textMap: JsonSchema = { type: 'object', additionalProperties: text }
const ip: JsonSchema = {
  anyOf: [
    { type: 'string', format: 'ipv4' },
    { type: 'string', format: 'ipv6' },
  ],
}
const status: JsonSchema = { enum: ['alive', 'failed', 'left'] }

const member = objectOf({
  Name: text,
  Addr: ip,
  Port: { type: 'integer', minimum: 1, maximum: 65_535 },
  Tags: textMap,
  Status: status,
  ProtocolMin: integer,
  ProtocolMax: integer,
  ProtocolCur: integer,
  DelegateMin: integer,
  DelegateMax: integer,
  DelegateCur: integer,
})

const worker = objectOf({
  enabled_schedulers: texts,
  id: text,
  started: text,
  status: { enum: ['Paused', 'Started'] },
  workload_status: { enum: ['Paused', 'WaitingToDequeue'] },
})

const host = objectOf({
  OS: text,
  Network: { type: 'array', items: textMap },
  ResolvConf: text,
  Hosts: text,
  Environment: textMap,
  Disk: { type: 'object', additionalProperties: objectOf({ DiskMB: integer, UsedMB: integer }) },
})

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
        member,
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
    schema: host,
  },
  schedulers: {
    description: 'The scheduler workers as they run, under the key `schedulers`.',
    schema: objectOf({
      config: objectOf({ enabled_schedulers: texts, num_schedulers: integer, server_id: text }),
      workers: { type: 'array', items: worker },
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
