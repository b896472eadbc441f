import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { UnusableInput } from '../../kv-upgrade/unusable-input.ts'

/** Nothing can be concluded from the input. */
const unusable = 2

/** A subcommand whose usage errors end with 2, as other unusable input does: 1 says that the cluster is in the way. */
export function subcommand(name: string): Command {
  return new Command(name).exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : unusable))
}

/** Runs a command that gives its exit code; unusable input becomes its message on stderr. */
export async function runStep(step: () => Promise<number> | number): Promise<void> {
  try {
    process.exitCode = await step()
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error
    console.error(error.message)
    process.exitCode = unusable
  }
}

/** The text of a file; `-` is standard input. */
export function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new UnusableInput(code === 'ENOENT' ? `There is no file ${file}.` : `Cannot read ${file}: ${message}`)
  }
}
