import type { Command } from 'commander'
import { UnusableInput } from '../../kv-upgrade/unusable-input.ts'
import { printable } from '../../redaction/printable.ts'
import { runJudge } from '../judge.ts'
import { UserError } from '../user-error.ts'

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
  await runJudge(async () => {
    try {
      return await step()
    } catch (error) {
      throw error instanceof UnusableInput ? new UserError(printable(error.message)) : error
    }
  })
}
