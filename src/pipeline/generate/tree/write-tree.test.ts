import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startProcess } from '../../../start-process.fixture.ts'
import { temporaryFolder } from '../../../temporary-folder.fixture.ts'
import { readTree } from './generated-tree.ts'
import { writeTree } from './write-tree.ts'

const before = new Map([
  ['lamps/types.ts', 'old'],
  ['lamps/rules.json', 'same'],
  ['desks/types.ts', 'old'],
])
const after = new Map([
  ['lamps/types.ts', 'new'],
  ['lamps/rules.json', 'same'],
  ['summary.json', 'new'],
])

it('writes what differs, removes what is too much, and leaves nothing beside it', () => {
  const base = temporaryFolder()
  writeTree(base, before)
  const timeOf = () => statSync(join(base, 'generated/lamps/rules.json')).mtimeMs
  const time = timeOf()
  mkdirSync(join(base, 'generated/empty'))
  writeFileSync(join(base, 'generated/lamps/too-much'), '')
  writeTree(base, after)
  expect(readTree(join(base, 'generated'))).toEqual(after)
  expect(readdirSync(join(base, 'generated')).sort()).toEqual(['lamps', 'summary.json'])
  expect(timeOf()).toBe(time)
  expect(readdirSync(join(base, '.cache/generate'))).toEqual([])
})

it('a process that is killed leaves whole files', async () => {
  const base = temporaryFolder()
  const contents = ['old '.repeat(500_000), 'next '.repeat(500_000)]
  const program = `
    import { writeTree } from ${JSON.stringify(new URL('write-tree.ts', import.meta.url))}
    console.log('writing')
    for (let turn = 0; ; turn++) writeTree(${JSON.stringify(base)}, new Map([['file', ['old ', 'next '][turn % 2].repeat(500_000)]]))`
  const { says, end } = startProcess([process.execPath, '--input-type=module', '--eval', program])
  await says(/writing/)
  await new Promise((resolve) => setTimeout(resolve, 50))
  await end('SIGKILL')
  for (const content of readTree(join(base, 'generated')).values()) expect(contents).toContain(content)
})
