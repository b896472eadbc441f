import type { Violation } from '../../behaviour/refusal.ts'
import { isObject } from '../../contract/json-pointer.ts'
import { rulesOf } from '../../contract/provenance.ts'
import { type RuntimeInterface, type RuntimeOperation, responseOf } from '../../contract/runtime.ts'
import { memoizeByObject } from '../memoize.ts'
import type { UndocumentedPart } from '../request/undocumented-parts.ts'

type Headers = Readonly<Record<string, string>>

/** Headers that depend on the rules alone. */
type Explanation = Readonly<
  Partial<Record<'x-mock-operation' | 'x-mock-rules' | 'x-mock-assumptions' | 'link', string>>
>

/**
 * The headers that say which rules decided an answer, by its status, the rules that are known to have decided, and the gap that was filled.
 *
 * @param isExample no rule decided
 */
export type Explain = (status: number, rules: readonly string[], gap?: string, isExample?: boolean) => Explanation

/** Keeps the headers of one answer below two kilobytes together (CTL-071). */
const maxIds = 30
const maxLinks = 8
const maxReason = 300
const maxWarnings = 400

/**
 * The explanations of each operation, and of requests that lead to none.
 *
 * @param docs whether the mock serves the docs, so that an answer can link the rules
 */
export function explanationsOf(
  runtime: RuntimeInterface,
  docs: boolean,
): (operation: RuntimeOperation | undefined) => Explain {
  const ofNone = compileExplanation(runtime, docs)
  const of = memoizeByObject((operation: RuntimeOperation) => compileExplanation(runtime, docs, operation))
  return (operation) => (operation ? of(operation) : ofNone)
}

/** By status, then by the gap, then by the first rule, the second rule and so on. A joined key would have to be hashed for each request. */
interface Known {
  headers?: Explanation
  next: Map<number | string | undefined, Known>
}

/** Most lists that are kept for one operation. Behaviours choose the rules, so there are few. */
const maxKnown = 1000

/** If no rule is named, a success lists the rules of the operation, and other answers those that the document cites at the response. */
function compileExplanation({ name }: RuntimeInterface, docs: boolean, operation?: RuntimeOperation): Explain {
  const ofOperation = rulesOf(operation?.http.extensions)
  const linkTo = (rule: string) => `</docs/${name}/rules/#${rule}>; rel="describedby"`
  const explain: Explain = (status, decided, gap) => {
    const { rules: cited = [], gaps } = citedAt(operation, status, gap)
    const documented = cited.length > 0 || status >= 400 ? cited : ofOperation
    const rules = (decided.length > 0 ? decided : documented).slice(0, maxIds)
    return Object.freeze({
      ...(operation && { 'x-mock-operation': headerText(operation.id) }),
      ...(rules.length > 0 && { 'x-mock-rules': rules.join(', ') }),
      ...(gaps.length > 0 && { 'x-mock-assumptions': gaps.slice(0, maxIds).join(', ') }),
      ...(docs && rules.length > 0 && { link: rules.slice(0, maxLinks).map(linkTo).join(', ') }),
    })
  }

  let known: Known = { next: new Map() }
  let count = 0
  const after = ({ next }: Known, key: number | string | undefined): Known => {
    const found = next.get(key)
    if (found) return found
    const made: Known = { next: new Map() }
    next.set(key, made)
    count++
    return made
  }
  const ofExample = Object.freeze(operation ? { 'x-mock-operation': headerText(operation.id) } : {})
  return (status, rules, gap, isExample) => {
    if (isExample) return ofExample
    let place = after(after(known, status), gap)
    for (const rule of rules) place = after(place, rule)
    const headers = place.headers ?? explain(status, rules, gap)
    place.headers = headers
    if (count > maxKnown) [known, count] = [{ next: new Map() }, 0]
    return headers
  }
}

/**
 * What the document cites at the response with a status.
 *
 * @param gap another gap, which a behaviour filled to answer the request
 */
export function citedAt(
  operation: RuntimeOperation | undefined,
  status: number,
  gap: string | undefined,
): { rules?: readonly string[]; gaps: readonly string[] } {
  const { code = '' } = (operation && responseOf(operation.http.responses, status)) ?? {}
  const { rules, gaps = [] } = operation?.cited?.responses[code] ?? {}
  return { ...(rules && { rules }), gaps: [...new Set(gap === undefined ? gaps : [gap, ...gaps])] }
}

/** The parts of an explanation besides the rules. */
export interface Remarks {
  /** Why the request was refused. */
  reason: string | undefined
  undocumented: readonly UndocumentedPart[]
  /** Sentences about the answer. */
  warnings?: readonly string[]
}

/**
 * The headers of an answer with those of its explanation. They are set one by one, because V8 copies a second object far more slowly than
 * the first.
 */
export function explained(headers: Headers, explanation: Explanation, remarks?: Remarks): Record<string, string> {
  const both: Record<string, string> = { ...headers }
  const { 'x-mock-operation': operation, 'x-mock-rules': rules, 'x-mock-assumptions': assumptions, link } = explanation
  if (operation !== undefined) both['x-mock-operation'] = operation
  if (rules !== undefined) both['x-mock-rules'] = rules
  if (assumptions !== undefined) both['x-mock-assumptions'] = assumptions
  if (link !== undefined) both.link = both.link === undefined ? link : `${both.link}, ${link}`
  if (remarks?.reason !== undefined) both['x-mock-reason'] = headerText(remarks.reason)
  const { warnings = [], undocumented = [] } = remarks ?? {}
  if (warnings.length + undocumented.length > 0) {
    both['x-mock-warnings'] = warningsIn([...warnings, ...undocumented.map((part) => describeUndocumented(part))])
  }
  return both
}

/** A sentence in the characters of a header, cut short. */
function headerText(text: string): string {
  const plain = text
    .toWellFormed()
    .replaceAll('…', '...')
    .replace(/[^ -~]/gu, (character) => encodeURIComponent(character))
  return plain.length > maxReason ? `${plain.slice(0, maxReason - 3)}...` : plain
}

function warningsIn(parts: readonly string[]): string {
  const sentences: string[] = []
  let left = maxWarnings
  for (const sentence of parts) {
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
export function rulesOfViolations(
  { cited, http }: RuntimeOperation,
  violations: readonly Violation[],
): readonly string[] {
  const rules = new Set<string>()
  for (const { path } of violations) {
    const [place, ...names] = path
    const found =
      place === 'body'
        ? rulesInSchema(http.request?.body?.contents?.[0]?.schema, names)
        : (cited?.parameters[`${place}.${names[0]}`] ?? [])
    for (const rule of found) rules.add(rule)
  }
  return [...rules]
}

/** The rules of the innermost schema around a place that cites any. */
function rulesInSchema(schema: unknown, [name, ...deeper]: readonly string[]): string[] {
  if (!isObject(schema)) return []
  const below = name === undefined ? undefined : isObject(schema.properties) ? schema.properties[name] : schema.items
  const inner = below === undefined ? [] : rulesInSchema(below, deeper)
  return inner.length > 0 ? inner : rulesOf(schema)
}
