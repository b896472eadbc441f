import type { Command } from 'commander'
import { judgingCommand } from './judge.ts'
import { flagsCommand } from './kv-upgrade/flags.ts'
import { planCommand } from './kv-upgrade/plan.ts'
import { rollbackCheckCommand } from './kv-upgrade/rollback-check.ts'
import { refuseRepeats } from './kv-upgrade/run.ts'
import { watchCommand } from './kv-upgrade/watch.ts'

export const command: Command = judgingCommand('kv-upgrade')
  .hook('preSubcommand', (_, called) => refuseRepeats(called))
  .addCommand(flagsCommand)
  .addCommand(planCommand)
  .addCommand(watchCommand)
  .addCommand(rollbackCheckCommand)
