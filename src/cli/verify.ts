import { appendFileSync, existsSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { print } from '../print.ts'
import { printable } from '../printable.ts'
import { assertWritable, writeTextFile } from '../text-file.ts'
import { UserError } from '../user-error.ts'
import { cleanUp } from '../verify/context/undo-file.ts'
import { writeAnswers } from '../verify/learn/learn.ts'
import { exitCodeOf } from '../verify/report/exit-code.ts'
import { redactReport } from '../verify/report/redact.ts'
import { linksOf, type SourceLinks } from '../verify/report/source-links.ts'
import { toTerminal } from '../verify/report/terminal.ts'
import { render, writeReportsAsItGoes } from '../verify/report/write-reports.ts'
import { describeRun } from '../verify/runner/dry-run.ts'
import { wireTo } from '../verify/runner/open-target.ts'
import { mockTitle, type Report, type RuleResult } from '../verify/runner/report.ts'
import { type RunOptions, runChecks } from '../verify/runner/run.ts'
import { mergeKnown, writeKnown } from '../verify/target/record-known.ts'
import type { Target } from '../verify/target/target.ts'
import { readKnown } from '../verify/target/target-file.ts'
import { writeTargetTemplate } from '../verify/target/target-template.ts'
import type { Workspace, WorkspaceInterface } from '../workspace/workspace.ts'
import { documentFlags, interfaces, parseDuration, wholeFrom } from './common-flags.ts'
import { defineCommand, flag, toggle, type ValuesOf } from './define-command.ts'
import { firstSignal } from './listening.ts'
import { openInterfaces } from './open-words.ts'
import { createProgress, type Progress } from './progress.ts'
import { json, type ReportFile, report, streamBeside, withJson } from './report-flag.ts'
import { checkedInterfaces, chooseTargets, serverFlags } from './verify/choose-targets.ts'

const only = flag('<pattern>', 'check only rules whose ID or statement matches this regular expression', {
  parse: parsePattern,
})

const undoFile = flag('<file>', 'file that keeps the addresses of things that checks create', {
  default: 'rulebound-undo.jsonl',
})

const flags = {
  ...serverFlags,
  only,
  report,
  learn: flag(
    '<file>',
    'write how the server behaves where the documents are silent (YAML; names and types, no values)',
  ),
  probe: toggle(
    'also send values at the edges of schemas, single faults and sequences (default: for a document alone)',
    { negated: 'check only what each documented answer says' },
  ),
  seed: flag('<number>', 'choose the values of probes: the same seed sends the same', {
    parse: wholeFrom(0),
    default: 1,
  }),
  maxRequests: flag('<number>', 'most requests of probes', { parse: wholeFrom(1), default: 20_000 }),
  for: flag('<time>', 'longest time for all probes, such as 30s or 2m', { parse: parseDuration }),
  json,
  docs: flag('<url>', 'address of a mock or of published docs, for links to rules (default: no links)'),
  record: flag('<file>', 'write the failed rules as `known` deviations for the target file (YAML)'),
  known: flag('<file>', 'YAML file with further `known` deviations, as --record writes it', { isContent: true }),
  merge: toggle('write the failed rules as `known` deviations into the target file itself'),
  undoFile,
  verbose: toggle('also list the rules that passed'),
  quiet: toggle('show no progress, and no report if no rule failed'),
} as const

type VerifyFlags = ValuesOf<typeof flags>

const words = {
  '[interface...]':
    'names such as orders, or OpenAPI documents such as ./openapi.yaml (default: those of the target file, or all)',
} as const

const modes = [
  defineCommand('init', {
    text: 'write a target file to fill in',
    words: interfaces,
    flags: { out: flag('<file>', 'where to write it', { short: 'o', default: 'target.yaml' }), ...documentFlags },
    more: 'Exit codes: 0, the file is written; 2, it is not, or it was there already.',
    async run(words, { out, ...flags }) {
      const workspace = await openInterfaces(words, flags)
      if (existsSync(out)) throw new UserError(`${out} is there already: name another file, or remove it`)
      writeTextFile(out, await writeTargetTemplate(checkedInterfaces(workspace)))
      console.log(`${out} is written: fill in the addresses, then run rulebound verify plan --target ${out}`)
    },
  }),
  defineCommand('plan', {
    text: 'list the requests and changes that a run would make; send nothing',
    words,
    flags: { ...serverFlags, only },
    more: 'Exit codes: 0, the plan is printed; 2, no server is named, or its target file is unusable.',
    async run(words, flags) {
      const workspace = await openInterfaces(words, flags)
      for (const [name, target] of await chooseTargets(workspace, flags, undefined)) {
        if (!target) throw new UserError('a plan is for a server: name it by --base-url or --target')
        await print(await describeRun(workspace.find(name), target, flags.only))
      }
    },
  }),
  defineCommand('clean', {
    text: 'remove the things that the undo file names, only on these servers',
    words,
    flags: { ...serverFlags, undoFile },
    more: 'Exit codes: 0, nothing is left; 1, something could not be removed; 2, a server or the undo file is unusable.',
    async run(words, flags) {
      return clean(flags.undoFile, await chooseTargets(await openInterfaces(words, flags), flags, process.env))
    },
  }),
  defineCommand('prove', {
    text: 'prove on the mock that each check fails where just its rule is broken',
    words: interfaces,
    flags: { only, ...documentFlags },
    more: 'Exit codes: 0, each check can fail; 1, one proves nothing; 2, there is nothing to prove.',
    run: async (words, { only, ...flags }) => prove(checkedInterfaces(await openInterfaces(words, flags)), only),
  }),
]

export const command: Command = defineCommand('verify', {
  words,
  flags,
  modes,
  more: `Without --base-url and --target, the command checks the mock, in its own process.

With --base-url, credentials come from --credential or from environment variables: RULEBOUND_ORDERS_FULL_KEY is the value 'key' of the
role 'full' of orders. A target file has more settings; verify init writes one.

Each answer that a document describes is a rule, such as getPet/200. Only reads are sent without --allow reversible, and then only writes
at things that the run has made: --may opens an operation that may change what belongs to others.

A check removes the things that it creates. After a crash, verify clean removes them by the undo file, which holds no secrets.

Exit codes: 0, no rule failed; 1, the server breaks a rule; 2, the server or its target file is unusable, or no check showed a result;
130, Ctrl-C stopped the run: changes are undone, and the remaining checks are skipped.`,
  run: verify,
})

async function verify(words: readonly string[], flags: VerifyFlags): Promise<number> {
  const workspace = await openInterfaces(words, flags)
  const { only, quiet, undoFile } = flags
  if (flags.merge && flags.target === undefined)
    throw new UserError('--merge is for a target file: name it by --target')
  for (const file of [flags.learn, flags.record]) if (file !== undefined) assertWritable(file)
  const chosen = await chooseTargets(workspace, flags, process.env)
  const known = flags.known && (await readKnown(workspace, flags.known))
  if (known && ![...chosen.values()].some(Boolean))
    throw new UserError('--known is for a server: name it by --base-url or --target')
  const targets = new Map(
    [...chosen].map(([name, target]) => {
      const deviations = new Map([...(target?.known ?? []), ...(known?.get(name) ?? [])])
      return [name, target && { ...target, undoFile, known: deviations }] as const
    }),
  )
  const secrets = new Map([...targets.values()].flatMap((target) => [...(target?.secrets ?? [])]))
  const links = linksOf(workspace, targets, flags.docs)
  const reports = withJson(flags)
  const title = [...new Set([...targets.values()].map((one) => one?.title ?? mockTitle))].join(', ')
  const addToReports = writeReportsAsItGoes(reports, title, secrets, links)
  const { report, isStopped } = await run(
    { workspace, targets, probes: probesOf(workspace, flags), ...(only && { only }) },
    quiet,
    addToReports,
  )
  await clean(undoFile, chosen)
  if (report.results.length === 0 && only) throw new UserError(`no rule matches ${only}`)

  if (flags.learn !== undefined) writeTextFile(flags.learn, writeAnswers(workspace, report, secrets), 0o600)
  showRun(report, secrets, links, reports, flags)
  return isStopped ? 130 : exitCodeOf(report)
}

/**
 * Removes what the undo file says that checks have made on these servers, and tells what it removed and what stays. A file
 * that names nothing more is deleted.
 *
 * @returns the exit code: 1 when something stays
 */
async function clean(undoFile: string, targets: ReadonlyMap<string, Target | undefined>): Promise<number> {
  const servers = [...targets].flatMap(([name, target]) =>
    target ? [[name, { target, wire: wireTo(target) }] as const] : [],
  )
  const { removed, stays } = await cleanUp(undoFile, new Map(servers))
  for (const [, { wire }] of servers) wire.close()
  if (removed.length > 0) console.error(`removed ${countOf(removed)}`)
  if (stays.length === 0) return 0
  console.error(`${countOf(stays)} could not be removed; verify clean tries again with ${undoFile}:`)
  for (const line of stays) console.error(`  ${line}`)
  return 1
}

function countOf({ length }: readonly string[]): string {
  return length === 1 ? 'a thing that checks had made' : `${length} things that checks had made`
}

/** The checks that prove nothing, one line each. */
async function prove(interfaces: readonly WorkspaceInterface[], only: RegExp | undefined): Promise<number> {
  const { proveChecks } = await import('../verify/runner/prove-checks.ts')
  let count = 0
  let faults = 0
  for (const one of interfaces) {
    for await (const { rule, fault } of proveChecks(one, only)) {
      count++
      if (fault === undefined) continue
      faults++
      console.log(printable(`${rule}  ${fault}`))
    }
  }
  if (count === 0)
    throw new UserError(only ? `no rule matches ${only}, so nothing was proven` : 'there is no check to prove')
  console.log(
    `${count} checks, ${faults === 0 ? 'and each fails where just its rule is broken' : `${faults} of them prove nothing`}`,
  )
  return faults === 0 ? 0 : 1
}

/** Writes what the run has shown. If a report goes to the standard output, the text for the terminal goes to stderr. */
function showRun(
  report: Report,
  secrets: ReadonlyMap<string, string>,
  links: SourceLinks,
  reports: readonly ReportFile[],
  flags: VerifyFlags,
): void {
  // The terminal shows only requests that failed. Redacting every exchange would take a tenth of a run against the mock.
  const showsExchanges = ({ result }: RuleResult) => reports.length > 0 || result === 'failed' || result === 'known'
  const shown = redactReport(report, secrets, showsExchanges)
  if (flags.record !== undefined) writeTextFile(flags.record, writeKnown(shown))
  if (flags.merge && flags.target !== undefined) writeTextFile(flags.target.file, mergeKnown(flags.target, shown))
  for (const { format, file } of reports) writeTextFile(file, render(format, shown, links))
  const terminal = streamBeside(reports)
  if (!flags.quiet || shown.results.some(({ result }) => result === 'failed'))
    terminal.write(toTerminal(shown, links, { stream: terminal, verbose: flags.verbose }))
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env
  if (GITHUB_ACTIONS === 'true') terminal.write(render('github', shown, links))
  if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, render('markdown', shown, links))
}

