import type { Command } from 'commander'
import { print } from '../print.ts'
import { printable } from '../printable.ts'
import { product } from '../product.ts'
import { assertWritable } from '../text-file.ts'
import { UserError } from '../user-error.ts'
import { describeFinding, describeTally, toFindings } from '../validate/exchange-report.ts'
import { type RunningProxy, startProxy } from '../validate/proxy/proxy.ts'
import { createHarFile, type PassedExchange } from '../validate/proxy/record-exchange.ts'
import { UpstreamError } from '../validate/proxy/upstream.ts'
import { documentFlags, exchangeFlags, host, parseHttpUrl, port } from './common-flags.ts'
import { defineCommand, flag, type ValuesOf } from './define-command.ts'
import { explainStart, firstSignal } from './listening.ts'
import { openInterfaces } from './open-words.ts'
import { createExchangeReport, json, report, streamBeside, withJson } from './report-flag.ts'

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
  ...documentFlags,
  report,
  json,
  har: flag('<path>', 'record all exchanges in this file as a HAR, without secrets'),
} as const

type ProxyFlags = ValuesOf<typeof flags>

export const command: Command = defineCommand('proxy', {
  words: { '<interface>': 'name such as orders, or OpenAPI document such as ./openapi.yaml' },
  flags,
  more: `Requests and answers pass unchanged. The first SIGINT, SIGTERM or SIGHUP ends the proxy with a report.

Exit codes: 0, every answer kept the contract; 1, one did not (or a request, with --fail-on-requests); 2, the upstream is unusable.`,
  run: ([word = ''], flags) => proxy(word, { ...flags, report: withJson(flags) }),
})

async function proxy(word: string, flags: ProxyFlags): Promise<number> {
  const [one] = (await openInterfaces([word], flags)).interfaces
  if (!one) throw new UserError(`${word} has no interface`)
  const reported = createExchangeReport('proxy', flags.report)
  // What cannot be written is told before a request passes.
  for (const { file } of flags.report) assertWritable(file)
  const stream = streamBeside(flags.report)
  const { contract } = one
  const har = flags.har === undefined ? undefined : openHar(flags.har)
  const running = await startProxy({
    ...flags,
    interface: one,
    onFinding(finding) {
      reported.add(toFindings(finding, contract.rules))
      void print(`${describeFinding(finding, contract.rules, 'exchange')}\n`, stream)
    },
    ...(har && { onExchange: har }),
    onWarning: (warning) => console.error(`warning: ${printable(warning)}`),
  }).catch(async (error: unknown) => {
    throw error instanceof UpstreamError
      ? new UserError(`--upstream: ${error.message}`)
      : await explainStart(error, flags)
  })
  const { origin, tally } = running
  writeOnExit(() => reported.write(tally))
  await print(
    `${contract.title} at ${origin}, from ${flags.upstream.href}\nStop it with Ctrl-C for the report.\n\n`,
    stream,
  )
  await firstSignal('SIGHUP')
  await running.close()
  await print(describeTally(tally), stream)
  return exitCode(running, flags)
}

/** Writes the report however the process ends, even after an uncaught error or a second signal. */
function writeOnExit(write: () => void): void {
  process.once('exit', () => {
    try {
      write()
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
