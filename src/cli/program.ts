import { Command, Help, type Option } from 'commander'
import { suggest } from '../contract/suggest.ts'
import { printableLines } from '../printable.ts'
import { product } from '../product.ts'
import { maskUsers } from '../redaction/mask.ts'
import { readManifest } from './manifest.ts'

/** The file of a command is loaded when the command is called, so that no command loads the modules of another. */
type LazyCommand = [name: string, description: string, load: () => Promise<{ command: Command }>]

const commands: readonly LazyCommand[] = [
  ['init', 'name the documents of a repository in redocly.yaml, with scripts and a job', () => import('./init.ts')],
  ['new', 'add an interface with one operation, its rule and its check', () => import('./new.ts')],
  ['rules', 'list the rules of interfaces, and which have a check', () => import('./rules.ts')],
  ['lint', 'find faults in documents and catalogues of rules', () => import('./lint.ts')],
  ['generate', 'write bundles and types of the documents', () => import('./generate.ts')],
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
  ['kv-upgrade', 'upgrade a key-value cluster from 3.5 to 3.6, member by member', () => import('./kv-upgrade.ts')],
]

/** The program for these arguments. It loads the command that they name, and lists the others. */
export async function createProgram([first, second]: readonly string[]): Promise<Command> {
  const called = first === 'help' ? second : first
  const program = new Command(product).description(
    'OpenAPI contracts: lint them, mock them, call them, check servers against them.',
  )
  program.version(readManifest().version, '-V, --version', 'print the version')
  for (const [name, description, load] of commands) {
    const command = name === called ? (await load()).command : new Command(name)
    program.addCommand(command.description(description))
  }
  configure(program)
  const isCommand = called === undefined || called.startsWith('-') || commands.some(([name]) => name === called)
  // With --help, Commander would show the general help.
  if (!isCommand)
    program.error(
      `error: unknown command '${called}'; ${suggest(
        called,
        commands.map(([name]) => name),
      )}`,
    )
  return program
}

function configure(command: Command): void {
  // Code 1 is a verdict, such as a broken rule.
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  command.configureHelp({ optionDescription: describeOption })
  // Commander repeats arguments in its messages, and an argument may be a URL or a header with a password.
  command.configureOutput({
    outputError: (text, write) =>
      write(printableLines(maskUsers(text.replace(/ argument '.*' is invalid/s, ' is invalid')))),
  })
  for (const inner of command.commands) configure(inner)
}

/** Leaves out defaults that say nothing: `(default: false)`, `(default: {})`. */
function describeOption(option: Option): string {
  const isEmpty = ['false', '{}', '[]'].includes(JSON.stringify(option.defaultValue)) && !option.defaultValueDescription
  const shown = isEmpty ? Object.assign(Object.create(option), { defaultValue: undefined }) : option
  return new Help().optionDescription(shown)
}
