import { afterAll, expect, it } from 'vitest'
import { answersWith, on, type Sabotage } from '../../../check/sabotage.ts'
import { openTarget } from '../../../verify/runner/check-target.ts'
import { planChecks } from '../../../verify/runner/plan.ts'
import { runCheck } from '../../../verify/runner/run-check.ts'

const { checkTarget, mock, close } = await openTarget('cluster-agent')
afterAll(close)

/** A frame of a log stream, with its text in Base64. */
const frame = (lines: readonly string[]) =>
  JSON.stringify({ Data: Buffer.from(lines.map((line) => `${line}\n`).join('')).toString('base64'), FileEvent: 'log' })

const info = (count: number) => Array.from({ length: count }, (_, index) => `[INFO]  agent: heartbeat ${index}`)
const json = { 'content-type': 'application/json' }
const host = { OS: 'linux', Network: [{ eth0: '10.0.0.7' }] }
const self = { config: {}, member: { Name: 'agent-7.eu' }, stats: { runtime: { goroutines: '41' } } }

/** Exchanges in the form in which real agents answered, where a check once failed or broke off. */
const recorded: [rule: string, what: string, answer: Sabotage, results: string[]][] = [
  ['AGT-128', 'an agent that logs nothing below info', log(...info(12)), ['inconclusive']],
  ['AGT-127', 'heartbeats alone', on('streamLogs', streams('{}', '{}', '{}')), ['inconclusive']],
  [
    'AGT-042',
    'a host report without variables',
    on('getHost', answersWith(200, { HostData: host }, json)),
    ['inconclusive'],
  ],
  [
    'AGT-033',
    'the half of a client alone',
    on('getHealth', answersWith(200, { client: { message: 'ok', ok: true } }, json)),
    ['passed'],
  ],
  [
    'AGT-030',
    'the statistics of no role',
    on('getSelf', answersWith(200, self, json)),
    ['passed', 'differs', 'inconclusive'],
  ],
]

function log(...lines: string[]): Sabotage {
  return on('streamLogs', streams('{}', frame(lines), '{}'))
}

/** The pieces of a stream as they came. */
function streams(...pieces: string[]): Sabotage {
  return async () => ({ status: 200, headers: json, body: bytesOf(pieces) })
}

async function* bytesOf(pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece)
}

it.each(recorded)(
  '%s does not fail for %s',
  async (id, _, answer, results) => {
    const { control: _control, ...target } = checkTarget.target
    mock?.sabotage('', answer)
    const planned = planChecks(checkTarget).find(({ rule }) => rule.id === id)
    if (!planned || 'unobservable' in planned.check) throw new Error(`${id} has no check`)
    const outcome = await runCheck({ ...checkTarget, target }, planned.check)
    expect(outcome.result === 'failed' ? outcome.error.message : outcome.result).toMatch(
      new RegExp(`^(${results.join('|')})$`),
    )
  },
  60_000,
)
