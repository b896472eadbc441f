import type { operations } from '../../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import type { Context } from '../context.ts'
import { readLog, type SeenLog } from '../log-stream.ts'
import { assertServed } from '../outcomes.ts'
import { assumeBeat } from './log-content.ts'
import { changesFrames, changesPieces, endsAfter } from './stream-sabotage.ts'

async function someFrames(t: Context, count = 3): Promise<SeenLog> {
  const log = await readLog(t, { log_level: 'trace' }, ({ frames }) => frames.length >= count)
  assertServed(t, log, 'the log stream')
  return log
}

/** Every frame has the field, and it is as it should be. */
function field(name: string, assertValue: (value: unknown) => void): Pick<Check<operations>, 'run'> {
  return {
    async run(t) {
      const { frames } = await someFrames(t)
      expect(frames.length, 'frames of the log').toBeGreaterThan(0)
      for (const frame of frames) assertValue(frame[name])
    },
  }
}

export const frames: Record<string, Check<operations>> = {
  'AGT-045': {
    async run(t) {
      const { frames, lines } = await someFrames(t)
      expect(frames.length, 'frames of the log').toBeGreaterThan(0)
      for (const { Data } of frames) {
        expect(Data, 'Data of a frame').toBeTypeOf('string')
        // Decoding is lenient: what is base64 comes out again as it was.
        expect(Buffer.from(String(Data), 'base64').toString('base64'), 'Data, decoded and encoded again').toBe(Data)
      }
      const text = lines.join('\n')
      expect(text, 'the log that the frames hold').toMatch(/\S/)
      expect(text, 'the log that the frames hold, which is text').not.toContain('\uFFFD')
    },
    sabotage: [
      changesFrames((frame) => ({ ...frame, Data: Buffer.from(String(frame.Data), 'base64').toString() })),
      changesFrames((frame) => ({ ...frame, Data: 7 })),
      changesFrames(({ Data: _, ...frame }) => frame),
      // Hexadecimal digits are of the alphabet of base64 too.
      changesFrames((frame) => ({ ...frame, Data: Buffer.from(String(frame.Data), 'base64').toString('hex') })),
    ],
  },
  'AGT-046': {
    ...field('FileEvent', (value) => expect(value, 'FileEvent of a frame').toBe('log')),
    sabotage: [
      changesFrames((frame) => ({ ...frame, FileEvent: 1 })),
      changesFrames((frame) => ({ ...frame, FileEvent: 'file' })),
      changesFrames(({ FileEvent: _, ...frame }) => frame),
    ],
  },
  'AGT-047': {
    async run(t) {
      const { frames } = await someFrames(t)
      expect(frames.length, 'frames of the log').toBeGreaterThan(0)
      const offsets = frames.map(({ Offset }) => Number(Offset))
      for (const { Offset } of frames) {
        expect(Number.isInteger(Offset), `whether the Offset ${JSON.stringify(Offset)} is an integer`).toBe(true)
      }
      expect(offsets, 'offsets into the stream, from frame to frame').toEqual(
        [...offsets].sort((one, other) => one - other),
      )
      const bytes = frames.map(({ Data }) => Buffer.from(String(Data), 'base64').length)
      const before = bytes.map((_, index) => bytes.slice(0, index).reduce((sum, length) => sum + length, 0))
      t.assume('AGT-G08', () => expect(offsets, 'offsets, beside the bytes of log before each frame').toEqual(before))
    },
    sabotage: [
      changesFrames((frame) => ({ ...frame, Offset: String(frame.Offset) })),
      changesFrames(({ Offset: _, ...frame }) => frame),
      changesFrames((frame) => ({ ...frame, Offset: -Number(frame.Offset) })),
      changesFrames((frame) => ({ ...frame, Offset: 0 })),
    ],
  },
  'AGT-126': {
    needs: { control: 'where offered' },
    async run(t) {
      // What had been logged before comes at once; then come lines as they are logged.
      const log = await someFrames(t, 12)
      expect(log.hasEnded, `the stream has ended by itself, after ${log.frames.length} frames`).toBe(false)
      if (!t.hasControl) return
      const { ServerName, Members } = (await t.call('listMembers')).body
      const follower = Members.find(({ Name, Status }) => Status === 'alive' && !Name.startsWith(ServerName))
      const failedMembers = Members.filter(({ Status }) => Status === 'failed').length
      await assumeBeat(t, {}, { failedMembers, ...(follower ? { node: follower.Name } : {}) })
      if (follower) await assumeBeat(t, { server_id: follower.Name }, { failedMembers: 0 })
    },
    sabotage: [endsAfter(1), endsAfter(3), endsAfter(8)],
  },
  'AGT-127': {
    async run(t) {
      const { frames, between, text } = await someFrames(t)
      expect(frames.length, `frames in ${text.slice(0, 200)}`).toBeGreaterThanOrEqual(3)
      for (const frame of frames) {
        expect(Object.keys(frame), 'members of a frame').toEqual(
          expect.arrayContaining(['Data', 'FileEvent', 'Offset']),
        )
      }
      // The last one may have come in part.
      expect(between, 'what stands between the frames').toMatch(/^(?:\{[^}]*)?$/)
    },
    sabotage: [
      changesPieces((text, index) => (index === 0 ? `[${text}` : `,${text}`)),
      changesPieces((text) => text.slice(1)),
      changesFrames(({ Data }) => ({ Data })),
    ],
  },
}
