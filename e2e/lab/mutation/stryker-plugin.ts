import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from '@stryker-mutator/api/core'
import {
  commonTokens,
  declareFactoryPlugin,
  declareValuePlugin,
  type Injector,
  type PluginContext,
  PluginKind,
} from '@stryker-mutator/api/plugin'
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner'
import { ChecksRunner } from './checks-runner.ts'
import { ChecksThenTestsRunner } from './checks-then-tests-runner.ts'
import { journalOnly } from './journal-only.ts'
import { memoryOnly } from './memory-only.ts'

function createChecksRunner(): ChecksRunner {
  const realm = globalThis as { [INSTRUMENTER_CONSTANTS.NAMESPACE]?: InstrumenterContext }
  const switches = realm[INSTRUMENTER_CONSTANTS.NAMESPACE] ?? {}
  realm[INSTRUMENTER_CONSTANTS.NAMESPACE] = switches
  return new ChecksRunner(switches, (process.env.CHECKED_INTERFACES ?? '').split(' '))
}
createChecksRunner.inject = [] as []

function createChecksThenTestsRunner(injector: Injector<PluginContext>): ChecksThenTestsRunner {
  const [vitest] = vitestPlugins
  if (!vitest) throw new Error('@stryker-mutator/vitest-runner has no runner')
  return new ChecksThenTestsRunner(createChecksRunner(), injector.injectFunction(vitest.factory))
}
createChecksThenTestsRunner.inject = [commonTokens.injector] as [typeof commonTokens.injector]

/** Stryker loads plugins by the name `strykerPlugins`. */
export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'checks', createChecksRunner),
  declareFactoryPlugin(PluginKind.TestRunner, 'checks-then-tests', createChecksThenTestsRunner),
  declareValuePlugin(PluginKind.Ignore, 'journal-only', journalOnly),
  declareValuePlugin(PluginKind.Ignore, 'memory-only', memoryOnly),
]
