import type { Violation } from '../behaviour/refusal.ts'
import { isObject } from '../contract/json-pointer.ts'
import { rulesOf } from '../contract/provenance.ts'
import type { RuntimeInterface, RuntimeOperation } from '../contract/runtime.ts'
import { memoize, memoizeByObject } from './memoize.ts'

/** The headers of an answer that tell why it is as it is, by the status, the rules that decided and the gap that was filled. */
export type Explain = (status: number, rules: readonly string[], gap?: string) => Readonly<Record<string, string>>

/** So that an explanation stays below two kilobytes, whatever has decided. */
const maxIds = 40
const maxLinks = 15

/** The explanations of each operation, and of requests that lead to none. */
export function explanationsOf(runtime: RuntimeInterface): (operation: RuntimeOperation | undefined) => Explain {
  const ofNone = compileExplanation(runtime)
  const of = memoizeByObject((operation: RuntimeOperation) => compileExplanation(runtime, operation))
  return (operation) => (operation ? of(operation) : ofNone)
}

/** Where no rule is named, an answer stands on the rules that the document cites at the response; a success, on those of its operation. */
function compileExplanation({ name }: RuntimeInterface, operation?: RuntimeOperation): Explain {
  const responses = operation?.cited?.responses ?? {}
  const ofOperation = rulesOf(operation?.http.extensions)
  const linkTo = (rule: string) => `</docs/${name}/rules/#${rule}>; rel="describedby"`
  const explain = memoize((key: string): Readonly<Record<string, string>> => {
    const [status = '', filled = '', ...decided] = key.split(' ')
    const code = operation?.http.responses.some((response) => response.code === status) ? status : 'default'
    const { rules: cited = [], gaps: open = [] } = responses[code] ?? {}
    const gaps = [...new Set(filled === '' ? open : [filled, ...open])]
    const documented = cited.length > 0 || status >= '400' ? cited : ofOperation
    const rules = (decided.length > 0 ? decided : documented).slice(0, maxIds)
    return Object.freeze({
      ...(operation && { 'x-mock-operation': operation.id }),
      ...(rules.length > 0 && { 'x-mock-rules': rules.join(', ') }),
      ...(gaps.length > 0 && { 'x-mock-assumptions': gaps.slice(0, maxIds).join(', ') }),
      ...(rules.length > 0 && { link: rules.slice(0, maxLinks).map(linkTo).join(', ') }),
    })
  })
  return (status, rules, gap = '') =>
    explain(rules.length === 0 ? `${status} ${gap}` : `${status} ${gap} ${rules.join(' ')}`)
}

/** Headers together with those of an explanation. */
export function explained(
  headers: Readonly<Record<string, string>>,
  explanation: Readonly<Record<string, string>>,
): Record<string, string> {
  const { link } = headers
  const both = { ...headers, ...explanation }
  if (link !== undefined && explanation.link !== undefined) both.link = `${link}, ${explanation.link}`
  return both
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

/** Those of the innermost schema around a place that cites any. */
function rulesInSchema(schema: unknown, [name, ...deeper]: readonly string[]): string[] {
  if (!isObject(schema)) return []
  const below = name === undefined ? undefined : isObject(schema.properties) ? schema.properties[name] : schema.items
  const inner = below === undefined ? [] : rulesInSchema(below, deeper)
  return inner.length > 0 ? inner : rulesOf(schema)
}
