import type { Contract } from '../../src/contract/contract.ts'
import { loadChecks } from '../../src/interfaces/load.ts'
import { runChecks } from '../../src/verify/runner/run.ts'
import { credentialFrom, type Target } from '../../src/verify/target/target.ts'
import { loadContract } from '../../src/workspace/contracts.ts'
import { startPlainPrism } from './plain-prism.ts'

/** The number of rules that the plain Prism mock keeps, with the same document and no behaviours. */
export interface BaselineResult {
  /** IDs of the rules whose checks pass, in their order. */
  passed: string[]
  /** Number of rules that have a check. */
  of: number
  deaths: number
}

export async function measure(name: string): Promise<BaselineResult> {
  const prism = await startPlainPrism(name)
  try {
    const { results } = await runChecks({
      targets: new Map([[name, await targetAt(loadContract(name), prism.origin)]]),
    })
    const passed = results
      .filter(({ result }) => result === 'passed')
      .map(({ rule }) => rule.id)
      .sort()
    return { passed, of: results.length, deaths: prism.deaths() }
  } finally {
    prism.close()
  }
}

/** A target with the same credentials and resource names as the mock, but without a control plane. */
async function targetAt({ name, operations, variables }: Contract, origin: string): Promise<Target> {
  const checks = await loadChecks(name)
  const roles = Object.entries(checks.roles)
  const further = [...operations.values()].flatMap(({ server }) => (server ? [[server.name, origin] as const] : []))
  return {
    title: 'plain prism mock',
    baseUrl: origin,
    furtherUrls: new Map(further),
    variables,
    credentials: new Map(roles.map(([role, definition]) => [role, credentialFrom(definition, definition.onMock)])),
    resources: new Map(Object.entries(checks.resources ?? {}).map(([resource, { onMock }]) => [resource, onMock])),
    allows: 'lasting',
    timeout: 3000,
    secrets: new Map(),
  }
}
