import { printableLines } from '../redaction/printable.ts'

/** A failure that its message explains in full: commands print it as it is, without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

/** Runs a command; a `UserError` becomes its message on stderr and exit code 1, anything else is a fault of ours and throws. */
export async function runCommand(command: () => Promise<void> | void): Promise<void> {
  try {
    await command()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    console.error(printableLines(error.message))
    process.exitCode = 1
  }
}
