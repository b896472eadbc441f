import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { watchSources } from './watch.ts'

it('reports files that are replaced as editors do, new folders, and nothing that an editor puts beside a file', async () => {
  const base = `${temporaryFolder()}/`
  const write = (file: string) => writeFileSync(join(base, file), '1')
  const order = 'specs/orders/schemas/Order.yaml'
  mkdirSync(join(base, 'specs/orders/schemas'), { recursive: true })
  for (const file of [order, 'redocly.yaml']) write(file)
  const reported = new Set<string>()
  let onEdit: (path: string) => void
  onTestFinished(await watchSources(base, ['specs'], (path) => onEdit(path)))
  /** Resolves at the next report of the path. */
  const isReported = (awaited: string) =>
    new Promise<void>((resolve) => {
      onEdit = (path) => {
        reported.add(path)
        if (path === awaited) resolve()
      }
    })

  for (const file of [order, 'redocly.yaml', order, 'redocly.yaml']) {
    const report = isReported(file)
    write(`${file}.tmp`)
    renameSync(join(base, `${file}.tmp`), join(base, file))
    await report
  }
  const folder = 'specs/orders/responses'
  for (const [path, change] of [
    [folder, () => mkdirSync(join(base, folder))],
    [`${folder}/NotFound.yaml`, () => write(`${folder}/NotFound.yaml`)],
    [folder, () => rmSync(join(base, folder), { recursive: true })],
  ] as const) {
    const report = isReported(path)
    change()
    await report
  }

  const last = isReported(order)
  for (const file of ['.Order.yaml.swp', '.#Order.yaml', 'Order.yaml~', '4913']) write(`specs/orders/schemas/${file}`)
  write('package.json')
  write(order)
  await last
  expect([...reported].sort()).toEqual(['redocly.yaml', folder, `${folder}/NotFound.yaml`, order])
})
