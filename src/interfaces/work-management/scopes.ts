import type { operations } from '../../../generated/work-management/types.ts'

/** Scopes that the document names. */
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
  /** Any one of these opens the operation (WRK-010, gap WRK-G08). */
  anyOf: readonly Scope[]
  /** The rules that say so. */
  rules: readonly string[]
}

const readingWorkflows = ['Default', 'amReadOnlyWorkflow', 'amReadWriteWorkflow', 'wsReadOnly', 'wsReadWrite'] as const

/** Which scopes open which operation (WRK-009); `security` of the document says the same, and a test holds both together. */
export const requirements: Readonly<Record<keyof operations, Requirement>> = {
  listWorkflows: { anyOf: readingWorkflows, rules: ['WRK-013'] },
  listSpaceWorkflows: { anyOf: readingWorkflows, rules: ['WRK-015'] },
  createWorkflow: { anyOf: ['amReadWriteWorkflow'], rules: ['WRK-017'] },
  updateWorkflow: { anyOf: ['amReadWriteWorkflow'], rules: ['WRK-019'] },
  getUser: { anyOf: ['amReadOnlyUser', 'amReadWriteUser'], rules: ['WRK-021'] },
  updateUsers: { anyOf: ['amReadWriteUser'], rules: ['WRK-023', 'WRK-025'] },
}

/** Whether a token with these scopes is served; scopes do not include one another. */
export function opens(held: readonly string[], { anyOf }: Requirement): boolean {
  return anyOf.some((scope) => held.includes(scope))
}

export function isOperation(id: string | undefined): id is keyof operations {
  return id !== undefined && Object.hasOwn(requirements, id)
}
