import { answersWith, on, type Sabotage } from '../../../check/sabotage.ts'
import { openRecorded, type Recorded } from '../../../verify/runner/recorded.fixture.ts'

const run = await openRecorded('cluster-agent')

const base64 = (lines: readonly string[]) => Buffer.from(lines.map((line) => `${line}\n`).join('')).toString('base64')

/** A frame of a log stream, with its text in Base64; at the beginning of the log, agents leave `Offset` out. */
const frame = (lines: readonly string[], more: object = {}) =>
  JSON.stringify({ Data: base64(lines), FileEvent: 'log', ...more })

const info = (count: number) => Array.from({ length: count }, (_, index) => `[INFO]  agent: heartbeat ${index}`)
const host = { OS: 'linux', Network: [{ eth0: '10.0.0.7' }] }

const first = '2026-03-04T05:06:07.089Z [DEBUG] http: request complete: path=/v1/agent/health'
const second = '2026-03-04T05:06:08.001Z [INFO]  agent: heartbeat 41'
const later = { Offset: first.length + 1 }
/** Has heartbeats between the frames, a first frame without `Offset`, and a frame without `Data`. */
const sparse = on(
  'streamLogs',
  streams('{}', frame([first]), '{}', JSON.stringify(later), frame([second], later), '{}'),
)

/** Answers of real agents for which a check once failed or stopped. */
const recorded: Recorded[] = [
  ['AGT-045', 'heartbeats, and a frame without Data', sparse, ['passed']],
  ['AGT-046', 'heartbeats, and a frame without FileEvent', sparse, ['passed']],
  ['AGT-047', 'an Offset that is absent at the beginning, and a frame without Data', sparse, ['passed']],
  ['AGT-127', 'heartbeats between frames', sparse, ['differs']],
  ['AGT-045', 'heartbeats alone', on('streamLogs', streams('{}', '{}')), ['inconclusive']],
  ['AGT-128', 'an agent that logs nothing below info', log(...info(12)), ['inconclusive']],
  ['AGT-127', 'heartbeats alone', on('streamLogs', streams('{}', '{}', '{}')), ['inconclusive']],
  ['AGT-042', 'a host report without variables', reports('getHost', { HostData: host }), ['inconclusive']],
  ['AGT-120', 'an unhealthy agent', on('getHealth', answersWith(500, { error: 'no leader' })), ['inconclusive']],
  ['AGT-033', 'the half of a client alone', reports('getHealth', { client: { message: 'ok', ok: true } }), ['passed']],
]

function reports(operation: string, body: object): Sabotage {
  return on(operation, answersWith(200, body))
}

function log(...lines: string[]): Sabotage {
  return on('streamLogs', streams('{}', frame(lines), '{}'))
}

/** A stream with these pieces. */
function streams(...pieces: string[]): Sabotage {
  return async () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: bytesOf(pieces) })
}

async function* bytesOf(pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece)
}

run(recorded)
