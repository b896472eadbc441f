import type { AST } from '@eslint-community/regexpp'
import { CombinedTransformer, DFA, JS, NFA, Transformers, transform, Words } from 'refa'
import { memoize } from '../../../memoize.ts'
import { parsePattern } from '../pattern.ts'

/** Most states of an automaton. A pattern that needs more is not decided. */
const maxStates = 10_000

/** Most characters that a bound of length is turned into states for. */
export const maxCountedLength = 300

/** The pattern that texts of these lengths match. */
export function lengthPattern(min: number, max: number): string {
  return `^[^]{${min},${max === Number.POSITIVE_INFINITY ? '' : max}}$`
}

/**
 * Short texts that match all patterns of `inside` and do not match `outside`.
 *
 * @returns an empty list if there is no such text; undefined if that is not decided
 */
export function wordsOutside(inside: readonly string[], outside: string): readonly string[] | undefined {
  return wordsBetween(JSON.stringify([inside, outside]))
}

/** Short texts that match all patterns; undefined if that is not decided. */
export function wordsInside(patterns: readonly string[]): readonly string[] | undefined {
  return wordsBetween(JSON.stringify([patterns]))
}

const wordsBetween = memoize((key: string): readonly string[] | undefined => {
  const [inside, outside] = JSON.parse(key) as [string[], string?]
  try {
    const all = intersection([...inside.map(languageOf), ...(outside === undefined ? [] : [complement(outside)])])
    const words: string[] = []
    for (const characters of all.wordSets()) {
      words.push(String.fromCodePoint(...(Words.pickMostReadableWord(characters) ?? [])))
      if (words.length === 4) break
    }
    return words
  } catch {
    // Back-references, assertions that no automaton can express, and patterns with too many states.
    return undefined
  }
}, Number.POSITIVE_INFINITY)

const languageOf: (pattern: string) => NFA = memoize((pattern: string) => {
  const { ast, flags } = parsePattern(pattern)
  // The texts of a document are read by code points. A pattern that only JavaScript's old syntax allows has needless escapes.
  const { alternatives } = flags === 'u' ? ast : parsePattern(withoutNeedlessEscapes(pattern)).ast
  return union(alternatives.map(languageOfAlternative))
}, Number.POSITIVE_INFINITY)

function languageOfAlternative({ elements }: AST.Alternative): NFA {
  const [only] = elements
  if (elements.length === 1 && (only?.type === 'Group' || only?.type === 'CapturingGroup'))
    return union(only.alternatives.map(languageOfAlternative))
  const rest = [...elements]
  const isAnchored = isEdge(rest[0], 'start')
  if (isAnchored) rest.shift()
  const conditions: NFA[] = []
  for (let next = rest[0]; isAnchored && next?.type === 'Assertion' && next.kind === 'lookahead'; next = rest[0]) {
    const ahead = union(next.alternatives.map(({ elements: part }) => languageOfElements(part, true)))
    conditions.push(next.negate ? negated(ahead) : ahead)
    rest.shift()
  }
  return intersection([languageOfElements(rest, isAnchored), ...conditions])
}

function languageOfElements(elements: readonly AST.Element[], isAnchored: boolean): NFA {
  const isEnded = isEdge(elements.at(-1), 'end')
  const text = (isEnded ? elements.slice(0, -1) : elements).map(({ raw }) => raw).join('')
  const source = `${isAnchored ? '' : '[^]*'}${text}${isEnded ? '' : '[^]*'}`
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags: 'u' }).parse({
    backreferences: 'throw',
    assertions: 'parse',
    maxNodes: maxStates,
  })
  const steps = [Transformers.applyAssertions(), Transformers.removeUnnecessaryAssertions(), Transformers.simplify()]
  const plain = transform(new CombinedTransformer(steps), expression, { maxPasses: 50 })
  return NFA.fromRegex(plain, { maxCharacter }, { assertions: 'throw' }, new NFA.LimitedNodeFactory(maxStates))
}

function isEdge(element: AST.Element | undefined, kind: 'start' | 'end'): boolean {
  return element?.type === 'Assertion' && element.kind === kind
}

function withoutNeedlessEscapes(pattern: string): string {
  return pattern.replaceAll(/\\([^\w\s])/g, (escaped, character: string) => {
    if (/[\^$\\.*+?()[\]{}|/]/.test(character)) return escaped
    return character === '-' ? '\\x2d' : character
  })
}

function complement(pattern: string): NFA {
  return negated(languageOf(pattern))
}

function negated(language: NFA): NFA {
  const automaton = DFA.fromFA(language, new DFA.LimitedNodeFactory(maxStates))
  automaton.complement()
  return NFA.fromFA(automaton, new NFA.LimitedNodeFactory(maxStates))
}

function union(languages: readonly NFA[]): NFA {
  const [first, ...others] = languages
  if (!first) throw new RangeError('a pattern without alternatives')
  if (others.length === 0) return first
  const all = NFA.fromFA(first, new NFA.LimitedNodeFactory(maxStates))
  for (const other of others) all.union(other, new NFA.LimitedNodeFactory(maxStates))
  return all
}

function intersection(languages: readonly NFA[]): NFA {
  const [first, ...others] = languages
  if (!first) return languageOf('')
  return others.reduce((all, other) => NFA.fromIntersection(all, other, new NFA.LimitedNodeFactory(maxStates)), first)
}
