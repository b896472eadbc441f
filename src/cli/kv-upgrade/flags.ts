import type { Command } from 'commander'
import { migrate } from '../../kv-upgrade/flags/migrate.ts'
import type { Finding, Migration } from '../../kv-upgrade/flags/setting.ts'
import { judgeV2Store, type V2State } from '../../kv-upgrade/v2-store.ts'
import { UserError } from '../../user-error.ts'
import { defineCommand, flag, type ValuesOf } from '../define-command.ts'
import { renderMarkdown, renderTable, wrap } from '../table.ts'
import { commandLine, configurationFlags, readConfiguration } from './configuration.ts'

const flagsFlags = {
  ...configurationFlags,
  report: flag('<form>', 'format of the reasons', { choices: ['table', 'markdown', 'json'], default: 'table' }),
} as const

export const flagsCommand: Command = defineCommand('flags', {
  text: 'rewrite the configuration of a 3.5 server for 3.6: a command line, environment variables or a YAML file',
  words: commandLine,
  flags: flagsFlags,
  more: `The new configuration goes to standard output, the reasons to standard error; with --report json both are one object on standard
output.

Exit codes: 0, the configuration is written; 1, it is written, and waits for the v2 check (see --v2-store); 2, the input is unusable.`,
  run: async (words, flags) => rewrite(words, flags),
})

function rewrite(words: string[], flags: ValuesOf<typeof flagsFlags>): number {
  const configuration = readConfiguration(words, flags)
  if (!configuration) {
    throw new UserError('Give a configuration: --file config.yaml, or -- and the command line of the server.')
  }
  const migration = migrate(configuration)
  const v2 = judgeV2Store(configuration.settings, flags.v2Store)
  print(migration, v2, flags.report)
  return isOpen(v2) ? 1 : 0
}

function isOpen(v2: V2State): boolean {
  return v2 === 'to-check' || v2 === 'to-migrate'
}

function print(
  { configuration, changed, findings }: Migration,
  v2: V2State,
  report: ValuesOf<typeof flagsFlags>['report'],
): void {
  if (report === 'json') {
    console.log(JSON.stringify({ configuration, changed, v2Store: v2, findings }, undefined, 2))
    return
  }
  process.stdout.write(configuration)
  // Only on a terminal: a file must hold exactly the configuration.
  if (process.stdout.isTTY && !configuration.endsWith('\n')) process.stdout.write('\n')
  const rows = [['flag', 'in 3.6, and why'], ...findings.map(rowOf)]
  console.error()
  console.error(report === 'markdown' ? renderMarkdown(rows) : renderTable(rows, process.stderr.columns ?? 120))
  if (!isOpen(v2)) return
  const sentence = openSentence[v2 as keyof typeof openSentence]
  console.error(`\n${wrap(sentence, process.stderr.columns ?? Number.POSITIVE_INFINITY).join('\n')}`)
}

const openSentence = {
  'to-check':
    'Not to be used yet: --enable-v2 is set. Run `check v2store`, and give what it says: --v2-store no-custom-data or custom-data.',
  'to-migrate': 'Not to be used yet: the v2 store holds custom data. Follow the v2 migration procedure first.',
}

function rowOf({ flag, becomes, reason, rules }: Finding): string[] {
  return [flag, `${becomes && becomes !== flag ? `${becomes}: ` : ''}${reason} [${rules.join(', ')}]`]
}
