import { Command } from 'commander'
import { printableLines } from '../redaction/printable.ts'
import { UserError } from './user-error.ts'

/** Nothing can be concluded from the input. */
const unusable = 2

/** A command that judges: 1 says that something does not hold, so unusable input, usage errors included, ends with 2. */
export function judgingCommand(name: string): Command {
  return new Command(name).exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : unusable))
}

/** Runs a command that gives its exit code; a `UserError` becomes its message on stderr. */
export async function runJudge(judge: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await judge()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    console.error(printableLines(error.message))
    process.exitCode = unusable
  }
}
