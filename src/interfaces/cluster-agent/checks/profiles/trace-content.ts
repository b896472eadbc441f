import { expect } from '../../../../check/expect.ts'
import type { Context } from '../context.ts'
import { bytesOf } from './profile-content.ts'

/** The number of arguments of each event in the format of Go 1.22 that the mock writes; the first is the time since the previous event. */
const events = new Map([
  [13, 3],
  [25, 4],
  [44, 5],
])

/** Reads bytes and numbers in LEB128, one after another. */
class Reader {
  #at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  take(count: number): Buffer {
    expect(count, 'bytes that are taken, of those that are left').toBeLessThanOrEqual(this.left)
    this.#at += count
    return this.#bytes.subarray(this.#at - count, this.#at)
  }

  number(): number {
    const [byte = 0] = this.take(1)
    return byte < 128 ? byte : byte - 128 + 128 * this.number()
  }
}

/** An execution trace names the agent, and its duration is the time from its first event to its last (gap AGT-G25). */
export async function assumeTrace(t: Context, seconds: number): Promise<void> {
  const bytes = await bytesOf(t, 'getPprofTrace', { query: { seconds } })
  const { text: commandLine } = await t.attempt('getPprofCmdline')
  t.assume('AGT-G25', () => {
    const reader = new Reader(bytes)
    expect(reader.take(16).toString(), 'how a trace begins').toBe('go 1.22 trace\0\0\0')
    const batches: Reader[] = []
    while (reader.left > 0) {
      expect([...reader.take(4)], 'how a batch begins').toEqual([1, 1, 1, 1])
      batches.push(new Reader(reader.take(reader.number())))
    }
    const [frequency, strings, recording] = batches as [Reader, Reader, Reader]
    expect([frequency.number(), frequency.number()], 'units in a second').toEqual([8, 1_000_000_000])
    const [agent = '', ...notes] = readStrings(strings)
    expect(commandLine, 'the command line, which names the agent').toContain(`-node=${agent.split('.')[0]}`)
    let time = 0
    const seen: number[] = []
    while (recording.left > 0) {
      const event = recording.number()
      const [delta = 0, ...values] = Array.from({ length: events.get(event) ?? Number.NaN }, () => recording.number())
      time += delta
      if (event === 44) seen.push(values[2] ?? 0)
    }
    expect(time, `nanoseconds of a trace with seconds=${seconds}`).toBe(seconds * 1_000_000_000)
    expect(seen.length, 'notes in a trace').toBe(notes.length)
  })
}

function readStrings(reader: Reader): string[] {
  expect(reader.number(), 'the kind of a batch of texts').toBe(4)
  const texts: string[] = []
  while (reader.left > 0) {
    expect([reader.number(), reader.number()], 'a text and its id').toEqual([5, texts.length + 1])
    texts.push(reader.take(reader.number()).toString())
  }
  return texts
}
