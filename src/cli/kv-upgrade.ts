import { Command } from 'commander'
import { flagsOf, nameOf } from './define-command.ts'
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

/** Makes a mode refuse a flag that is given twice. Commander would silently use the last one. */
function refuseRepeats(called: Command): void {
  for (const [key, { repeats }] of Object.entries(flagsOf(called))) {
    let given = false
    called.on(`option:${nameOf(key).slice(2)}`, () => {
      if (given && !repeats) called.error(`error: ${nameOf(key)} is given twice; keep the one that holds.`)
      given = true
    })
  }
}
