import type { components, operations } from '../../../../generated/cluster-agent/types.ts'
import type { Behaviours } from '../../../behaviour/behaviour.ts'
import { Refusal } from '../../../behaviour/refusal.ts'
import { joinAddress } from '../addresses.ts'
import type { Conditions } from '../conditions.ts'
import { memberList } from '../members.ts'
import { type AgentContext, membersIn } from '../state.ts'
import { findTarget, refuseTwoTargets, type Target } from '../targets.ts'
import { readLog } from './agent-log.ts'
import { type LogFormat, type LogRecord, writeLine } from './log-records.ts'
import type { Logger } from './log-source.ts'
import { logPieces } from './log-stream.ts'

type MonitorFrame = components['schemas']['MonitorFrame']

export const monitor = {
  /** An endless stream for any agent (AGT-079, AGT-126). `plain` decides on the media type, not `Accept` (AGT-134). */
  async streamLogs({ query }, context) {
    const { log_level = 'info', log_json = false, log_include_location = false, plain = false } = query
    const target = refuseTwoTargets(query) ?? (await findTarget(query, context, { leader: true }))
    if (target instanceof Refusal) return target
    context.because('AGT-126', plain ? 'AGT-134' : 'AGT-127')
    const { store, clock, signal } = context
    const pieces = logPieces({
      clock,
      signal,
      lowest: log_level,
      logger: () => lookAt(target, context),
      events: () => readLog(store, target.name),
    })
    const lines = toText(pieces, { json: log_json, location: log_include_location })
    return plain
      ? { status: 200, mediaType: 'text/plain', body: toBytes(lines) }
      : { status: 200, mediaType: 'application/json', body: toBytes(toFrames(lines)) }
  },
} satisfies Behaviours<operations, Conditions>

/** The agent of the log, with the current pool. */
async function lookAt({ name, leads }: Target, { store, clock, conditions }: AgentContext): Promise<Logger> {
  const members = memberList(await membersIn(store).entries(), clock.now())
  const leader = members.find(({ Name }) => Name === conditions.leader)
  const failed = members.filter(({ Status }) => Status === 'failed')
  return { name, leads, failed, leaderAddress: leader ? joinAddress(leader.Addr, leader.Tags.port ?? leader.Port) : '' }
}

async function* toText(pieces: AsyncIterable<LogRecord[]>, format: LogFormat): AsyncGenerator<string> {
  for await (const piece of pieces) yield piece.map((record) => writeLine(record, format)).join('')
}

/** Frames in sequence, each with a line feed at its end. `Offset` is the number of log bytes before it (AGT-045 to AGT-047, gap AGT-G08). */
async function* toFrames(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let offset = 0
  for await (const text of lines) {
    const data = Buffer.from(text)
    if (data.length === 0) {
      yield ''
      continue
    }
    const frame: MonitorFrame = { Data: data.toString('base64'), FileEvent: 'log', Offset: offset }
    offset += data.length
    yield `${JSON.stringify(frame)}\n`
  }
}

async function* toBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text)
}
