import { Command } from 'commander'
import { flagsCommand } from './kv-upgrade/flags.ts'
import { planCommand } from './kv-upgrade/plan.ts'
import { rollbackCheckCommand } from './kv-upgrade/rollback-check.ts'
import { watchCommand } from './kv-upgrade/watch.ts'

export const command: Command = new Command('kv-upgrade')
  .hook('preSubcommand', (_, called) => refuseRepeats(called))
  .addCommand(flagsCommand)
  .addCommand(planCommand)
  .addCommand(watchCommand)
  .addCommand(rollbackCheckCommand)

/** Makes a command refuse an option that is given twice. Commander would silently use the last one. */
function refuseRepeats(called: Command): void {
  for (const option of called.options) {
    // These options may repeat.
    if (['endpoints', 'header'].includes(option.name())) continue
    let given = false
    called.on(`option:${option.name()}`, () => {
      if (given) called.error(`error: ${option.long} is given twice; keep the one that holds.`)
      given = true
    })
  }
}
