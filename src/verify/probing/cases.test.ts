import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { openWorkspace } from '../../workspace/open-workspace.ts'
import { bodyCases, parameterCases } from './cases.ts'
import { depot } from './depot.fixture.ts'

it('each seed has other values, and the same ones each time', async () => {
  const file = join(mkdtempSync(join(temporaryFolder(), 'cases-')), 'depot.json')
  writeFileSync(file, JSON.stringify(depot))
  const { interfaces } = await openWorkspace({ words: [file], from: '/' })
  const [contract] = interfaces.map((one) => one.contract)
  const operation = contract?.operations.get('createItem')
  if (!contract || !operation) throw new Error('the depot has createItem')
  const drawn = (seed: number) => {
    const all = [...bodyCases(contract, operation, seed)]
    const known = new Set([...bodyCases(contract, operation)].map(({ what }) => what))
    return all.map(({ what }) => what).filter((what) => !known.has(what))
  }
  expect(drawn(1).length).toBeGreaterThan(2)
  expect(drawn(1)).toEqual(drawn(1))
  expect(drawn(1)).not.toEqual(drawn(2))
})

it('sends no parameter that some servers read as a boolean and others refuse', async () => {
  const file = join(mkdtempSync(join(temporaryFolder(), 'cases-')), 'api.json')
  const parameters = ['boolean', 'integer'].map((type) => ({ name: type, in: 'query', schema: { type } }))
  const get = { parameters, responses: { 200: { description: 'ok' } } }
  writeFileSync(
    file,
    JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/a': { get } } }),
  )
  const { interfaces } = await openWorkspace({ words: [file], from: '/' })
  const contract = interfaces[0]?.contract
  const [operation] = contract?.operations.values() ?? []
  if (!contract || !operation) throw new Error('the document has an operation')
  const sent = [...parameterCases(contract, operation)].map(({ what, kind }) => `${what}: ${kind}`)
  expect(sent.filter((one) => / = ([01]|[A-Z]+):/.test(one)).sort()).toEqual([
    'query integer = 0: valid',
    'query integer = 1: valid',
  ])
  expect(sent).toContain('query boolean = text: invalid')
})
