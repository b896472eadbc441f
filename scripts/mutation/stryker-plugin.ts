import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from '@stryker-mutator/api/core'
import { declareFactoryPlugin, declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { ChecksRunner } from './checks-runner.ts'
import { journalOnly } from './journal-only.ts'
import { memoryOnly } from './memory-only.ts'

function createChecksRunner(): ChecksRunner {
  const realm = globalThis as { [INSTRUMENTER_CONSTANTS.NAMESPACE]?: InstrumenterContext }
  const switches = realm[INSTRUMENTER_CONSTANTS.NAMESPACE] ?? {}
  realm[INSTRUMENTER_CONSTANTS.NAMESPACE] = switches
  return new ChecksRunner(switches, (process.env.CHECKED_INTERFACES ?? '').split(' '))
}
createChecksRunner.inject = [] as []

/** Stryker loads plugins by the name `strykerPlugins`. */
export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'checks', createChecksRunner),
  declareValuePlugin(PluginKind.Ignore, 'journal-only', journalOnly),
  declareValuePlugin(PluginKind.Ignore, 'memory-only', memoryOnly),
]
