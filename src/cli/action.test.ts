import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { createOrderServer } from '../../examples/orders-server/server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Action {
  inputs: Record<string, { default?: string }>
  runs: { steps: { name?: string; run?: string; env?: Record<string, string> }[] }
}

it('the verify step of the GitHub action writes its reports, and ends as the command does', async () => {
  const action: Action = parse(await readFile(join(root, 'action.yml'), 'utf8'))
  const step = action.runs.steps.find(({ name }) => name === 'Verify')
  const workspace = await mkdtemp(join(tmpdir(), 'action-'))
  const shop = createOrderServer('k-1-2-3').listen(0, '127.0.0.1')
  onTestFinished(async () => {
    shop.close().closeAllConnections()
    await rm(workspace, { recursive: true })
  })
  await once(shop, 'listening')
  const address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/api`
  const target = await readFile(join(root, 'examples/orders-server/target.yaml'), 'utf8')
  await writeFile(join(workspace, 'a target.yaml'), target.replace('http://127.0.0.1:4020/api', address))

  const inputs: Record<string, string> = {
    ...Object.fromEntries(Object.entries(action.inputs).map(([name, { default: value = '' }]) => [name, value])),
    target: 'a target.yaml',
    only: 'ORD-07[2-4]',
  }
  const env = Object.entries(step?.env ?? {}).map(([name, value]) => [
    name,
    value
      .replace(/\$\{\{ github\.action_path \}\}/, root)
      .replace(/\$\{\{ inputs\.(\w+) \}\}/, (_, input: string) => inputs[input] ?? `no input ${input}`),
  ])
  const code = await new Promise((resolve) => {
    execFile(
      'bash',
      ['-e', '-c', step?.run ?? 'exit 99'],
      { cwd: workspace, env: { PATH: process.env.PATH, SHOP_API_KEY: 'k-1-2-3', ...Object.fromEntries(env) } },
      (error) => resolve(error?.code ?? 0),
    )
  })
  expect(code).toBe(1)
  expect((await readdir(join(workspace, 'contract-reports'))).sort()).toEqual([
    'junit.xml',
    'report.html',
    'report.json',
    'report.sarif',
  ])
})
