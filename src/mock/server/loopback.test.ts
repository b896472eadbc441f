import { expect, it } from 'vitest'
import { isLoopback, isOwnOrigin } from './loopback.ts'

it.each(['localhost', 'LocalHost', '127.0.0.1', '127.8.8.8', '::1', '0:0:0:0:0:0:0:1'])(
  '%s is this machine',
  (host) => {
    expect(isLoopback(host)).toBe(true)
  },
)

it.each(['', '0.0.0.0', '::', '10.0.0.1', '128.0.0.1', 'localhost.example', '127.0.0.1.example', 'fe80::1', '127.1'])(
  '%j is not known to be this machine',
  (host) => {
    expect(isLoopback(host)).toBe(false)
  },
)

it.each([
  ['http://localhost:3000', '127.0.0.1:4010', true],
  ['https://127.0.0.1', '127.0.0.1:4010', true],
  ['http://[::1]:8080', '127.0.0.1:4010', true],
  ['http://mock.example:4010', 'mock.example:4010', true],
  ['http://mock.example:4011', 'mock.example:4010', false],
  ['https://evil.example', '127.0.0.1:4010', false],
  ['https://localhost.evil.example', '127.0.0.1:4010', false],
  ['https://evil.example/localhost', '127.0.0.1:4010', false],
  ['null', 'null', false],
  ['', '', false],
])('a page of %s at host %s: %s', (origin, host, own) => {
  expect(isOwnOrigin(origin, host)).toBe(own)
})
