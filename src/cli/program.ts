import { Command } from 'commander'
import { kvUpgradeCommand } from './kv-upgrade.ts'
import { mockCommand } from './mock.ts'

export const program: Command = new Command('contracts')
  .description('OpenAPI contracts for nine systems: mock them, call them, check servers against them.')
  .addCommand(mockCommand)
  .addCommand(kvUpgradeCommand)
