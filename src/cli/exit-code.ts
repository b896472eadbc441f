import { Command, InvalidArgumentError, Option } from 'commander'
import { defaultMaxViolations, greatestMaxViolations } from '../contract/violation.ts'
import { printableLines } from '../printable.ts'
import { maskUsers } from '../redaction/mask.ts'
import { UserError } from '../user-error.ts'

/** Exit code for input from which nothing can be concluded. */
const unusable = 2

export function maxViolations(): Option {
  const description = 'most violations to report of one message; the report says if there are more'
  return new Option('--max-violations <number>', description)
    .argParser((text) => {
      const number = Number(text)
      if (Number.isInteger(number) && number >= 1 && number <= greatestMaxViolations) return number
      throw new InvalidArgumentError(`It is a whole number from 1 to ${greatestMaxViolations}.`)
    })
    .default(defaultMaxViolations)
}

export function failOnRequests(): Option {
  return new Option('--fail-on-requests', 'also count violations in requests').default(false)
}

/** A command whose exit code is a verdict. Code 1 means that a rule is broken, so unusable input and usage errors end with 2. */
export function verdictCommand(name: string): Command {
  return new Command(name).exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : unusable))
}

/** Runs a command that returns its exit code. A `UserError` becomes its message on stderr. */
export async function runWithExitCode(run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    console.error(maskUsers(printableLines(error.message)))
    process.exitCode = unusable
  }
}
