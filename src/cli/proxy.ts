import { writeFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { print } from '../print.ts'
import { printable, printableLines } from '../printable.ts'
import { product } from '../product.ts'
import { UserError } from '../user-error.ts'
import {
  describeFinding,
  describeTally,
  type Finding,
  findingToJson,
  tallyToJson,
} from '../validate/exchange-report.ts'
import { type RunningProxy, startProxy } from '../validate/proxy/proxy.ts'
import { createHarFile, type PassedExchange } from '../validate/proxy/record-exchange.ts'
import { UpstreamError } from '../validate/proxy/upstream.ts'
import { exchangeFlags, host, parseHttpUrl, port } from './common-flags.ts'
import { defineCommand, flag, type ValuesOf } from './define-command.ts'
import { openInterfaces } from './open-words.ts'
import { explain } from './start-failure.ts'

/** Maximum number of findings in the report; the summary counts all. */
const maxFindings = 1000

const flags = {
  upstream: flag('<url>', 'address of the server', { parse: (text: string) => parseHttpUrl(text), required: true }),
  port: { ...port, default: 4020 },
  host,
  failOn: flag(
    '<what>',
    'findings that end with 1: error, a broken rule; assumption, also a difference from an assumption; never, none',
    { choices: ['error', 'assumption', 'never'], default: 'error' },
  ),
  ...exchangeFlags,
  report: flag('<json=path>', 'write the report to this file as JSON', { parse: parseReport }),
  har: flag('<path>', 'record all exchanges in this file as a HAR, without secrets'),
} as const

type ProxyFlags = ValuesOf<typeof flags>

export const command: Command = defineCommand('proxy', {
  words: { '<interface>': 'name such as orders, or OpenAPI document such as ./openapi.yaml' },
  flags,
  more: `Requests and answers pass unchanged. The first SIGINT, SIGTERM or SIGHUP ends the proxy with a report.

Exit codes: 0, every answer kept the contract; 1, one did not (or a request, with --fail-on-requests); 2, the upstream is unusable.`,
  run: ([word = ''], flags) => proxy(word, flags),
})

async function proxy(word: string, flags: ProxyFlags): Promise<number> {
  const [one] = (await openInterfaces([word])).interfaces
  if (!one) throw new UserError(`${word} has no interface`)
  const findings: Finding[] = []
  if (flags.report !== undefined) writeReport(flags.report, {})
  const { contract } = one
  const har = flags.har === undefined ? undefined : openHar(flags.har)
  const running = await startProxy({
    ...flags,
    interface: one,
    onFinding(finding) {
      if (findings.length < maxFindings) findings.push(finding)
      void print(`${describeFinding(finding, contract.rules, 'exchange')}\n`)
    },
    ...(har && { onExchange: har }),
    onWarning: (warning) => console.error(`warning: ${printable(warning)}`),
  }).catch((error: unknown) => {
    throw error instanceof UpstreamError ? new UserError(`--upstream: ${error.message}`) : explain(error, flags)
  })
  const { origin, tally } = running
  const report = () => {
    const described = findings.map((finding) => findingToJson(finding, contract.rules))
    if (flags.report !== undefined) writeReport(flags.report, { findings: described, summary: tallyToJson(tally) })
  }
  reportOnExit(report)
  await print(`${contract.title} at ${origin}, from ${flags.upstream.href}\nStop it with Ctrl-C for the report.\n\n`)
  await firstSignal()
  await running.close()
  await print(describeTally(tally))
  report()
  return exitCode(running, flags)
}

/** Writes the report however the process ends, even after an uncaught error or a second signal. */
function reportOnExit(report: () => void): void {
  process.once('exit', () => {
    try {
      report()
    } catch (error) {
      console.error((error as Error).message)
    }
  })
  process.once('uncaughtException', (error) => {
    console.error(`the proxy failed, which is a fault of ${product}: ${error.message}`)
    process.exit(2)
  })
}

function exitCode({ tally, unanswered }: RunningProxy, { failOn, failOnRequests, upstream }: ProxyFlags): number {
  if (unanswered() > 0 && unanswered() === tally.responses) {
    throw new UserError(`--upstream: ${upstream.origin} answered none of ${tally.responses} requests`)
  }
  const judged = failOnRequests ? [tally, tally.requests] : [tally]
  const isWrong = judged.some(({ violations, differences }) => {
    const counted = { error: violations, assumption: violations + differences, never: 0 }
    return counted[failOn] > 0
  })
  return isWrong ? 1 : 0
}

/** A second signal ends the process at once. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(130))
        resolve()
      })
    }
  })
}

function parseReport(text: string): string {
  const path = /^json=(.+)$/.exec(text)?.[1]
  if (path === undefined) throw new InvalidArgumentError('It is written json=<path>.')
  return path
}

function writeReport(file: string, report: object): void {
  try {
    writeFileSync(file, printableLines(`${JSON.stringify(report, undefined, 1)}\n`))
  } catch (error) {
    throw new UserError(`--report: ${file} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** @returns a function that adds an exchange to the file; a full disk ends the recording and not the proxy */
function openHar(path: string): (exchange: PassedExchange) => void {
  const explainHar = (error: unknown) =>
    `--har: ${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`
  let add: ReturnType<typeof createHarFile> | undefined
  try {
    add = createHarFile(path)
  } catch (error) {
    throw new UserError(explainHar(error))
  }
  return (exchange) => {
    try {
      add?.(exchange)
    } catch (error) {
      add = undefined
      console.error(`warning: ${explainHar(error)}; it holds the exchanges before`)
    }
  }
}
