import { expect, it } from 'vitest'
import { UserError } from '../../user-error.ts'
import { type RefreshSteps, refresh } from './refresh.ts'

const diagnostic = { file: 'specs/orders/openapi.yaml', line: 3, column: 5, rule: 'yaml', message: 'YAML: broken.' }

/** What a refresh of `orders` does and prints, without times. */
async function trace(steps: Partial<RefreshSteps>): Promise<string[]> {
  const done: string[] = []
  await refresh('orders', {
    lint: async (name) => {
      done.push(`lint ${name}`)
      return []
    },
    generate: async (name) => done.push(`generate ${name}`),
    reload: async (name) => void done.push(`reload ${name}`),
    print: (text) => done.push(...text.replaceAll(/\d+ ms/g, 'N ms').split('\n')),
    ...steps,
  })
  return done
}

it('lints, generates, reloads, and says so in one line', async () => {
  expect(await trace({})).toEqual([
    'lint orders',
    'generate orders',
    'reload orders',
    'orders: linted, generated, reloaded in N ms',
  ])
})

it('reloads nothing that is not served', async () => {
  expect(await trace({ reload: undefined })).toEqual([
    'lint orders',
    'generate orders',
    'orders: linted, generated in N ms',
  ])
})

it('shows what the lint finds, and goes no further', async () => {
  expect(await trace({ lint: async () => [{ ...diagnostic, severity: 'error' }] })).toEqual([
    'specs/orders/openapi.yaml:3:5  error  yaml  YAML: broken.',
    'orders: not in order, the mock serves what it had (N ms)',
  ])
})

it('shows a warning, and goes on', async () => {
  expect(await trace({ lint: async () => [{ ...diagnostic, severity: 'warning' }] })).toEqual([
    'specs/orders/openapi.yaml:3:5  warning  yaml  YAML: broken.',
    'generate orders',
    'reload orders',
    'orders: linted, generated, reloaded in N ms',
  ])
})

it('shows what the generator finds, and does not reload', async () => {
  const generate = () => Promise.reject(new UserError('specs/orders/openapi.yaml:3:5  cannot be bundled'))
  expect(await trace({ generate })).toEqual([
    'lint orders',
    'specs/orders/openapi.yaml:3:5  cannot be bundled',
    'orders: not in order, the mock serves what it had (N ms)',
  ])
})

it('outlives a fault of its own', async () => {
  const lines = await trace({ reload: () => Promise.reject(new TypeError('no such thing')) })
  expect(lines[2]).toBe('TypeError: no such thing')
  expect(lines.at(-1)).toBe('orders: not in order, the mock serves what it had (N ms)')
})
