import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { watchSources } from './watch.ts'

/** A watched folder of sources, with one file in it. */
async function watched() {
  const base = `${temporaryFolder()}/`
  mkdirSync(join(base, 'specs/orders/schemas'), { recursive: true })
  writeFileSync(join(base, 'specs/orders/schemas/Order.yaml'), '0')
  writeFileSync(join(base, 'redocly.yaml'), '0')
  const told: string[] = []
  const stop = await watchSources(base, ['specs'], (path) => told.push(path))
  onTestFinished(stop)
  return {
    told,
    write: (file: string, text = '1') => writeFileSync(join(base, file), text),
    /** Saves as most editors do: renames a complete new file over the old one. */
    replace(file: string) {
      writeFileSync(join(base, `${file}.tmp`), '1')
      renameSync(join(base, `${file}.tmp`), join(base, file))
    },
    make: (folder: string) => mkdirSync(join(base, folder), { recursive: true }),
    remove: (path: string) => rmSync(join(base, path), { recursive: true }),
    /** Waits until a path is reported, and forgets the reports before it. */
    async tells(path: string) {
      await vi.waitFor(() => expect(told).toContain(path), { timeout: 60_000 })
      told.length = 0
    },
  }
}

it('a file that is written', async () => {
  const { write, tells } = await watched()
  write('specs/orders/schemas/Order.yaml')
  await tells('specs/orders/schemas/Order.yaml')
})

it('a file that is replaced, again and again', async () => {
  const { replace, write, tells } = await watched()
  for (let save = 0; save < 3; save++) {
    replace('specs/orders/schemas/Order.yaml')
    await tells('specs/orders/schemas/Order.yaml')
  }
  write('specs/orders/schemas/Order.yaml')
  await tells('specs/orders/schemas/Order.yaml')
})

it('redocly.yaml, replaced again and again', async () => {
  const { replace, tells } = await watched()
  for (let save = 0; save < 3; save++) {
    replace('redocly.yaml')
    await tells('redocly.yaml')
  }
})

it('a file that is new, and one that is gone', async () => {
  const { write, remove, tells } = await watched()
  write('specs/orders/schemas/Item.yaml')
  await tells('specs/orders/schemas/Item.yaml')
  remove('specs/orders/schemas/Order.yaml')
  await tells('specs/orders/schemas/Order.yaml')
})

it('a folder that is new, what is written in it, and that it is gone', async () => {
  const { make, write, remove, tells } = await watched()
  make('specs/orders/responses')
  await tells('specs/orders/responses')
  write('specs/orders/responses/NotFound.yaml')
  await tells('specs/orders/responses/NotFound.yaml')
  remove('specs/orders/responses')
  await tells('specs/orders/responses')
  make('specs/orders/responses')
  await tells('specs/orders/responses')
  write('specs/orders/responses/NotFound.yaml')
  await tells('specs/orders/responses/NotFound.yaml')
})

it('nothing of what an editor puts beside a file', async () => {
  const { write, told, tells } = await watched()
  write('specs/orders/schemas/.Order.yaml.swp')
  write('specs/orders/schemas/.#Order.yaml')
  write('specs/orders/schemas/Order.yaml~')
  write('specs/orders/schemas/4913')
  write('package.json')
  write('specs/orders/schemas/Order.yaml')
  await vi.waitFor(() => expect(told).toContain('specs/orders/schemas/Order.yaml'), { timeout: 60_000 })
  expect(new Set(told)).toEqual(new Set(['specs/orders/schemas/Order.yaml']))
  await tells('specs/orders/schemas/Order.yaml')
})
