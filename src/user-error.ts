import { printableLines } from './printable.ts'

/** A failure that its message explains completely. Commands print the message without a stack trace. */
export class UserError extends Error {
  override readonly name = 'UserError'
  /** The exit code of the command. */
  readonly exitCode: number = 1
}

/** The input of a command cannot be used, so that nothing is done. */
export class InputError extends UserError {
  override readonly exitCode = 2
}

/** Runs a command. A `UserError` becomes its message on stderr and its exit code; any other error is a bug, and is thrown. */
export async function runCommand(command: () => Promise<void> | void): Promise<void> {
  try {
    await command()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    console.error(printableLines(error.message))
    process.exitCode = error.exitCode
  }
}
