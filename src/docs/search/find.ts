import MiniSearch, { type Options, type Query, type SearchOptions } from 'minisearch'
import { type PackedIndex, unpackIndex } from './pack.ts'
import { stemOf, stopWords, wordsOf } from './words.ts'

export type Kind = 'system' | 'operation' | 'guide' | 'rule' | 'schema' | 'parameter' | 'gap'

/** An entry that a search can find. */
export interface Entry {
  kind: Kind
  title: string
  /** Title of the system or the guide that has the entry. */
  place: string
  /** Below the site's root, with its fragment. */
  path: string
  /** The beginning of its text. */
  summary: string
  /** What finds it exactly: an ID, an `operationId`, a method and a path, status codes. In lower case. */
  keys: readonly string[]
}

/** The data of the search. The site builds it ahead, and a page loads it when a reader opens the search. */
export interface SearchData {
  entries: readonly Entry[]
  /** The ID of a document is its position in `entries`. */
  index: PackedIndex
  /** By phrase in lower case. */
  synonyms: Readonly<Record<string, readonly string[]>>
}

export interface Found {
  entry: Entry
  /** Parts of words that matched, to be marked. */
  terms: readonly string[]
}

export const indexOptions: Options = {
  fields: ['title', 'text', 'place', 'kind'],
  tokenize: wordsOf,
  processTerm: stemOf,
}

const kindWeights: Readonly<Record<Kind, number>> = {
  system: 1.5,
  operation: 1.6,
  guide: 1.35,
  rule: 1,
  schema: 0.9,
  parameter: 0.85,
  gap: 0.6,
}

/**
 * Finds entries for what a reader has typed so far, best first: those with exactly this ID, name, path or status code, then those
 * with all of the words, then those with some of them.
 */
export type Search = (typed: string) => Found[]

export function createSearch({ entries, index, synonyms }: SearchData): Search {
  const unpacked = unpackIndex(index)
  const known = new Set(unpacked.index.map(([term]) => term))
  const texts = MiniSearch.loadJS(unpacked, indexOptions)
  const phrases = Object.keys(synonyms).sort((one, other) => other.length - one.length)
  const titles = entries.map(({ title }) => new Set(wordsOf(title).map(stemOf)))
  const options: SearchOptions = {
    boost: { title: 3 },
    boostDocument: (id, term) => {
      const entry = entries[id]
      return entry ? kindWeights[entry.kind] * (titles[id]?.has(term) ? 1.5 : 1) : 1
    },
  }

  return (typed) => {
    const asked = typed.trim().toLowerCase().replace(/\s+/g, ' ')
    if (asked === '') return []
    const found = new Map<Entry, Found>()
    const add = (entry: Entry | undefined, terms: readonly string[]) => {
      if (entry && !found.has(entry)) found.set(entry, { entry, terms })
    }
    const queries = parse(asked)
    const parts = queries.map(termsOf)
    for (const entry of findExact(entries, asked)) add(entry, wordsOf(asked))
    for (const { combineWith, mayMisspell } of stages) {
      if (found.size >= enough) break
      const fuzzy = (word: string) => (mayMisspell && isMisspelled(word) ? 0.2 : false)
      const results = texts.search({ combineWith, queries }, { ...options, fuzzy })
      for (const one of results) one.score *= shareOf(parts, one.queryTerms) ** 2
      results.sort((one, other) => other.score - one.score)
      for (const { id, terms } of results) add(entries[id], terms)
    }
    return [...found.values()]
  }

  function isMisspelled(word: string): boolean {
    return word.length >= 4 && !/\d/.test(word) && !known.has(word)
  }

  /** The words of a query. Words that make a known phrase are taken together, with the synonyms of the phrase. */
  function parse(asked: string): Query[] {
    let rest = ` ${wordsOf(asked).join(' ')} `
    const expanded = phrases.flatMap((phrase): Query[] => {
      if (!rest.includes(` ${phrase} `)) return []
      rest = rest.replace(` ${phrase} `, ' ')
      // A phrase such as `check and set` has too common words to be searched for one by one.
      const own = phrase.split(' ').some((word) => stopWords.has(word)) ? [] : [phrase]
      const choices = [...own, ...(synonyms[phrase] ?? [])]
      return [
        { combineWith: 'OR', queries: choices.map((choice) => ({ combineWith: 'AND', queries: wordsOf(choice) })) },
      ]
    })
    const words = rest.split(' ').filter((word) => word !== '')
    const meaningful = words.filter((word) => !stopWords.has(word))
    const typed = meaningful.length > 0 || expanded.length > 0 ? meaningful : words
    // The last word may go on. A short word before it is whole: `ca` is not the beginning of `can`.
    const last = wordsOf(asked).at(-1)
    const singles = typed.map((word) => ({ queries: [word], prefix: word.length >= (word === last ? 2 : 4) }))
    return [...expanded, ...singles]
  }
}

/** The share of the parts of a query that matched, from 0 to 1. */
function shareOf(parts: readonly string[][], matched: readonly string[]): number {
  return parts.filter((terms) => terms.some((term) => matched.includes(term))).length / parts.length
}

function termsOf(query: Query): string[] {
  if (typeof query === 'string') return wordsOf(query).map(stemOf)
  return typeof query === 'symbol' ? [] : query.queries.flatMap(termsOf)
}

/** Results that a reader looks at. With so many, no costlier search follows. */
const enough = 20

/** All words as they are; all words, perhaps misspelled; some of the words. */
const stages: readonly { combineWith: 'AND' | 'OR'; mayMisspell: boolean }[] = [
  { combineWith: 'AND', mayMisspell: false },
  { combineWith: 'AND', mayMisspell: true },
  { combineWith: 'OR', mayMisspell: true },
]

/** Entries that a query names: by ID or the beginning of one, by name, by path, or by status code. */
function findExact(entries: readonly Entry[], asked: string): Entry[] {
  const id = /^([a-z][a-z0-9]+?)[- ]?(g?)(\d{1,4})$/.exec(asked)
  const wanted = id ? `${id[1]}-${id[2]}${id[3]?.padStart(id[2] ? 2 : 3, '0')}` : asked
  const compact = asked.replaceAll(/[\s_-]/g, '')
  const status = /(?:^|\s)([1-5]\d\d)(?:$|\s)/.exec(asked)?.[1]
  const isPath = asked.includes('/') && asked.length > 1
  const rank = ({ keys, kind, title, path }: Entry): number => {
    if (status !== undefined && status === asked) return keys.includes(status) ? kindOrder.indexOf(kind) : Number.NaN
    if (keys.includes(wanted) || keys.includes(asked)) return 0
    // A path names many operations, and `session` is a part of most.
    if (kind !== 'rule' && kind !== 'gap' && !path.includes('#path/') && compact.length > 2) {
      const name = title.toLowerCase().replaceAll(/[\s_-]/g, '')
      if ((kind === 'operation' && keys.includes(compact)) || name === compact) return 1
    }
    if (isPath && keys.some((key) => key.endsWith(asked))) return 2
    if (isPath && keys.some((key) => key.includes(asked))) return 3
    if (/^[a-z][a-z0-9]+-g?\d*$/.test(asked) && keys.some((key) => key.startsWith(asked))) return 4
    return Number.NaN
  }
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((one) => !Number.isNaN(one.rank))
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry)
}

const kindOrder: readonly Kind[] = ['operation', 'rule', 'gap']
