import { gzipSync } from 'node:zlib'
import { Profile, StringTable } from 'pprof-format'
import type { Frame } from './call-stacks.ts'
import type { ProfileKind } from './profile-kinds.ts'

interface Recording {
  /** Name of the agent, which the profile carries as a comment. */
  agent: string
  /** Start of the recording. */
  begun: Date
  /** 0 for a snapshot. */
  seconds: number
}

/** The profile in the form of viewers: a gzipped protocol buffer (AGT-083, AGT-142; gap AGT-G25). */
export function encodeProfile(kind: ProfileKind, { agent, begun, seconds }: Recording): Uint8Array {
  const strings = new StringTable()
  const text = (value: string) => strings.dedup(value)
  const valueType = (type: string, unit: string) => ({ type: text(type), unit: text(unit) })
  const frames = [...new Set(kind.samples.flatMap(({ stack }) => stack))]
  const idOf = (frame: Frame) => frames.indexOf(frame) + 1
  const [periodType, periodUnit, period] = kind.period
  const profile = new Profile({
    sampleType: kind.sampleTypes.map(([type, unit]) => valueType(type, unit)),
    sample: kind.samples.map(({ stack, values }) => ({ locationId: stack.map(idOf), value: [...values] })),
    mapping: [
      {
        id: 1,
        memoryStart: 0x400000,
        memoryLimit: 0x800000,
        filename: text('/usr/local/bin/cluster-agent'),
        // With these fields, a viewer does not search for the program, which does not exist.
        hasFunctions: true,
        hasFilenames: true,
        hasLineNumbers: true,
        hasInlineFrames: true,
      },
    ],
    location: frames.map((frame) => ({
      id: idOf(frame),
      mappingId: 1,
      address: frame.address,
      line: [{ functionId: idOf(frame), line: frame.line }],
    })),
    function: frames.map((frame) => ({
      id: idOf(frame),
      name: text(frame.name),
      systemName: text(frame.name),
      filename: text(frame.file),
    })),
    timeNanos: BigInt(begun.getTime()) * 1_000_000n,
    durationNanos: BigInt(seconds) * 1_000_000_000n,
    periodType: valueType(periodType, periodUnit),
    period,
    comment: [text(agent)],
    ...(kind.defaultSampleType === undefined ? {} : { defaultSampleType: text(kind.defaultSampleType) }),
    stringTable: strings,
  })
  return gzipSync(profile.encode())
}
