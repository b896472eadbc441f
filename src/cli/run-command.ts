import { printableLines } from '../printable.ts'
import { maskUsers } from '../redaction/mask.ts'
import { UserError } from '../user-error.ts'

/** Runs a command, which may return its exit code. A `UserError` becomes its message on stderr; any other error is a bug, and is thrown. */
export async function runCommand(command: () => Promise<number> | Promise<void>): Promise<void> {
  try {
    const code = await command()
    if (typeof code === 'number') process.exitCode = code
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    console.error(maskUsers(printableLines(error.message)))
    process.exitCode = 2
  }
}
