import { expect } from '../../../../check/expect.ts'
import { assertServed, type Checks, type Context } from '../context.ts'
import { bytesOf, changesFrames, changesPieces, endsAfter, readLog, type SeenLog, silence } from '../log-stream.ts'
import { assumeBeat } from './log-content.ts'

async function someFrames(t: Context, count = 3): Promise<SeenLog> {
  const log = await readLog(t, { log_level: 'trace' }, ({ frames }) => frames.length >= count)
  assertServed(t, log, 'the log stream')
  if (log.frames.length === 0 && /^(?:\s*\{\s*\})*\s*$/.test(log.text)) t.inconclusive(silence)
  return log
}

/** The values of a field in the frames that have it; at least one has it. */
function valuesOf({ frames }: SeenLog, name: string): unknown[] {
  const values = frames.map((frame) => frame[name]).filter((value) => value !== undefined)
  expect(values.length, `frames that have ${name}, of ${frames.length}`).toBeGreaterThan(0)
  return values
}

export const frames: Checks = {
  'AGT-045': {
    async run(t) {
      const log = await someFrames(t)
      for (const Data of valuesOf(log, 'Data')) {
        expect(Data, 'Data of a frame').toBeTypeOf('string')
        // Decoding is lenient, so valid base64 is recognized by encoding it again.
        expect(Buffer.from(String(Data), 'base64').toString('base64'), 'Data, decoded and encoded again').toBe(Data)
      }
      const text = log.lines.join('\n')
      expect(text, 'the log that the frames hold').toMatch(/\S/)
      expect(text, 'the log that the frames hold, which is text').not.toContain('\uFFFD')
    },
    sabotage: [
      changesFrames((frame) => ({ ...frame, Data: Buffer.from(String(frame.Data), 'base64').toString() })),
      changesFrames((frame) => ({ ...frame, Data: 7 })),
      changesFrames(({ Data: _, ...frame }) => frame),
    ],
  },
  'AGT-046': {
    async run(t) {
      for (const value of valuesOf(await someFrames(t), 'FileEvent')) {
        expect(value, 'FileEvent of a frame').toBeTypeOf('string')
        t.assume('AGT-G48', () => expect(value, 'FileEvent of a frame').toBe('log'))
      }
    },
    sabotage: [
      changesFrames((frame) => ({ ...frame, FileEvent: 1 })),
      changesFrames((frame) => ({ ...frame, FileEvent: 'file' })),
      changesFrames(({ FileEvent: _, ...frame }) => frame),
    ],
  },
  'AGT-047': {
    async run(t) {
      const log = await someFrames(t)
      const { frames } = log
      // An agent may leave the Offset of the first frame out, which is 0.
      if (frames.length === 1 && frames[0]?.Offset === undefined) t.inconclusive('the agent has logged one frame only')
      const seen = valuesOf(log, 'Offset').map(Number)
      for (const Offset of valuesOf(log, 'Offset')) {
        expect(Number.isInteger(Offset), `whether the Offset ${JSON.stringify(Offset)} is an integer`).toBe(true)
      }
      expect(seen, 'offsets into the stream, from frame to frame').toEqual(seen.toSorted((one, other) => one - other))
      const offsets = frames.map(({ Offset = 0 }) => Number(Offset))
      const bytes = frames.map((frame) => bytesOf(frame).length)
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
      // Earlier lines come at once, later lines as they are logged.
      const log = await someFrames(t, t.hasControl ? 12 : 4)
      expect(log.hasEnded, `the stream has ended by itself, after ${log.frames.length} frames`).toBe(false)
      if (!t.hasControl) return
      const { ServerName, Members } = (await t.call('listMembers')).body
      const other = Members.find(({ Name, Status }) => Status === 'alive' && !Name.startsWith(ServerName))
      if (other) await assumeBeat(t, other.Name)
    },
    sabotage: [endsAfter(8)],
  },
  'AGT-127': {
    async run(t) {
      const { frames, between, text } = await someFrames(t)
      // The last frame may be incomplete.
      expect(between, 'what stands between the frames').toMatch(/^(?:\{[^}]*)?$/)
      expect(frames.length, `frames in ${text.slice(0, 200)}`).toBeGreaterThan(0)
      t.assume('AGT-G45', () => {
        for (const frame of frames) {
          expect(Object.keys(frame), 'members of a frame').toEqual(
            expect.arrayContaining(['Data', 'FileEvent', 'Offset']),
          )
        }
      })
    },
    sabotage: [
      changesPieces((text, index) => (index === 0 ? `[${text}` : `,${text}`)),
      changesPieces((text) => text.slice(1)),
      changesFrames(({ Data }) => ({ Data })),
    ],
  },
}
