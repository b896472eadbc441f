import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { watchSources } from './watch.ts'

it('reports files that are replaced as editors do, new folders, and nothing that an editor puts beside a file', async () => {
  const base = `${temporaryFolder()}/`
  const write = (file: string) => writeFileSync(join(base, file), '1')
  const order = 'specs/orders/schemas/Order.yaml'
  mkdirSync(join(base, 'specs/orders/schemas'), { recursive: true })
  for (const file of [order, 'redocly.yaml']) write(file)
  const reported = new Set<string>()
  onTestFinished(await watchSources(base, ['specs'], (path) => void reported.add(path)))
  const isReported = async (path: string) => {
    await vi.waitFor(() => expect(reported).toContain(path), { timeout: 60_000 })
    reported.clear()
  }

  for (const file of [order, 'redocly.yaml', order, 'redocly.yaml']) {
    write(`${file}.tmp`)
    renameSync(join(base, `${file}.tmp`), join(base, file))
    await isReported(file)
  }
  mkdirSync(join(base, 'specs/orders/responses'))
  await isReported('specs/orders/responses')
  write('specs/orders/responses/NotFound.yaml')
  await isReported('specs/orders/responses/NotFound.yaml')
  rmSync(join(base, 'specs/orders/responses'), { recursive: true })
  await isReported('specs/orders/responses')

  await new Promise((resolve) => setTimeout(resolve, 100))
  reported.clear()
  for (const file of ['.Order.yaml.swp', '.#Order.yaml', 'Order.yaml~', '4913']) write(`specs/orders/schemas/${file}`)
  write('package.json')
  write(order)
  await vi.waitFor(() => expect([...reported]).toEqual([order]), { timeout: 60_000 })
})
