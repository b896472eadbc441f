import { changesBody, on, turnsStatus, when } from '../../src/check/sabotage.ts'
import { common, type Difference, inOrder, succeedsWith } from './differences.fixture.ts'

/** There is no path for health, because the documents show only the command of the control tool. */
const hasNoHealthPath: Difference = on('getHealth', turnsStatus(200, 404))

/** The metric of the known peers has its type but no sample. */
const knowsNobody: Difference = on(
  'getMetrics',
  changesBody((text: string) =>
    text.replace(/^(kv_network_known_peers)\{.*\n(?:\1.*\n)*/m, '').replace(/^# (?!TYPE ).*\n/gm, ''),
  ),
)

/** One member spells versions without the patch level, because the documents show no spelling. */
const spellsShort: Difference = when(
  ({ path }) => path.startsWith('/m2/'),
  on(
    'getVersion',
    changesBody((version: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(version).map(([name, text]) => [name, text.replace(/^(\d+\.\d+)\.\d+$/, '$1')]),
      ),
    ),
  ),
)

export const differences: Difference = inOrder(common, succeedsWith(201), spellsShort, hasNoHealthPath, knowsNobody)
