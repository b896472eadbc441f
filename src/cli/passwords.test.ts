import { expect, it } from 'vitest'
import { callCommand } from './call-command.fixture.ts'

it.each([
  ['proxy', 'orders', '--upstream', 'ftp://user:hunter2@shop.example'],
  ['proxy', 'orders', '--upstream', 'http://user:hunter2@127.0.0.1:1'],
  ['validate', 'x.har', '--base-url', 'orders=user:hunter2@shop.example'],
  ['validate', 'x.har', '--base-url', 'orders=https://user:hunter2@shop.example'],
  ['verify', 'orders', '--base-url', 'ftp://user:hunter2@shop.example'],
  ['verify', 'orders', '--base-url', 'https://user:hunter2@shop.example:99999'],
  ['verify', 'orders', '--header', 'X-Gateway-Key hunter2'],
])('%s %s %s %s is refused, and its password is not repeated', async (...args) => {
  const { stdout, stderr, code } = await callCommand(args)
  expect(code).not.toBe(0)
  expect(stderr).not.toBe('')
  expect(stdout + stderr).not.toContain('hunter2')
})
