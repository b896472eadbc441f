import { Command } from 'commander'
import { flagsCommand } from './kv-upgrade/flags.ts'
import { planCommand } from './kv-upgrade/plan.ts'
import { rollbackCheckCommand } from './kv-upgrade/rollback-check.ts'
import { watchCommand } from './kv-upgrade/watch.ts'

export const kvUpgradeCommand: Command = new Command('kv-upgrade')
  .description('upgrade a key-value cluster from 3.5 to 3.6, member by member')
  .addCommand(flagsCommand)
  .addCommand(planCommand)
  .addCommand(watchCommand)
  .addCommand(rollbackCheckCommand)
