import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { RE2JS } from 're2js'
import { getOrAdd } from '../../memoize.ts'

/** Tells in time that grows linearly with the length of the text whether it matches. */
export interface LinearPattern {
  test(text: string): boolean
}

/** The pattern cannot be enforced; the message says why. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

/** Most ways to choose the lengths of bounded repetitions for which the regular expressions of JavaScript are used. */
const maxWays = 1000

/**
 * Compiles an ECMAScript pattern of a document that nobody here has checked. JavaScript's own engine runs a pattern only if it is shown
 * to be harmless; RE2 runs all others. Look-around at the ends of a pattern becomes its own pattern.
 *
 * @throws {PatternError} for a pattern that is not ECMAScript, and for look-around or back-references that neither engine runs safely
 */
export function compilePattern(source: string): LinearPattern {
  return getOrAdd(compiled, source, () => {
    const { ast, flags } = parsePattern(source)
    return isHarmless(ast) ? new RegExp(source, flags) : splitLookarounds(ast)
  })
}

const compiled = new Map<string, LinearPattern>()

/** @throws {PatternError} for a pattern that is not ECMAScript */
export function parsePattern(source: string): { ast: AST.Pattern; flags: 'u' | '' } {
  for (const flags of ['u', ''] as const) {
    try {
      new RegExp(source, flags)
      // Without the flag, a needless escape such as `\@` is the character itself.
      return { ast: new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags === 'u' }), flags }
    } catch {}
  }
  throw new PatternError('it is not an ECMAScript pattern')
}

/** True if JavaScript's backtracking takes linear time: at most one unbounded repetition, from a fixed start, and few ways through the others. */
function isHarmless({ alternatives }: AST.Pattern): boolean {
  return alternatives.every((alternative) => {
    const isAnchored = isStart(alternative.elements[0])
    let ways = alternatives.length
    let unbounded = 0
    const walk = (node: AST.Element, isRepeated: boolean): boolean => {
      if (node.type === 'Quantifier') {
        if (isRepeated) return false
        if (node.max - node.min > 100) unbounded += 1
        else ways *= node.max - node.min + 1
        const isMultiple = node.max > 1
        return walk(node.element, isMultiple)
      }
      if ('alternatives' in node) {
        const branches = node.alternatives as AST.Alternative[]
        if (isRepeated && branches.length > 1) return false
        ways *= branches.length
        return branches.every(({ elements }) => elements.every((element) => walk(element, isRepeated)))
      }
      return true
    }
    const isFlat = alternative.elements.every((element) => walk(element, false))
    return isFlat && ways <= maxWays && unbounded <= (isAnchored ? 1 : 0)
  })
}

function isStart(node: AST.Element | undefined): boolean {
  return node?.type === 'Assertion' && node.kind === 'start'
}

/** `^(?=a)(?!b)c(?<!d)$` matches where `^a` and `^c$` match and neither `^b` nor `d$` does. */
function splitLookarounds(ast: AST.Pattern): LinearPattern {
  const [only, ...others] = ast.alternatives
  if (!only || others.length > 0) return linear(ast.raw)
  const elements = [...only.elements]
  const conditions: { pattern: LinearPattern; negate: boolean }[] = []
  const take = (node: AST.Element | undefined, kind: 'lookahead' | 'lookbehind'): boolean => {
    if (node?.type !== 'Assertion' || node.kind !== kind) return false
    const inner = node.alternatives.map(({ raw }) => raw).join('|')
    const pattern = linear(kind === 'lookahead' ? `^(?:${inner})` : `(?:${inner})$`)
    conditions.push({ pattern, negate: node.negate })
    return true
  }
  if (isStart(elements[0])) while (take(elements[1], 'lookahead')) elements.splice(1, 1)
  const last = elements.at(-1)
  if (last?.type === 'Assertion' && last.kind === 'end')
    while (take(elements.at(-2), 'lookbehind')) elements.splice(-2, 1)
  const rest = linear(elements.map(({ raw }) => raw).join(''))
  return { test: (text) => rest.test(text) && conditions.every(({ pattern, negate }) => pattern.test(text) !== negate) }
}

function linear(source: string): LinearPattern {
  try {
    // RE2 reads \s as ASCII only.
    const compiled = RE2JS.compile(
      RE2JS.translateRegExp(source.replaceAll(/\\s(?![^[]*\])/g, '[\\s\\v\\p{Z}\\x{FEFF}]')),
    )
    return { test: (text) => compiled.matcher(text).find() }
  } catch {
    throw new PatternError('it needs look-around, back-references or repetitions that only a backtracking engine has')
  }
}
