import { styleText } from 'node:util'
import { printable } from '../../printable.ts'
import type { LoggedRequest } from './request-log.ts'

export type LogForm = 'text' | 'json'

export interface LogStream extends NodeJS.WritableStream {
  writableNeedDrain: boolean
}

/**
 * Writes one line for each request. Lines of one turn of the event loop are written together. The mock never waits for its log: a reader
 * that is too slow misses lines, and a line says how many.
 */
export function createRequestLog(
  stream: LogStream,
  { form, verbose = false }: { form: LogForm; verbose?: boolean },
): (request: LoggedRequest) => void {
  const write = form === 'json' ? writeObject : (request: LoggedRequest) => writeLines(request, verbose, stream)
  let lines = ''
  let missed = 0
  const flush = () => {
    stream.write(lines)
    lines = ''
  }
  return (request) => {
    if (stream.writableNeedDrain) {
      missed++
      return
    }
    if (lines === '') setImmediate(flush)
    if (missed > 0)
      lines += form === 'json' ? `${JSON.stringify({ missed })}\n` : `… ${missed} requests are not shown.\n`
    missed = 0
    lines += write(request)
  }
}

function writeObject(request: LoggedRequest): string {
  return `${JSON.stringify(request)}\n`
}

type Style = Parameters<typeof styleText>[0]

function writeLines(request: LoggedRequest, verbose: boolean, stream: NodeJS.WritableStream): string {
  // Leaves the text as it is when the stream is not a terminal, or when NO_COLOR is set.
  const styled = (style: Style, text: string) => styleText(style, text, { stream })
  const { when, session, method, path, status, milliseconds, reason, rules, faults, warnings } = request
  const place = request.interface === null ? path : `/${request.interface}${path}`
  const line = [
    styled('dim', when.slice(11, 23)),
    styled('dim', session),
    printable(`${method} ${place}`),
    styled(colorOf(status), status === null ? 'dropped' : String(status)),
    styled('dim', `${milliseconds.toFixed(1)} ms`),
    ...(faults.length > 0 ? [styled('magenta', `fault ${faults.join(', ')}`)] : []),
    ...(reason === null ? [] : [printable(reason)]),
    ...(rules.length > 0 ? [styled('dim', `(${rules.join(', ')})`)] : []),
  ].join(' ')
  const remarks = [
    ...warnings.map((warning) => `${styled('yellow', 'warning')} ${printable(warning)}`),
    ...(verbose ? details(request) : []),
  ]
  return [line, ...remarks.map((remark) => `  ${remark}`)].map((one) => `${one}\n`).join('')
}

function details({ operation, query }: LoggedRequest): string[] {
  return [
    ...(operation === null ? [] : [`operation ${operation}`]),
    ...(query.length > 0 ? [`query ${query.join(', ')}`] : []),
  ]
}

function colorOf(status: number | null): 'green' | 'cyan' | 'yellow' | 'red' {
  if (status === null || status >= 500) return 'red'
  if (status >= 400) return 'yellow'
  return status >= 300 ? 'cyan' : 'green'
}
