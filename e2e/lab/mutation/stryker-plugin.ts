import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from '@stryker-mutator/api/core'
import {
  commonTokens,
  declareFactoryPlugin,
  declareValuePlugin,
  type Injector,
  type PluginContext,
  PluginKind,
} from '@stryker-mutator/api/plugin'
import type { TestRunner } from '@stryker-mutator/api/test-runner'
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner'
import { ChecksRunner } from './checks-runner.ts'
import { journalOnly, memoryOnly } from './ignorers.ts'

function createRunner(tests?: TestRunner): ChecksRunner {
  const realm = globalThis as { [INSTRUMENTER_CONSTANTS.NAMESPACE]?: InstrumenterContext }
  const switches = realm[INSTRUMENTER_CONSTANTS.NAMESPACE] ?? {}
  realm[INSTRUMENTER_CONSTANTS.NAMESPACE] = switches
  return new ChecksRunner(switches, (process.env.CHECKED_INTERFACES ?? '').split(' '), tests)
}

const checks = Object.assign(() => createRunner(), { inject: [] as [] })
const [vitest] = vitestPlugins
const checksThenTests = Object.assign(
  (injector: Injector<PluginContext>) => createRunner(vitest && injector.injectFunction(vitest.factory)),
  { inject: [commonTokens.injector] as [typeof commonTokens.injector] },
)

/** Stryker loads plugins by the name `strykerPlugins`. */
export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'checks', checks),
  declareFactoryPlugin(PluginKind.TestRunner, 'checks-then-tests', checksThenTests),
  declareValuePlugin(PluginKind.Ignore, 'journal-only', journalOnly),
  declareValuePlugin(PluginKind.Ignore, 'memory-only', memoryOnly),
]
