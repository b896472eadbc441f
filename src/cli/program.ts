import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { product } from '../product.ts'

/** A command's file is loaded when the command is called, so that none waits for what the others need. */
type LazyCommand = [name: string, description: string, load: () => Promise<{ command: Command }>]

const commands: readonly LazyCommand[] = [
  ['mock', 'serve the mock of the interfaces named, or of all, and their documentation', () => import('./mock.ts')],
  ['kv-upgrade', 'upgrade a key-value cluster from 3.5 to 3.6, member by member', () => import('./kv-upgrade.ts')],
  ['verify', 'check a server against the documented rules, one by one', () => import('./verify.ts')],
  ['validate', 'compare recorded responses (HAR) with the contracts', () => import('./validate.ts')],
  ['proxy', 'stand before a server and compare its answers with the contract', () => import('./proxy.ts')],
]

/** The program as these words need it: the command that they name is loaded, the others are only listed. */
export async function createProgram([first, second]: readonly string[]): Promise<Command> {
  const called = first === 'help' ? second : first
  const program = new Command(product).description(
    'OpenAPI contracts for nine systems: mock them, call them, check servers against them.',
  )
  program.option('-V, --version', 'print the version').on('option:version', () => {
    console.log(readVersion())
    process.exit(0)
  })
  for (const [name, description, load] of commands) {
    const command = name === called ? (await load()).command : new Command(name)
    program.addCommand(command.description(description))
  }
  return program
}

function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}
