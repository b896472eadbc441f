/** Event types of the format, version 1.22. */
const event = { batch: 1, strings: 4, string: 5, frequency: 8, procStatus: 13, goStatus: 25, userLog: 44 } as const

const running = { proc: 1, goroutine: 2 } as const
const thread = 1
const unitsPerSecond = 1_000_000_000

/**
 * An execution trace of this number of seconds, in the format of Go 1.22 (gap AGT-G25): one running goroutine, and a note with the name of
 * the agent at the beginning and at the end.
 */
export function encodeTrace(agent: string, seconds: number): Uint8Array {
  const strings = [agent, 'recording begins', 'recording ends']
  const note = (after: number, text: number) => [event.userLog, ...varint(after), 0, 1, text, 0]
  return Buffer.concat([
    Buffer.from('go 1.22 trace\0\0\0'),
    batch([event.frequency, ...varint(unitsPerSecond)]),
    batch([event.strings, ...strings.flatMap((text, index) => stringEvent(index + 1, text))]),
    batch([
      ...[event.procStatus, 0, 0, running.proc],
      ...[event.goStatus, 0, 1, thread, running.goroutine],
      ...note(0, 2),
      ...note(seconds * unitsPerSecond, 3),
    ]),
  ])
}

function batch(data: number[]): Uint8Array {
  const [generation, time] = [1, 1]
  return Uint8Array.from([event.batch, generation, thread, time, ...varint(data.length), ...data])
}

function stringEvent(id: number, text: string): number[] {
  const bytes = Buffer.from(text)
  return [event.string, id, ...varint(bytes.length), ...bytes]
}

/** Unsigned LEB128. Bit operations would be limited to 32 bits. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}
