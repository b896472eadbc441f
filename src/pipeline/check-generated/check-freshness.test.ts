import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { generate } from '../generate/generate.ts'
import { edit, sampleRepository } from '../generate/repository.fixture.ts'
import { readTree } from '../generate/tree/generated-tree.ts'
import { checkFreshness } from './check-freshness.ts'

async function generatedSample(): Promise<string> {
  const base = await sampleRepository()
  await generate(base)
  return base
}

it('a fresh tree passes, whatever a checkout did to line ends and permissions', async () => {
  const base = await generatedSample()
  const file = join(base, 'generated/lamps/openapi.yaml')
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n'))
  await chmod(file, 0o755)
  expect(await checkFreshness(base)).toBe(readTree(join(base, 'generated')).size)
})

const spoilt: Record<string, { spoil: (base: string) => Promise<unknown>; says: string }> = {
  'a file edited by hand': {
    spoil: (base) => edit(base, 'generated/lamps/types.ts', 'getLamp', 'getLump'),
    says: 'stale    generated/lamps/types.ts\nThis file is not what the sources give; run: npm run generate',
  },
  'a source edited without generating': {
    spoil: (base) => edit(base, 'specs/lamps/rules.yaml', 'is read by', 'is found by'),
    says: 'stale    generated/lamps/rules.json\nThis file is not what the sources give; run: npm run generate',
  },
  'a file that is gone': {
    spoil: (base) => rm(join(base, 'generated/interfaces.json')),
    says: 'missing  generated/interfaces.json\nThis file is not what the sources give; run: npm run generate',
  },
  'files too many, in a folder of their own too': {
    spoil: async (base) => {
      await mkdir(join(base, 'generated/desks'))
      await writeFile(join(base, 'generated/desks/types.ts'), '')
      await writeFile(join(base, 'generated/lamps/.old'), '')
    },
    says: 'orphaned generated/desks/types.ts\norphaned generated/lamps/.old\nThese 2 files are not what the sources give; run: npm run generate',
  },
  'all three at once': {
    spoil: async (base) => {
      await edit(base, 'generated/lamps/types.ts', 'getLamp', 'getLump')
      await rm(join(base, 'generated/lamps/rules.json'))
      await writeFile(join(base, 'generated/notes.txt'), '')
    },
    says: 'missing  generated/lamps/rules.json\nstale    generated/lamps/types.ts\norphaned generated/notes.txt\nThese 3 files are not what the sources give; run: npm run generate',
  },
}

it.for(Object.entries(spoilt))('%s', async ([, { spoil, says }]) => {
  const base = await generatedSample()
  await spoil(base)
  await expect(checkFreshness(base)).rejects.toThrow(expect.objectContaining({ message: says }))
  // The command that the message names mends the tree.
  await generate(base)
  await checkFreshness(base)
})

it('no generated/ at all: each file is missing', async () => {
  const base = await sampleRepository()
  await expect(checkFreshness(base)).rejects.toThrow(/^(missing {2}generated\/\S+\n)+These \d+ files/)
})
