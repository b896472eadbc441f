import type { operations } from '../../../../generated/cluster-agent/types.ts'
import type { Api } from '../../../client/api.ts'
import { StreamError } from '../../../client/errors.ts'
import { readJsonSequence } from '../../../client/json-sequence.ts'
import type { CallOptions } from '../../../client/options.ts'
import { readText } from '../../../client/stream.ts'

/** Selects a log, and the lowest level of its entries. */
export type LogQuery = Omit<NonNullable<operations['streamLogs']['parameters']['query']>, 'plain'>

/** A part of the log. */
export interface LogFrame {
  bytes: Uint8Array
  /** The bytes as text. A character that is split between frames belongs to the frame in which it ends. */
  text: string
  fileEvent: string | undefined
  /** Position of the bytes in the log. */
  offset: number | undefined
}

const path = '/v1/agent/monitor'
const operation = 'GET /v1/agent/monitor'

export async function* streamFrames(
  open: Api<object>['open'],
  query: LogQuery = {},
  options: CallOptions = {},
): AsyncGenerator<LogFrame> {
  const response = await open('GET', path, { ...options, params: { query } })
  const decoder = new TextDecoder()
  const text = readText(response, { operation, signal: options.signal })
  for await (const frame of readJsonSequence(text, operation)) {
    const { Data = '', FileEvent, Offset } = frame as { Data?: string; FileEvent?: string; Offset?: number }
    const bytes = decodeBase64(Data)
    yield { bytes, text: decoder.decode(bytes, { stream: true }), fileEvent: FileEvent, offset: Offset }
  }
}

export async function* streamLines(
  open: Api<object>['open'],
  query: LogQuery = {},
  options: CallOptions = {},
): AsyncGenerator<string> {
  const response = await open('GET', path, { ...options, params: { query: { ...query, plain: true } } })
  let pending = ''
  for await (const text of readText(response, { operation, signal: options.signal })) {
    const lines = (pending + text).split('\n')
    pending = lines.pop() ?? ''
    yield* lines
  }
  if (pending !== '') yield pending
}

function decodeBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    throw new StreamError(operation, 'a frame whose data is not base64')
  }
}
