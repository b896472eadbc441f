import { expect, it } from 'vitest'
import { loadRuntime } from '../../workspace/interfaces.ts'
import { requirements, scopes } from './scopes.ts'

const documented = loadRuntime('work-management').operations.map(({ id, http }) => {
  const schemes = (http.security ?? []).flat()
  const anyOf = schemes.flatMap((scheme) =>
    scheme.type === 'oauth2' ? Object.keys(scheme.flows.authorizationCode?.scopes ?? {}) : [],
  )
  return { id, anyOf }
})

it('the table of scopes is that of the document', () => {
  const table = Object.entries(requirements).map(([id, { anyOf }]) => ({ id, anyOf: [...anyOf] }))
  expect(table.sort(byId)).toEqual(documented.sort(byId))
  expect(new Set(documented.flatMap(({ anyOf }) => anyOf))).toEqual(new Set(scopes))
})

function byId(one: { id: string }, other: { id: string }): number {
  return one.id.localeCompare(other.id)
}
