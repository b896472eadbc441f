import { setTimeout as delay } from 'node:timers/promises'
import type { AttemptInput, OpenReply } from '../../../check/check.ts'
import { changesAnswer, on, type Sabotage } from '../../../check/sabotage.ts'
import { type Context, isSuccess } from './context.ts'

type Query = NonNullable<AttemptInput['query']>

/** The part of a log stream that was read. */
export interface SeenLog {
  status: number
  headers: Readonly<Record<string, string>>
  /** The text as it was received. */
  text: string
  /** The objects in the text, without heartbeats: an agent may send `{}` while it logs nothing. */
  frames: Record<string, unknown>[]
  /** The text between the frames: blank, or the beginning of the next frame. */
  between: string
  /** Lines of the log, from frames or from plain text. */
  lines: string[]
  /** True if the agent ended the stream. */
  hasEnded: boolean
}

/** Milliseconds after which an agent counts as having nothing to log. */
const timeout = 8000
export const silence = 'the agent has logged nothing in the time that a check can wait'
/** Pieces that are enough for every check. */
const maxFrames = 20

export const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const
export type Level = (typeof levels)[number]

/** The level at which an agent logs the requests that it answers, so that a check need not wait for a line. */
export const speaking = { log_level: 'trace' }

/** The beginning of a log stream; undefined if nothing comes, since an agent may wait for the first line before it answers. */
export async function openLog(t: Context, input: AttemptInput): Promise<OpenReply | undefined> {
  const opening = t.open('streamLogs', { ...input, timeout: timeout / 2 }).catch((error: Error & { code?: string }) => {
    if (error.code === 'NO_ANSWER_IN_TIME') return undefined
    throw error
  })
  return whileAsked(t, opening)
}

/** Asks the agent something until a promise settles: agents log the requests that they answer, so each makes a line. */
async function whileAsked<T>(t: Context, coming: Promise<T>): Promise<T> {
  let isPending = true
  const settled = coming.then(
    () => (isPending = false),
    () => (isPending = false),
  )
  while (isPending) {
    await t.call('getHealth').catch(() => undefined)
    await Promise.race([settled, delay(200)])
  }
  return coming
}

export async function readLog(
  t: Context,
  query: Query,
  enough: (log: SeenLog) => boolean = ({ lines }) => lines.length >= 3,
): Promise<SeenLog> {
  const { status, headers, chunks, close } = (await openLog(t, { query })) ?? t.inconclusive(silence)
  const log: SeenLog = { status, headers, hasEnded: false, ...readText('', query) }
  if (!isSuccess(status)) {
    close()
    return log
  }
  const gaveUp = new AbortController()
  const timer = setTimeout(() => {
    gaveUp.abort()
    close()
  }, timeout)
  try {
    await (t.hasControl ? t.overTime(read()) : whileAsked(t, read()))
  } catch (error) {
    if (!gaveUp.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
    close()
  }
  // An agent that logs nothing may keep the stream alive with `{}`.
  const hasOnlyHeartbeats = log.text !== '' && !query.plain && log.frames.length === 0 && log.between === ''
  if (hasOnlyHeartbeats || (log.text === '' && !log.hasEnded)) t.inconclusive(silence)
  return log

  async function read(): Promise<void> {
    const decoder = new TextDecoder()
    let pieces = 0
    for await (const chunk of chunks) {
      Object.assign(log, readText(log.text + decoder.decode(chunk, { stream: true }), query))
      if (enough(log) || ++pieces === maxFrames) return
    }
    log.hasEnded = true
  }
}

export function levelOf(line: string): Level | undefined {
  const [word] = /\b(?:trace|debug|info|warn|error)\b/i.exec(line) ?? []
  return levels.find((level) => level === word?.toLowerCase())
}

export function isBelowInfo(level: Level | undefined): boolean {
  return level === 'trace' || level === 'debug'
}

function readText(text: string, { plain }: Query): Pick<SeenLog, 'text' | 'frames' | 'between' | 'lines'> {
  // A frame contains no object, so it ends at the first brace outside a string.
  const frame = /\{(?:[^"{}]|"(?:[^"\\]|\\.)*")*\}/g
  const objects = plain ? [] : (text.match(frame) ?? []).flatMap(parse)
  const frames = objects.filter((object) => Object.keys(object).length > 0)
  const log = plain ? text : Buffer.concat(frames.map(bytesOf)).toString()
  return { text, frames, between: text.replaceAll(frame, '').trim(), lines: log.split('\n').slice(0, -1) }
}

/** The log bytes in a frame. A frame may have none. */
export function bytesOf({ Data = '' }: Record<string, unknown>): Buffer {
  return Buffer.from(String(Data), 'base64')
}

function parse(text: string): Record<string, unknown>[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}

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
