import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { choosePaint } from '../verify/report/colour.ts'
import { toAnnotations } from '../verify/report/github-annotations.ts'
import { toSummary } from '../verify/report/github-summary.ts'
import { redactReport } from '../verify/report/redact.ts'
import { createSourceLinks } from '../verify/report/source-links.ts'
import { toTerminal } from '../verify/report/terminal.ts'
import type { Report } from '../verify/runner/report.ts'
import { RunFailedError, type RunOptions, runChecks } from '../verify/runner/run.ts'
import type { Allowance } from '../verify/target/target.ts'
import { judgingCommand, runJudge } from './judge.ts'
import { UserError } from './user-error.ts'
import { chooseTargets } from './verify/choose-targets.ts'
import { formats, type ReportFile, readReportFile } from './verify/report-file.ts'

interface Flags {
  baseUrl?: string
  target?: string
  resource: Record<string, string>
  allow: Allowance
  timeout: number
  only?: RegExp
  retries: number
  shard?: string
  report: ReportFile[]
  docs: string
  verbose: boolean
}

const more = `
Without --base-url and --target the mock of this repository is checked, in this process.

With --base-url, credentials come from environment variables: RULEBOUND_ORDERS_FULL_KEY is the value 'key' of the role 'full' of orders.
What the target does not offer is skipped, with the reason. A target file says more: see targets/example.yaml.

Ends with 0 when all checks that ran passed, with 1 when the target breaks a rule, with 2 when the target or its file is unusable.`

export const command: Command = judgingCommand('verify')
  .argument(
    '[interface...]',
    'names as in redocly.yaml; all that there are, or that the target file names, when absent',
  )
  .option('--base-url <url>', 'where the server to check is; with --target, in place of what the file says')
  .option('--target <file>', 'file that describes the servers to check (YAML)')
  .option('--resource <name=value>', 'something that checks may use; repeatable', collectResource, {})
  .addOption(
    new Option('--allow <what>', 'how far checks may change the server of --base-url')
      .choices(['nothing', 'reversible', 'lasting'])
      .default('nothing'),
  )
  .option('--timeout <milliseconds>', 'how long an answer of --base-url may take', parseCount, 10_000)
  .option('--only <pattern>', 'only rules whose ID or statement matches this regular expression', parsePattern)
  .option('--retries <number>', 'times that a failed check is run again', parseNumber, 0)
  .option('--shard <index/count>', 'only this part of the interfaces: 1/3', parseShard)
  .option('--report <format=file>', `write a report; repeatable; formats are ${formats.join(', ')}`, collectReport, [])
  .option('--docs <url>', 'where reports lead for the documentation of a rule', 'http://127.0.0.1:4010')
  .option('--verbose', 'list the rules that passed, too', false)
  .addHelpText('after', more)
  .action((interfaces: string[], flags: Flags) => runJudge(() => verify(interfaces, flags)))

async function verify(interfaces: readonly string[], flags: Flags): Promise<number> {
  const { only, shard, retries, verbose } = flags
  const targets = await chooseTargets(interfaces, flags, process.env)
  const report = await run({ targets, retries, ...(only ? { only } : {}), ...(shard === undefined ? {} : { shard }) })
  if (report.results.length === 0 && only) throw new UserError(`no rule matches ${only}`)

  const secrets = new Map([...targets.values()].flatMap((target) => [...(target?.secrets ?? [])]))
  const shown = redactReport(report, secrets)
  const links = createSourceLinks({ docs: flags.docs, sources: sourcesOf(process.env) })
  for (const { render, file } of flags.report) write(file, render(shown, links))
  process.stdout.write(toTerminal(shown, links, { paint: choosePaint(process.stdout, process.env), verbose }))
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env
  if (GITHUB_ACTIONS === 'true') process.stdout.write(toAnnotations(shown, links))
  if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, toSummary(shown, links))
  return report.results.some(({ result }) => result === 'failed') ? 1 : 0
}

/** Where the sources can be read, in a job of GitHub's; beside the report, elsewhere. */
function sourcesOf({ GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA }: NodeJS.ProcessEnv): string {
  return GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/${GITHUB_SHA}/` : ''
}

function run(options: RunOptions): Promise<Report> {
  return runChecks(options).catch((error: unknown) => {
    throw error instanceof RunFailedError ? new UserError(error.message) : error
  })
}

function write(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  } catch (error) {
    throw new UserError(`the report ${file} cannot be written: ${(error as Error).message}`)
  }
}

function collectResource(text: string, known: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError("Write it as 'order=<token>'.")
  return { ...known, [name]: value }
}

function collectReport(text: string, known: ReportFile[]): ReportFile[] {
  return [...known, readReportFile(text)]
}

function parsePattern(text: string): RegExp {
  try {
    return new RegExp(text)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}

function parseNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 0) return number
  throw new InvalidArgumentError('This is a whole number from 0.')
}

function parseCount(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1) return number
  throw new InvalidArgumentError('This is a whole number from 1.')
}

function parseShard(text: string): string {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  if (Number(index) >= 1 && Number(index) <= Number(count)) return text
  throw new InvalidArgumentError('Write it as 1/3, for the first of three parts.')
}
