import type { operations } from '../../../generated/work-management/types.ts'

const reading = ['Default', 'amReadOnlyWorkflow', 'amReadWriteWorkflow', 'wsReadOnly', 'wsReadWrite'] as const

export type Scope = (typeof reading)[number] | 'amReadOnlyUser' | 'amReadWriteUser'

interface Requirement {
  /** Any one of these is enough, and none includes another (WRK-010, gap WRK-G08). */
  anyOf: readonly Scope[]
  rules: readonly string[]
}

/** The scopes of each operation (WRK-009). */
export const requirements: Readonly<Record<keyof operations, Requirement>> = {
  listWorkflows: { anyOf: reading, rules: ['WRK-013'] },
  listSpaceWorkflows: { anyOf: reading, rules: ['WRK-015'] },
  createWorkflow: { anyOf: ['amReadWriteWorkflow'], rules: ['WRK-017'] },
  updateWorkflow: { anyOf: ['amReadWriteWorkflow'], rules: ['WRK-019'] },
  getUser: { anyOf: ['amReadOnlyUser', 'amReadWriteUser'], rules: ['WRK-021'] },
  updateUsers: { anyOf: ['amReadWriteUser'], rules: ['WRK-023', 'WRK-025'] },
}

export const scopes: readonly Scope[] = [...new Set(Object.values(requirements).flatMap(({ anyOf }) => anyOf))]

/** The rules that say that a scope opens an operation (WRK-009, WRK-010, and those of the rows that list it). */
export function rulesOf(scope: Scope): string[] {
  const rows = Object.values(requirements).filter(({ anyOf }) => anyOf.includes(scope))
  return ['WRK-009', 'WRK-010', ...rows.flatMap(({ rules }) => rules)]
}

export function isOperation(id: string | undefined): id is keyof operations {
  return Object.hasOwn(requirements, id ?? '')
}
