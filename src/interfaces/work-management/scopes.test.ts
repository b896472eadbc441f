import { describe, expect, it } from 'vitest'
import { loadRuntime } from '../../contract/registry.ts'
import { isOperation, opens, requirements, scopes } from './scopes.ts'

const documented = loadRuntime('work-management').operations.map(({ id, http }) => {
  const schemes = (http.security ?? []).flat()
  const anyOf = schemes.flatMap((scheme) =>
    scheme.type === 'oauth2' ? Object.keys(scheme.flows.authorizationCode?.scopes ?? {}) : [],
  )
  return { id, anyOf }
})

it('WRK-009: the table of scopes is that of the document', () => {
  const table = Object.entries(requirements).map(([id, { anyOf }]) => ({ id, anyOf: [...anyOf] }))
  expect(table.sort(byId)).toEqual(documented.sort(byId))
  expect(new Set(documented.flatMap(({ anyOf }) => anyOf))).toEqual(new Set(scopes))
})

describe('opens', () => {
  it('WRK-010: one of the scopes suffices', () => {
    expect(opens(['wsReadOnly'], requirements.listWorkflows)).toBe(true)
    expect(opens(['another', 'amReadWriteUser'], requirements.updateUsers)).toBe(true)
  })

  it('WRK-011: no other scope does, nor does a name that only looks like one', () => {
    expect(opens([], requirements.listWorkflows)).toBe(false)
    expect(opens(['wsReadWrite'], requirements.createWorkflow)).toBe(false)
    expect(opens(['default'], requirements.listWorkflows)).toBe(false)
  })
})

it('WRK-009: only operations of the document have scopes', () => {
  expect(isOperation('getUser')).toBe(true)
  expect(isOperation('constructor')).toBe(false)
  expect(isOperation(undefined)).toBe(false)
})

function byId(one: { id: string }, other: { id: string }): number {
  return one.id.localeCompare(other.id)
}
