import type { InterfaceChecks } from '../../check/check.ts'

/** The control plane belongs to the mock: tests in src/mock/control/rules/ show its rules, and no server has another. */
export const checks: InterfaceChecks<Record<string, unknown>> = { roles: {}, samples: [], checks: {} }
