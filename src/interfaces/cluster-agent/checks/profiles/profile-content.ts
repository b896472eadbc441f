import { gunzipSync } from 'node:zlib'
import { Profile } from 'pprof-format'
import type { AttemptInput } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import type { Context } from '../context.ts'

/** The content of profiles is assumed (gap AGT-G25). */
const gap = 'AGT-G25'

/** The profiles of the mock (gap AGT-G24). */
const profileNames = ['allocs', 'block', 'goroutine', 'heap', 'mutex', 'threadcreate'] as const
type ProfileName = (typeof profileNames)[number]

type Recorded = 'getPprofProfile' | 'getPprofTrace' | 'getPprofNamed'

/** The bytes of a profile: binary data would be damaged as text. */
export async function bytesOf(t: Context, operation: Recorded, input: AttemptInput): Promise<Buffer> {
  const { chunks } = await t.overTime(t.open(operation, input))
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

/** A call stack with the frames of the text form: address, name, file and line. */
interface Stack {
  values: number[]
  calls: string[]
  frames: string[]
}

const hex = (value: number | bigint) => `0x${value.toString(16)}`

/** Bytes of an unpacked profile. */
const maxUnpacked = 1 << 24

function decode(bytes: Buffer) {
  const profile = Profile.decode(gunzipSync(bytes, { maxOutputLength: maxUnpacked }))
  const { stringTable, location, mapping } = profile
  const text = (index: number | bigint) => stringTable.strings[Number(index)] ?? ''
  const frames = new Map(location.map(({ id, address, line }) => [id, { address: Number(address), line: line[0] }]))
  const functions = new Map(profile.function.map((one) => [one.id, one]))
  const frameOf = (id: number | bigint): string => {
    const { address = 0, line } = frames.get(id) ?? {}
    const { name = 0, systemName = 0, filename = 0 } = functions.get(line?.functionId ?? 0) ?? {}
    expect(text(systemName), 'system name of a function, beside its name').toBe(text(name))
    return `${hex(address)} ${text(name)} ${text(filename)}:${line?.line}`
  }
  const stacks = profile.sample.map(({ value, locationId }): Stack => {
    const calls = locationId.map((id) => hex((frames.get(id)?.address ?? 0) + 1))
    return { values: value.map(Number), calls, frames: locationId.map(frameOf) }
  })
  return {
    stacks,
    types: profile.sampleType.map(({ type, unit }) => `${text(type)}/${text(unit)}`),
    period: [`${text(profile.periodType?.type ?? 0)}/${text(profile.periodType?.unit ?? 0)}`, Number(profile.period)],
    mappings: mapping.map(({ id, ...one }) => ({ id, ...one, filename: text(one.filename) })),
    mappingIds: [...new Set(location.map(({ mappingId }) => mappingId))],
    comments: profile.comment.map(text),
    defaultType: text(profile.defaultSampleType),
    seconds: Number(profile.durationNanos) / 1e9,
    // Nanoseconds since 1970 exceed the integers that a number holds exactly.
    begun: Math.round(Number(profile.timeNanos) / 1e6),
  }
}

/** The metadata of a binary profile. */
function expectOrder(profile: ReturnType<typeof decode>, agent: string): void {
  const { comments, mappings, mappingIds } = profile
  expect(comments, 'comments of a profile, which name the agent').toEqual([agent])
  const complete = { hasFunctions: true, hasFilenames: true, hasLineNumbers: true, hasInlineFrames: true }
  expect(mappings, 'programs that the frames are of').toEqual([expect.objectContaining(complete)])
  expect(mappingIds, 'ids of the programs').toEqual(mappings.map(({ id }) => id))
}

/** The stacks of a text: a line of values and addresses, and a line for each frame. */
function readStacks(text: string): Stack[] {
  const stacks = [...text.matchAll(/^([\d: [\]]+) @((?: 0x[\da-f]+)+)\n((?:#\t.*\n)+)/gm)]
  return stacks.map(([, values = '', calls = '', lines = '']) => ({
    values: (values.match(/\d+/g) ?? []).map(Number),
    calls: calls.trim().split(' '),
    frames: [...lines.matchAll(/^#\t(0x[\da-f]+)\t(\S+)\+0x[\da-f]+\t(\S+:\d+)$/gm)].map((line) =>
      line.slice(1).join(' '),
    ),
  }))
}

/** The order of the values in the text form of each kind, and its heading. */
const forms: Record<ProfileName, { order: number[]; heading: (sums: number[]) => string }> = {
  goroutine: { order: [0], heading: ([total]) => `goroutine profile: total ${total}` },
  threadcreate: { order: [0], heading: ([total]) => `threadcreate profile: total ${total}` },
  heap: { order: [2, 3, 0, 1], heading: ([a, b, c, d]) => `heap profile: ${c}: ${d} [${a}: ${b}] @ heap/1048576` },
  allocs: { order: [2, 3, 0, 1], heading: ([a, b, c, d]) => `heap profile: ${c}: ${d} [${a}: ${b}] @ heap/1048576` },
  block: { order: [1, 0], heading: () => '--- contention:' },
  mutex: { order: [1, 0], heading: () => '--- mutex:' },
}

/** Each profile of the mock has the same content in both forms. */
export async function assumeProfiles(t: Context): Promise<void> {
  if (!t.hasControl) return
  const { ServerName } = (await t.call('listMembers')).body
  for (const name of profileNames) {
    const before = await t.now()
    const bytes = await bytesOf(t, 'getPprofNamed', { path: { profile: name } })
    const { text } = await t.attempt('getPprofNamed', { path: { profile: name }, query: { debug: 1 } })
    t.assume(gap, () => {
      const profile = decode(bytes)
      expectOrder(profile, profile.comments[0] ?? '')
      expect(text, `end of ${name} as text, which names the agent`).toContain(`# agent: ${profile.comments[0]}\n`)
      expect(profile.comments[0], 'name of the agent').toContain(ServerName)
      expect(profile.begun, `when ${name} was taken`).toBeGreaterThanOrEqual(before)
      expect(profile.seconds, `seconds that ${name} took`).toBe(0)
      expect(profile.defaultType !== '', `whether ${name} has a type that is shown first`).toBe(
        /heap|allocs/.test(name),
      )
      const { order, heading } = forms[name]
      const sums = profile.types.map((_, index) =>
        profile.stacks.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
      )
      expect(text.split('\n')[0], `how ${name} as text begins`).toBe(heading(sums))
      expect(readStacks(text), `stacks of ${name}, as text and binary`).toEqual(
        profile.stacks.map(({ values, ...stack }) => ({ ...stack, values: order.map((index) => values[index]) })),
      )
    })
  }
  const unknown = await t.attempt('getPprofNamed', { path: { profile: 'nothing' } })
  t.assume('AGT-G24', () => {
    expect(unknown.status, 'status of a profile that there is not').toBe(404)
    expect(unknown.text, 'text of a profile that there is not').toContain('"nothing"')
  })
}

/** The number of samples in a CPU profile matches its duration. */
export async function assumeCpuProfile(t: Context, seconds: number): Promise<void> {
  const begun = await t.now()
  const bytes = await bytesOf(t, 'getPprofProfile', { query: { seconds } })
  const ended = await t.now()
  t.assume(gap, () => {
    const profile = decode(bytes)
    expectOrder(profile, profile.comments[0] ?? '')
    expect(profile.types, 'types of the samples of a CPU profile').toEqual(['samples/count', 'cpu/nanoseconds'])
    expect(profile.period, 'what a CPU profile samples by').toEqual(['cpu/nanoseconds', 10_000_000])
    expect(profile.seconds, `seconds of a CPU profile with seconds=${seconds}`).toBe(seconds)
    expect(profile.begun, 'when a CPU profile was begun').toBeGreaterThanOrEqual(begun)
    expect(profile.begun + seconds * 1000, 'when a CPU profile had ended').toBeLessThanOrEqual(ended)
    const samples = profile.stacks.reduce((sum, { values: [count = 0] }) => sum + count, 0)
    expect(samples, `samples in ${seconds} seconds, a tenth of which the agent is busy`).toBe(10 * seconds)
    for (const { values, frames } of profile.stacks) {
      expect(values[1], 'nanoseconds of a stack, beside its samples').toBe((values[0] ?? 0) * 10_000_000)
      expect(frames.length, 'frames of a stack').toBeGreaterThan(0)
    }
  })
}