/** Runs the checks and shows their progress. A signal stops them. */
async function run(
  options: RunOptions,
  quiet: boolean,
  addToReports: (result: RuleResult) => void,
): Promise<{ report: Report; isStopped: boolean }> {
  const stop = new AbortController()
  void firstSignal().then(() => {
    console.error('\nStopping: what the checks have changed is put back. Press Ctrl-C again to leave at once.')
    stop.abort()
  })
  let progress: Progress | undefined
  const onStart: RunOptions['onStart'] = (totals) => {
    progress = createProgress(totals, process.stderr)
  }
  try {
    const onResult = (result: RuleResult) => {
      progress?.add(result)
      addToReports(result)
    }
    const report = await runChecks({ ...options, ...(!quiet && { onStart }), onResult, stop: stop.signal })
    return { report, isStopped: stop.signal.aborted }
  } finally {
    progress?.end()
  }
}

function parsePattern(text: string): RegExp {
  try {
    return new RegExp(text)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}

/** A document alone is probed unless the caller says otherwise, and an interface with a catalogue only if the caller says so. */
function probesOf(
  workspace: Workspace,
  { probe, seed, maxRequests, for: milliseconds }: VerifyFlags,
): NonNullable<RunOptions['probes']> {
  return (name) => {
    const isDerived = [...workspace.find(name).contract.rules.values()].every(({ answer }) => answer !== undefined)
    return (probe ?? isDerived) ? { seed, maxRequests, milliseconds } : undefined
  }
}
