import type { Command } from 'commander'
import type { LintResult } from '../pipeline/lint/lint.ts'
import { findWorkspace, isPath } from '../workspace/find-root.ts'
import { type DocumentFlags, documentFlags } from './common-flags.ts'
import { defineCommand } from './define-command.ts'
import { readWords } from './open-words.ts'
import { json, printFindings, type ReportFile, report, withJson } from './report-flag.ts'

export const command: Command = defineCommand('lint', {
  words: {
    '[interface...]':
      'names such as orders, or OpenAPI documents such as ./openapi.yaml (default: all, and what only shows across interfaces)',
  },
  flags: { ...documentFlags, report, json },
  more: 'Exit codes: 0, no errors; 1, errors; 2, the lint could not run.',
  run: (words, flags) => lint(words, { ...flags, report: withJson(flags) }),
})

async function lint(
  given: readonly string[],
  { report, ...flags }: DocumentFlags & { report: ReportFile[] },
): Promise<number> {
  const { lintFiles, lintWorkspace } = await import('../pipeline/lint/lint.ts')
  const { words, ...options } = await readWords(given, flags)
  const [files, names] = [words.filter(isPath), words.filter((word) => !isPath(word))]
  const results: LintResult[] = []
  if (files.length > 0) results.push(await lintFiles(files, options))
  if (names.length > 0 || files.length === 0) results.push(await lintWorkspace(findWorkspace(), names, options))
  const findings = results.flatMap((one) => one.findings)
  printFindings({ tool: 'lint', subject: results.map(({ subject }) => subject).join(' and '), findings }, report)
  const fails = ({ findings, isStrict }: LintResult) => findings.some(({ level }) => isStrict || level === 'error')
  return results.some(fails) ? 1 : 0
}
