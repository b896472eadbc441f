import { findHandedOut } from '../../redaction/handed-out.ts'
import { printable, printableLines } from '../../redaction/printable.ts'
import { createRedactor, hidden, type Redactor } from '../../redaction/redact-text.ts'
import { soundsSecret } from '../../redaction/secrecy.ts'
import type { Exchange } from '../context/exchange.ts'
import type { OutgoingRequest } from '../context/wire.ts'
import type { Report, RuleResult } from '../runner/report.ts'
import type { ShownExchange, ShownReport, ShownRequest, ShownResult } from './shown-report.ts'

/** Characters of one text that are shown. */
const maxShown = 16_384

/** Characters of one text in which secrets are looked for. */
const maxRead = 1 << 20

/**
 * A report without secrets: neither those that are known, wherever and however they are written, nor tokens that the target
 * handed out, nor what credential headers and cookies hold. The catalogue's own sentences stay as they are.
 *
 * @param secrets values, and what to show in their place: `$ORDERS_API_KEY`
 */
export function redactReport(report: Report, secrets: ReadonlyMap<string, string>): ShownReport {
  const tokens = new Map(
    report.results.flatMap(({ exchanges }) =>
      exchanges.flatMap(({ text = '', headers = {} }) => [...findHandedOut(text), ...findCookies(headers)]),
    ),
  )
  const redactor = createRedactor(secrets, tokens)
  const exact = (text: string) => redactCut(text, redactor)
  const show: Show = { redactor, exact, text: (text) => printableLines(exact(text)) }
  return {
    ...report,
    target: printable(exact(report.target)),
    results: report.results.map((result) => showResult(result, show)),
    variables: [...new Set([...secrets.values(), ...tokens.values()])].filter((shown) =>
      /^\$[A-Za-z_]\w*$/.test(shown),
    ),
  }
}

interface Show {
  redactor: Redactor
  /** For requests, which a reader sends again: the same characters. */
  exact(text: string): string
  /** For everything else: printable text. */
  text(text: string): string
}

/** What is cut before secrets are taken out may be cut within one: so that place is never shown. */
function redactCut(text: string, redactor: Redactor): string {
  const shown = redactor.text(text.slice(0, maxRead))
  if (text.length <= maxRead && shown.length <= maxShown) return shown
  const kept = text.length > maxRead && shown.length <= maxShown ? '' : shown.slice(0, maxShown)
  return `${kept}${hidden} (${text.length} characters)`
}

function showResult(
  { exchanges, reason, stays, failure, differences, ...result }: RuleResult,
  show: Show,
): ShownResult {
  return {
    ...result,
    ...(reason === undefined ? {} : { reason: printable(show.exact(reason)) }),
    ...(stays === undefined ? {} : { stays: stays.map((line) => printable(show.exact(line))) }),
    ...(failure === undefined ? {} : { failure: mapTexts(failure, show) }),
    ...(differences === undefined
      ? {}
      : { differences: differences.map(({ gap, message }) => ({ gap, message: show.text(message) })) }),
    exchanges: exchanges.map((exchange) => showExchange(exchange, show)),
  }
}

function mapTexts<T extends { [Key in keyof T]: string | undefined }>(texts: T, show: Show): T {
  return Object.fromEntries(
    Object.entries<string | undefined>(texts).map(([name, text]) => [
      name,
      text === undefined ? text : show.text(text),
    ]),
  ) as T
}

function showExchange({ operation, request, status, headers = {}, text }: Exchange, show: Show): ShownExchange {
  return {
    ...(operation === undefined ? {} : { operation }),
    request: showRequest(request, show),
    ...(status === undefined
      ? {}
      : {
          response: {
            status,
            headers: showHeaders(headers, show),
            ...(text === undefined ? {} : { text: show.text(text) }),
          },
        }),
  }
}

function showRequest({ method, url, headers, body }: OutgoingRequest, show: Show): ShownRequest {
  const { authorization, ...others } = headers
  const basic = /^basic +([a-z0-9+/_-]*={0,2})$/i.exec(authorization ?? '')?.[1]
  const isBasic = basic !== undefined && Buffer.from(basic, 'base64').includes(':')
  return {
    method,
    url: show.exact(url),
    headers: showHeaders(isBasic ? others : headers, { ...show, text: show.exact }),
    ...(isBasic ? { user: showUser(Buffer.from(basic, 'base64').toString(), show) } : {}),
    ...(body === undefined ? {} : { body: showBody(body, show) }),
  }
}

function showUser(text: string, { redactor }: Show): string {
  const colon = text.indexOf(':')
  return [text.slice(0, colon), text.slice(colon + 1)]
    .map((half) => redactor.whole(half) ?? (half === '' ? '' : hidden))
    .join(':')
}

/** The body may have left a process on its way here, which makes plain bytes of a buffer. */
function showBody(body: Uint8Array, show: Show): string | { bytes: number } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    return text.includes('\0') ? { bytes: body.length } : show.exact(text)
  } catch {
    return { bytes: body.length }
  }
}

function showHeaders(headers: Readonly<Record<string, string>>, show: Show): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, showHeader(name, value, show)]))
}

function showHeader(name: string, value: string, show: Show): string {
  // Names a world of the mock, and opens nothing.
  if (name === 'x-mock-session' || name === 'www-authenticate' || !soundsSecret(name)) return show.text(value)
  if (name === 'cookie' || name === 'set-cookie')
    return value.replace(/(^|[;,]\s*)([^=;,\s]+)=[^;,]*/g, `$1$2=${hidden}`)
  const [, scheme = '', rest = ''] = /^((?:(?:basic|bearer|digest|negotiate|token) +)?)(.*)$/is.exec(value) ?? []
  return scheme + (show.redactor.whole(rest) ?? (rest === '' ? '' : hidden))
}

function findCookies(headers: Readonly<Record<string, string>>): [string, string][] {
  const [, value] = /^[^=;]+=([^;]{8,})/.exec(headers['set-cookie'] ?? '') ?? []
  return value === undefined ? [] : [[value, hidden]]
}
