import { changesAnswer, on, type Sabotage } from '../../../../check/sabotage.ts'

type Stream = AsyncIterable<Uint8Array>

/** Changes the text of each piece of the log stream. */
export function changesPieces(change: (text: string, index: number) => string): Sabotage {
  async function* changed(pieces: Stream): AsyncGenerator<Uint8Array> {
    let index = 0
    for await (const piece of pieces) yield Buffer.from(change(Buffer.from(piece).toString(), index++))
  }
  return on('streamLogs', changesAnswer, (answer) => ({ ...answer, body: changed(answer.body as Stream) }))
}

/** Changes the frames of the log stream. Other text, as in a plain stream, stays. */
export const changesFrames = (change: (frame: Record<string, unknown>) => unknown): Sabotage =>
  changesPieces((text) => (text.startsWith('{"Data":') ? `${JSON.stringify(change(JSON.parse(text)))}\n` : text))

/** Ends the stream after this number of pieces. */
export function endsAfter(count: number): Sabotage {
  async function* cut(pieces: Stream): AsyncGenerator<Uint8Array> {
    let left = count
    for await (const piece of pieces) {
      yield piece
      if (--left === 0) return
    }
  }
  return on('streamLogs', changesAnswer, (answer) => ({ ...answer, body: cut(answer.body as Stream) }))
}

export const changesLog = (change: (log: string) => string): Sabotage =>
  changesFrames((frame) => {
    const log = Buffer.from(String(frame.Data), 'base64').toString()
    return { ...frame, Data: Buffer.from(change(log)).toString('base64') }
  })
