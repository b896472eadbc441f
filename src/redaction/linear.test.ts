import { expect, it } from 'vitest'
import { printableLines } from '../printable.ts'
import { maskText, maskUser, maskUsers } from './mask.ts'
import { mask } from './mask-request.ts'
import { createRedactor } from './redactor.ts'
import { findHandedOut } from './secret-values.ts'

const megabyte = 1_000_000
const body = Buffer.from('z'.repeat(megabyte))
const secrets = ['s3cret-s3cret-123', `${'a'.repeat(2000)}b`, `${'-'.repeat(200)}x`, `eyJ${'eyJ'.repeat(100)}`]
const similar = Array.from({ length: 1000 }, (_, index) => `a common beginning of many secrets ${index}`)

/** Seconds of the processor, which other processes do not change. */
function secondsOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

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

it.each(units)('a megabyte of %j takes at most a second', (unit) => {
  const text = unit.repeat(megabyte / unit.length)
  const steps = {
    redact: (one: string) => createRedactor([...secrets, ...similar].map((value) => [value, '$SECRET'])).text(one),
    mask: (one: string) => mask(one, { headers: {}, query: '', path: '', body }, () => false),
    maskText,
    maskUser,
    maskUsers,
    findHandedOut,
    printableLines,
  }
  const slow = Object.entries(steps).filter(([, step]) => secondsOf(() => step(text)) > 1)
  expect(slow.map(([name]) => name)).toEqual([])
})
