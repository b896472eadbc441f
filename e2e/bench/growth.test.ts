import { expect, it } from 'vitest'
import type { Operation } from '../../src/contract/operation.ts'
import { compileRouter } from '../../src/contract/router.ts'
import { answers, integer, serveDocument } from '../../src/mock/published/serve-document.fixture.ts'
import { printableLines } from '../../src/printable.ts'
import { maskText, maskUser, maskUsers } from '../../src/redaction/mask.ts'
import { mask } from '../../src/redaction/mask-request.ts'
import { createRedactor } from '../../src/redaction/redactor.ts'
import { findHandedOut } from '../../src/redaction/secret-values.ts'

// What grows with its input only as the input does. These tests measure, so they stand beside the benchmarks.

/** Milliseconds of the processor in this process, which other processes hardly change: the least of a few tries. */
function processorTime(work: () => unknown, tries: number): number {
  const measured = Array.from({ length: tries }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...measured)
}

/**
 * Compares sizes of which one is 16 times the other. What is linear then takes some 16 times as long, and what is quadratic 256 times.
 * A time below 20 ms counts as 20 ms, since the compiler and the collector of garbage take as much.
 */
function expectLinear(work: (size: number) => () => unknown, size: number): void {
  const [small, large] = [work(size / 16), work(size)]
  small()
  const least = Math.max(20, processorTime(small, 5))
  expect(processorTime(large, 2)).toBeLessThan(64 * least)
}

const secrets = ['s3cret-s3cret-123', `${'a'.repeat(2000)}b`, `${'-'.repeat(200)}x`, `eyJ${'eyJ'.repeat(100)}`]
const similar = Array.from({ length: 1000 }, (_, index) => `a common beginning of many secrets ${index}`)

const units = [
  '-',
  '.',
  'a',
  'eyJ',
  'eyJ-',
  ' ',
  'a://',
  'token',
  '"a":"',
  '\\u',
  '%25',
  '&#x',
  '…',
  's3cret-s3c…',
  'a common beginning of ',
]
const body = Buffer.from('z'.repeat(1_000_000))
const redactor = createRedactor([...secrets, ...similar].map((value) => [value, '$SECRET']))
const steps: Record<string, (text: string) => unknown> = {
  redact: (text) => redactor.text(text),
  mask: (text) => mask(text, { headers: {}, query: '', path: '', body }, () => false),
  maskText,
  maskUser,
  maskUsers,
  findHandedOut,
  printableLines,
}

it.each(Object.keys(steps))('%s takes time that grows as the text does', (name) => {
  for (const unit of units) {
    expectLinear((size) => {
      const text = unit.repeat(size / unit.length)
      return () => steps[name]?.(text)
    }, 1_000_000)
  }
})

it('a router finds an operation in time that grows with the path, not with the number of operations', () => {
  expectLinear((size) => {
    const many = Array.from({ length: size }, (_, index) => {
      const template = `/a/b${index}/{c}/d`
      return {
        id: `o${index}`,
        method: 'get',
        path: template,
        template,
        multiSegment: false,
        listVerb: false,
      } as Operation
    })
    const router = compileRouter(many)
    return () => {
      for (let index = 0; index < size; index++) {
        const match = router.match('GET', `/a/b${index}/x/d`)
        if (match.kind !== 'operation' || match.operation.id !== `o${index}`) throw new Error(`o${index} is not found`)
      }
    }
  }, 32_000)
})

it('a document with 100,000 paths is served, and only the operations that are called are read', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, index) => [`/p${index}/{x}`, { get: { responses: answers('200', integer) } }]),
  )
  const { call } = await serveDocument({ paths })
  expect((await call('GET', '/p99999/1')).status).toBe(200)
})
