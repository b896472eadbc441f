import { Command } from 'commander'
import { flagsCommand } from './kv-upgrade/flags.ts'
import { planCommand } from './kv-upgrade/plan.ts'
import { rollbackCheckCommand } from './kv-upgrade/rollback-check.ts'
import { watchCommand } from './kv-upgrade/watch.ts'

export const command: Command = new Command('kv-upgrade')
  .addCommand(flagsCommand)
  .addCommand(planCommand)
  .addCommand(watchCommand)
  .addCommand(rollbackCheckCommand)
