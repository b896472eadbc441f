import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { openWorkspace } from '../../workspace/open-workspace.ts'
import { bodyCases } from './cases.ts'
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
