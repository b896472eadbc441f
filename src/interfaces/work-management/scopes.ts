import type { operations } from '../../../generated/work-management/types.ts'
import { scopesOfCalls as calls, type Scope } from './client-scopes.ts'

interface Requirement {
  /** Any one of these is enough, and none includes another (WRK-010, gap WRK-G08). */
  anyOf: readonly Scope[]
  rules: readonly string[]
}

/** The scopes of each operation (WRK-009). */
export const requirements: Readonly<Record<keyof operations, Requirement>> = {
  listWorkflows: { anyOf: calls['/workflows'].get, rules: ['WRK-013'] },
  listSpaceWorkflows: { anyOf: calls['/spaces/{spaceId}/workflows'].get, rules: ['WRK-015'] },
  createWorkflow: { anyOf: calls['/workflows'].post, rules: ['WRK-017'] },
  updateWorkflow: { anyOf: calls['/workflows/{workflowId}'].put, rules: ['WRK-019'] },
  getUser: { anyOf: calls['/users/{userId}'].get, rules: ['WRK-021'] },
  updateUsers: { anyOf: calls['/users/{userId}'].put, rules: ['WRK-023', 'WRK-025'] },
}

export const scopes: readonly Scope[] = [...new Set(Object.values(requirements).flatMap(({ anyOf }) => anyOf))]

export function isOperation(id: string | undefined): id is keyof operations {
  return Object.hasOwn(requirements, id ?? '')
}
