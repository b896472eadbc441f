import { Command, Help, type Option } from 'commander'
import { suggest } from '../contract/suggest.ts'
import { printableLines } from '../printable.ts'
import { product } from '../product.ts'
import { maskUsers } from '../redaction/mask.ts'
import { isPath } from '../workspace/find-root.ts'
import { describeFailure } from './run-command.ts'
import { applySettings } from './settings.ts'

/** The file of a command is loaded when the command is called, so that no command loads the modules of another. */
type LazyCommand = [name: string, description: string, load: () => Promise<{ command: Command }>]

const commands: readonly LazyCommand[] = [
  ['init', 'name the documents of a repository in redocly.yaml, with scripts and a job', () => import('./init.ts')],
  ['new', 'add an interface with one operation, its rule and its check', () => import('./new.ts')],
  ['rules', 'list the rules of interfaces, and which have a check', () => import('./rules.ts')],
  ['lint', 'find faults in documents and rule catalogues', () => import('./lint.ts')],
  ['generate', 'write bundles, types and clients of the documents', () => import('./generate.ts')],
  ['diff', 'compare two documents, or a workspace with a commit', () => import('./diff.ts')],
  ['dev', 'serve a mock that follows every edit', () => import('./dev.ts')],
  ['mock', 'serve a mock of the named interfaces, or of all', () => import('./mock.ts')],
  ['verify', 'check a server, rule by rule, against its documentation', () => import('./verify.ts')],
  ['validate', 'compare recorded requests and responses (HAR) with their contracts', () => import('./validate.ts')],
  [
    'proxy',
    'forward requests to a server, and compare requests and answers with the contract',
    () => import('./proxy.ts'),
  ],
  ['docs', 'write the documentation as files', () => import('./docs.ts')],
  ['completion', 'print a completion script for bash, zsh or fish', loadCompletion],
  ['kv-upgrade', 'upgrade a key-value cluster from 3.5 to 3.6, member by member', () => import('./kv-upgrade.ts')],
]

/** Only this command needs all others. */
async function loadCompletion(): Promise<{ command: Command }> {
  const others = commands.filter(([name]) => name !== 'completion')
  const loaded = others.map(async ([, description, load]) => (await load()).command.description(description))
  const { completionOf } = await import('./completion.ts')
  return { command: completionOf(await Promise.all(loaded)) }
}

/** The program for these arguments. It loads the command that they name, and lists the others. */
export async function createProgram(words: readonly string[], version = ''): Promise<Command> {
  const [first, second] = words
  const names = commands.map(([name]) => name)
  const called = first === 'help' ? second : first
  const program = new Command(product).description(
    'OpenAPI contracts: lint them, mock them, call them, check servers against them.',
  )
  program.version(version, '-V, --version', 'print the version')
  for (const [name, description, load] of commands) {
    const command = name === called ? (await load()).command : new Command(name)
    program.addCommand(command.description(description))
  }
  configure(program)
  // With --help, Commander would show the general help.
  if (called !== undefined && !called.startsWith('-') && !names.includes(called))
    program.error(
      `error: unknown command '${called}'; ${isPath(called) ? `a command stands before a document: ${product} mock ${called}` : suggest(called, names)}`,
    )
  const command = program.commands.find((one) => one.name() === called)
  if (command && !words.includes('--help'))
    await applySettings(command, names).catch(async (error: unknown) => program.error(await describeFailure(error)))
  return program
}

function configure(command: Command): void {
  // Code 1 is a verdict, such as a broken rule.
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  command.configureHelp({ optionDescription: describeOption })
  // Commander repeats arguments in its messages, and an argument may be a URL or a header with a password.
  command.configureOutput({
    outputError: (text, write) => write(printableLines(maskUsers(onOneLine(text, command)))),
  })
  for (const inner of command.commands) configure(inner)
}

/** Commander repeats the argument, and suggests on a second line. */
function onOneLine(text: string, { registeredArguments }: Command): string {
  const isForeign = registeredArguments.some((argument) => argument.name() === 'commandLine')
  const hint = isForeign && text.includes('unknown option') ? '; the flags of a server stand after --' : ''
  const line = text.replace(/ argument '.*' is invalid/s, ' is invalid').replace(/\n\((Did .*)\)\n$/, '; $1\n')
  return line.replace(/; Did you/, '; did you').replace(/\n$/, `${hint}\n`)
}

/** Leaves out defaults that say nothing: `(default: false)`, `(default: {})`. */
function describeOption(option: Option): string {
  const isEmpty = ['false', '{}', '[]'].includes(JSON.stringify(option.defaultValue)) && !option.defaultValueDescription
  const shown = isEmpty ? Object.assign(Object.create(option), { defaultValue: undefined }) : option
  return new Help().optionDescription(shown)
}
