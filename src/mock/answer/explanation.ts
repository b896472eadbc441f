import type { InvalidPart } from '../../behaviour/refusal.ts'
import type { Contract } from '../../contract/contract.ts'
import { nodeAt } from '../../contract/json-pointer.ts'
import { findResponse, type Operation } from '../../contract/operation.ts'
import { assumptionAt, rulesOf } from '../../contract/provenance.ts'
import { BoundedMap, getOrAdd, memoizeByObject } from '../../memoize.ts'
import { type BodyPlace, bodyPlaceOf } from '../request/body-place.ts'
import type { UndocumentedPart } from '../request/undocumented-parts.ts'

type Headers = Readonly<Record<string, string>>

/** Headers that depend on the rules alone. */
type Explanation = Readonly<
  Partial<Record<'x-mock-operation' | 'x-mock-rules' | 'x-mock-assumptions' | 'link', string>>
>

/** What is known of an answer that is explained. */
interface Decision {
  status: number
  /** Rules that are known to have decided. */
  rules: readonly string[]
  /** The gap that a behaviour filled. */
  gap?: string | undefined
  /** No rule decided. */
  isExample?: boolean
}

/** The headers that say which rules decided an answer of an operation, or of none. */
export type Explain = (operation: Operation | undefined, decision: Decision) => Explanation

/** Keeps the headers of one answer below two kilobytes together (CTL-071). */
const maxIds = 30
const maxLinks = 8
const maxReason = 300
const maxWarnings = 400

/** Most explanations that are kept for one operation. Behaviours choose the rules, so there are few. */
const maxKnown = 1000

/**
 * If no rule is named, a success lists the rules of the operation, and other answers those that the document cites at the response.
 *
 * @param docs whether the mock serves the docs, so that an answer can link the rules
 */
export function compileExplanations({ name, document }: Contract, docs: boolean | undefined): Explain {
  const linkTo = (rule: string) => `</docs/${name}/rules/#${rule}>; rel="describedby"`
  const explain: Explain = (operation, { status, rules: decided, gap, isExample }) => {
    const at = operation && { 'x-mock-operation': headerText(operation.id) }
    if (isExample) return Object.freeze({ ...at })
    const { rules: cited, gaps } = citedAt({ document }, operation, status, gap)
    const documented = cited.length > 0 || status >= 400 ? cited : rulesOf(operation?.node)
    const rules = (decided.length > 0 ? decided : documented).slice(0, maxIds)
    return Object.freeze({
      ...at,
      ...(rules.length > 0 && { 'x-mock-rules': rules.join(', ') }),
      ...(gaps.length > 0 && { 'x-mock-assumptions': gaps.slice(0, maxIds).join(', ') }),
      ...(docs && rules.length > 0 && { link: rules.slice(0, maxLinks).map(linkTo).join(', ') }),
    })
  }
  const knownOf = memoizeByObject((_: object) => new BoundedMap<string, Explanation>(maxKnown))
  const none = {}
  return (operation, decision) => {
    const key = decision.isExample ? '' : `${decision.status} ${decision.gap} ${decision.rules.join()}`
    return getOrAdd(knownOf(operation ?? none), key, () => explain(operation, decision))
  }
}

/**
 * Rules and gaps that the document cites at the response of this status.
 *
 * @param gap another gap, which a behaviour filled to answer the request
 */
export function citedAt(
  { document }: Pick<Contract, 'document'>,
  operation: Operation | undefined,
  status: number,
  gap: string | undefined,
): { rules: readonly string[]; gaps: readonly string[] } {
  const pointer = operation && findResponse(operation, status)
  const response = pointer === undefined ? undefined : nodeAt(document, pointer)
  const gaps = assumptionAt(response) ?? []
  return { rules: rulesOf(response), gaps: [...new Set(gap === undefined ? gaps : [gap, ...gaps])] }
}

/** The parts of an explanation besides the rules. */
interface Remarks {
  /** Why the request was refused. */
  reason?: string | undefined
  undocumented?: readonly UndocumentedPart[]
  /** Sentences about the answer. */
  warnings?: readonly string[]
}

/**
 * The headers of an answer with those of its explanation. They are set one by one, because V8 copies a second object far more slowly than
 * the first.
 */
export function withExplanation(
  headers: Headers,
  explanation: Explanation,
  { reason, undocumented = [], warnings = [] }: Remarks = {},
): Record<string, string> {
  const both: Record<string, string> = { ...headers }
  const { 'x-mock-operation': operation, 'x-mock-rules': rules, 'x-mock-assumptions': assumptions, link } = explanation
  if (operation !== undefined) both['x-mock-operation'] = operation
  if (rules !== undefined) both['x-mock-rules'] = rules
  if (assumptions !== undefined) both['x-mock-assumptions'] = assumptions
  if (link !== undefined) both.link = both.link === undefined ? link : `${both.link}, ${link}`
  if (reason !== undefined) both['x-mock-reason'] = headerText(reason)
  if (warnings.length + undocumented.length > 0) {
    both['x-mock-warnings'] = warningsIn([...warnings, ...undocumented.map((part) => describeUndocumented(part))])
  }
  return both
}

/** A sentence in the characters of a header. */
function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('…', '...')
    .replace(/[^ -~]/gu, (character) => encodeURIComponent(character))
}

/** Cut short. */
function headerText(text: string): string {
  const plain = plainText(text)
  return plain.length > maxReason ? `${plain.slice(0, maxReason - 3)}...` : plain
}

function warningsIn(parts: readonly string[]): string {
  const sentences: string[] = []
  let left = maxWarnings
  for (const sentence of parts.map(plainText)) {
    if (sentence.length > left) break
    left -= sentence.length + 1
    sentences.push(sentence)
  }
  const rest = parts.length - sentences.length
  return [...sentences, ...(rest > 0 ? [`More such parts: ${rest}.`] : [])].join(' ')
}

/** @param shown the name in the sentence; the journal passes an ellipsis, since callers choose the names */
export function describeUndocumented({ place, name, meant }: UndocumentedPart, shown: string = name): string {
  return `The ${place} '${shown}' is not documented${meant === undefined ? '.' : `; did you mean '${meant}'?`}`
}

/** The rules that the document cites where a request is not valid, each once. */
export function rulesOfViolations(operation: Operation, violations: readonly InvalidPart[]): readonly string[] {
  const rules = violations.flatMap(({ path: [place, ...names] }) =>
    place === 'body'
      ? rulesAround(bodyPlaceOf(operation), names)
      : rulesOf(operation.parameters.find((one) => one.in === place && one.name === names[0])?.node),
  )
  return [...new Set(rules)]
}

/** The rules of the innermost schema around a place that cites any. */
function rulesAround(place: BodyPlace, [name, ...deeper]: readonly string[]): string[] {
  const inner = name === undefined ? [] : rulesAround(place.below(place.names.has(name) ? name : undefined), deeper)
  return inner.length > 0 ? inner : place.schemas.flatMap(rulesOf)
}
