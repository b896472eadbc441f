import { Command } from 'commander'
import { UnusableInput } from '../../kv-upgrade/unusable-input.ts'
import { printable } from './table.ts'

/** Nothing can be concluded from the input. */
const unusable = 2

/** A command whose usage errors end with 2, as other unusable input does: 1 says that the cluster is in the way. */
export function subcommand(name: string): Command {
  return new Command(name).exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : unusable))
}

/** Of an option that is given twice the last would win, without a word. */
export function refuseRepeats(command: Command): void {
  for (const option of command.options) {
    // Repeatable ones gather their values.
    if (['endpoints', 'header'].includes(option.name())) continue
    let given = false
    command.on(`option:${option.name()}`, () => {
      if (given) command.error(`error: ${option.long} is given twice; keep the one that holds.`)
      given = true
    })
  }
}

/** Runs a command that gives its exit code; unusable input becomes its message on stderr. */
export async function runStep(step: () => Promise<number> | number): Promise<void> {
  try {
    process.exitCode = await step()
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error
    console.error(printable(error.message))
    process.exitCode = unusable
  }
}
