import { printable, printableLines } from '../../printable.ts'
import { maskHeader } from '../../redaction/mask.ts'
import { createRedactor, type Redactor } from '../../redaction/redactor.ts'
import { hidden, soundsSecret } from '../../redaction/secret-names.ts'
import { credentialsIn, findCookies, findHandedOut } from '../../redaction/secret-values.ts'
import { utf8Text } from '../../text-file.ts'
import type { Exchange } from '../context/check-target.ts'
import type { OutgoingRequest } from '../context/wire.ts'
import type { Report, RuleResult } from '../runner/report.ts'
import type { ShownExchange, ShownReport, ShownRequest, ShownResult } from './shown-report.ts'

/** Characters of one text that are shown. */
const maxShown = 16_384

/** Characters of one text that are searched for secrets. */
const maxRead = 1 << 16

/**
 * Removes secrets from a report: the known ones in every encoding, tokens that the target handed out, and the values of
 * headers, cookies, parameters and members with telling names. The texts of rules only become printable.
 *
 * @param secrets values, and what to show in their place: `$ORDERS_API_KEY`
 * @param showsExchanges true of the results whose exchanges are shown; others lose theirs
 */
export function redactReport(
  report: Report,
  secrets: ReadonlyMap<string, string>,
  showsExchanges: (result: RuleResult) => boolean = () => true,
): ShownReport {
  const isSearched = report.results.some((result) => repeatsAnswers(result) || showsExchanges(result))
  const redactor = isSearched ? redactorOf(report, secrets) : createRedactor(secrets)
  // Checks receive the same answers again and again.
  const done = new Map<string, string>()
  const exact = (text: string) => {
    const shown = done.get(text) ?? redactCut(text, redactor)
    done.set(text, shown)
    return shown
  }
  const show: Show = { redactor, exact, text: (text) => printableLines(exact(text)) }
  return {
    ...report,
    target: printable(exact(report.target)),
    results: report.results.map((result) =>
      showResult(showsExchanges(result) ? result : { ...result, exchanges: [] }, show),
    ),
    variables: [...new Set(redactor.known.values())].filter((shown) => /^\$[A-Za-z_]\w*$/.test(shown)),
  }
}

/** Takes the secrets of a run out of texts: those that are known, and those that the target was sent or has handed out. */
export function redactorOf(report: Report, secrets: ReadonlyMap<string, string>): Redactor {
  return createRedactor([...secrets, ...tokensIn(report, secrets)])
}

/** True of results with texts that may repeat what the target answered. */
function repeatsAnswers({ result, stays }: RuleResult): boolean {
  return stays !== undefined || !['passed', 'skipped'].includes(result)
}

/**
 * A token that one response handed out and another request carried keeps its name. Further values of one name are numbered:
 * `$PASSWORD`, `$PASSWORD_2`.
 */
function tokensIn({ results }: Report, secrets: ReadonlyMap<string, string>): Map<string, string> {
  const found = results.flatMap(({ exchanges }) => exchanges.flatMap(findTokens))
  const named = new Map(found.filter(([value, shown]) => shown !== hidden && !secrets.has(value)))
  const counts = new Map<string, number>()
  const numbered = [...named].map(([value, shown]) => {
    const count = (counts.get(shown) ?? 0) + 1
    counts.set(shown, count)
    return [value, count === 1 ? shown : `${shown}_${count}`] as const
  })
  return new Map([...found.filter(([, shown]) => shown === hidden), ...numbered])
}

interface Show {
  redactor: Redactor
  /** For requests, which a reader sends again: the same characters. */
  exact(text: string): string
  /** For everything else: printable text. */
  text(text: string): string
}

/** A text is cut before its secrets are removed. The cut may go through a secret, so the end of the text is never shown. */
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
  const line = (text: string) => printable(show.exact(text))
  return {
    ...result,
    rule: { ...result.rule, statement: printableLines(result.rule.statement) },
    ...(reason !== undefined && { reason: line(reason) }),
    ...(stays && { stays: stays.map(line) }),
    ...(failure && { failure: showTexts(failure, show) }),
    ...(differences && { differences: differences.map((one) => showTexts(one, show)) }),
    exchanges: exchanges.map((exchange) => showExchange(exchange, show)),
  }
}

function showTexts<Texts extends object>(texts: Texts, { text }: Show): Texts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) => (value === undefined ? [] : [[name, text(String(value))]])),
  ) as Texts
}

function showExchange({ operation, request, status, headers = {}, text }: Exchange, show: Show): ShownExchange {
  return {
    ...(operation !== undefined && { operation }),
    request: showRequest(request, show),
    ...(status !== undefined && {
      response: { status, headers: showHeaders(headers, show), ...(text !== undefined && { text: show.text(text) }) },
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
    ...(isBasic && { user: showUser(Buffer.from(basic, 'base64').toString(), show) }),
    ...(body && { body: showBody(body, show) }),
  }
}

function showUser(text: string, { redactor }: Show): string {
  const colon = text.indexOf(':')
  return [text.slice(0, colon), text.slice(colon + 1)]
    .map((half) => redactor.known.get(half) ?? (half === '' ? '' : hidden))
    .join(':')
}

/** Text, or its length if the body is not text. */
function showBody(body: Uint8Array, { exact }: Show): string | { bytes: number } {
  const text = utf8Text(body)
  return text === undefined ? { bytes: body.length } : exact(text)
}

function showHeaders(headers: Readonly<Record<string, string>>, { redactor, text }: Show): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      isCredential(name) ? maskHeader(name, value, (secret) => redactor.known.get(secret)) : text(value),
    ]),
  )
}

/** The name of a session of the mock gives no access. */
function isCredential(name: string): boolean {
  return soundsSecret(name) && name !== 'x-mock-session'
}

/** Secrets without a known name: values under telling names in requests, and values that the target handed out. */
function findTokens({ request, headers = {}, text = '' }: Exchange): [value: string, shown: string][] {
  const sent = Object.fromEntries(Object.entries(request.headers).filter(([name]) => isCredential(name)))
  const body = request.body === undefined ? '' : (utf8Text(request.body) ?? '')
  const named = [...findHandedOut(URL.parse(request.url)?.search ?? ''), ...findHandedOut(body)]
  return [
    ...credentialsIn(sent).map((value): [string, string] => [value, hidden]),
    ...named.filter(([value]) => value.length >= 8),
    ...findCookies(headers),
    ...findHandedOut(text),
  ]
}
