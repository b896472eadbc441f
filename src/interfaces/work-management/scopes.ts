import type { operations } from '../../../generated/work-management/types.ts'

export const scopes = [
  'Default',
  'amReadOnlyWorkflow',
  'amReadWriteWorkflow',
  'wsReadOnly',
  'wsReadWrite',
  'amReadOnlyUser',
  'amReadWriteUser',
] as const

export type Scope = (typeof scopes)[number]

interface Requirement {
  /** Any one of these is enough (WRK-010, gap WRK-G08). */
  anyOf: readonly Scope[]
  rules: readonly string[]
}

const readingWorkflows = ['Default', 'amReadOnlyWorkflow', 'amReadWriteWorkflow', 'wsReadOnly', 'wsReadWrite'] as const

/** The scopes of each operation (WRK-009). `security` of the document has the same lists; a test compares both. */
export const requirements: Readonly<Record<keyof operations, Requirement>> = {
  listWorkflows: { anyOf: readingWorkflows, rules: ['WRK-013'] },
  listSpaceWorkflows: { anyOf: readingWorkflows, rules: ['WRK-015'] },
  createWorkflow: { anyOf: ['amReadWriteWorkflow'], rules: ['WRK-017'] },
  updateWorkflow: { anyOf: ['amReadWriteWorkflow'], rules: ['WRK-019'] },
  getUser: { anyOf: ['amReadOnlyUser', 'amReadWriteUser'], rules: ['WRK-021'] },
  updateUsers: { anyOf: ['amReadWriteUser'], rules: ['WRK-023', 'WRK-025'] },
}

/** True if a token with these scopes is accepted; scopes do not include one another. */
export function opens(held: readonly string[], { anyOf }: Requirement): boolean {
  return anyOf.some((scope) => held.includes(scope))
}

export function isOperation(id: string | undefined): id is keyof operations {
  return id !== undefined && Object.hasOwn(requirements, id)
}
