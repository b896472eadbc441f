import { Command } from 'commander'
import { product } from '../product.ts'
import { maskUsers } from '../redaction/mask.ts'
import { printableLines } from '../redaction/printable.ts'
import { readManifest } from './manifest.ts'

/** The file of a command is loaded when the command is called, so that no command waits for the modules of another. */
type LazyCommand = [name: string, description: string, load: () => Promise<{ command: Command }>]

const commands: readonly LazyCommand[] = [
  ['mock', 'serve the mock of the interfaces named, or of all, and their documentation', () => import('./mock.ts')],
  ['kv-upgrade', 'upgrade a key-value cluster from 3.5 to 3.6, member by member', () => import('./kv-upgrade.ts')],
  ['verify', 'check a server against the documented rules, one by one', () => import('./verify.ts')],
  ['validate', 'compare recorded requests and responses (HAR) with the contracts', () => import('./validate.ts')],
  ['proxy', 'stand before a server and compare requests and answers with the contract', () => import('./proxy.ts')],
]

/** The program for these arguments: it loads the command that they name, and only lists the others. */
export async function createProgram([first, second]: readonly string[]): Promise<Command> {
  const called = first === 'help' ? second : first
  const program = new Command(product).description(
    'OpenAPI contracts for nine systems: mock them, call them, check servers against them.',
  )
  program.option('-V, --version', 'print the version').on('option:version', () => {
    console.log(readManifest().version)
    process.exit(0)
  })
  for (const [name, description, load] of commands) {
    const command = name === called ? (await load()).command : new Command(name)
    program.addCommand(command.description(description))
  }
  hideArguments(program)
  return program
}

/** Commander repeats arguments in its messages, and an argument may be a URL or a header with a password. */
function hideArguments(command: Command): void {
  command.configureOutput({
    outputError: (text, write) =>
      write(printableLines(maskUsers(text.replace(/ argument '.*' is invalid/s, ' is invalid')))),
  })
  for (const inner of command.commands) hideArguments(inner)
}
