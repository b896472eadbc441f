import type { Command } from 'commander'
import { UnusableInput } from '../../kv-upgrade/unusable-input.ts'
import { UserError } from '../../user-error.ts'
import { runJudge } from '../judge.ts'
import { safeText } from './table.ts'

/** Makes a command refuse an option that is given twice. Commander would silently use the last one. */
export function refuseRepeats(command: Command): void {
  for (const option of command.options) {
    // These options may repeat.
    if (['endpoints', 'header'].includes(option.name())) continue
    let given = false
    command.on(`option:${option.name()}`, () => {
      if (given) command.error(`error: ${option.long} is given twice; keep the one that holds.`)
      given = true
    })
  }
}

/** Runs a step that returns its exit code. Unusable input becomes its message on stderr. */
export async function runStep(step: () => Promise<number> | number): Promise<void> {
  await runJudge(async () => {
    try {
      return await step()
    } catch (error) {
      throw error instanceof UnusableInput ? new UserError(safeText(error.message)) : error
    }
  })
}
