import MiniSearch, { type Query, type SearchOptions } from 'minisearch'
import { stemOf, wordsOf } from './words.ts'

export type Kind = 'system' | 'operation' | 'guide' | 'task' | 'rule' | 'schema' | 'parameter' | 'gap'

/** An entry that a search can find. */
export interface Entry {
  kind: Kind
  title: string
  /** Title of the system or the guide that has the entry. */
  place: string
  /** Below the site's root, with its fragment. */
  path: string
  text: string
  /** What people ask who look for it. */
  asked?: readonly string[]
  /** What names it exactly: an ID, an `operationId`, a method and a path, a flag, status codes. In lower case. */
  keys?: readonly string[]
}

/** The data of the search, which a page loads when a reader opens it. */
export interface SearchData {
  entries: readonly Entry[]
  /** By phrase in lower case. */
  synonyms: Readonly<Record<string, readonly string[]>>
}

export interface Found {
  entry: Entry
  /** Stems of words that matched, to be marked. */
  terms: readonly string[]
}

/** Finds entries for what a reader has typed so far, best first. */
export type Search = (typed: string) => Found[]

const boost = { keys: 8, title: 1.5, place: 1, text: 1 }
const kindBoosts: Readonly<Record<Kind, number>> = {
  system: 1,
  operation: 1.5,
  guide: 1.2,
  task: 1.4,
  rule: 1.5,
  schema: 0.6,
  parameter: 0.8,
  gap: 0.65,
}
const synonymBoost = 0.75
/** An entry with two words of the query comes before one with a word that is rarer. */
const wordsExponent = 2.7
/** Each further entry of one kind in one system, or of one guide, says nearly the same. */
const repetition = 0.55

export function createSearch({ entries, synonyms }: SearchData): Search {
  const known = new Set<string>()
  const pieces = entries.flatMap((entry) =>
    [...piecesOf(entry.text), ...(entry.asked ?? [])].map(
      (text, at): Entry => ({ ...entry, text, keys: at === 0 ? (entry.keys ?? []) : [] }),
    ),
  )
  const index = new MiniSearch<Entry & { id: number }>({
    fields: ['keys', 'title', 'place', 'text'],
    tokenize: (text, field) => (field === 'keys' ? text.split('\n') : wordsOf(text)),
    processTerm: (word, field) => {
      const stem = field === 'keys' ? word : stemOf(word)
      if (stem) known.add(stem)
      return stem
    },
    extractField: (entry, field) => (field === 'keys' ? (entry.keys ?? []).join('\n') : String(entry[field as 'id'])),
  })
  index.addAll(pieces.map((piece, id) => ({ ...piece, id })))
  const phrases = new Map(Object.entries(synonyms).map(([phrase, others]) => [formsOf(phrase).join(' '), others]))
  const kindOf = (id: number) => pieces[id]?.kind ?? 'gap'

  return (typed) => {
    const name = typed.trim().toLowerCase().replace(/\s+/g, ' ')
    const stems = stemsOf(typed)
    // A plain word of a longer query is a word, and no command of this name.
    const names = [
      ...new Set([name, fullId(name), ...name.split(' ').filter((one) => /\P{L}/u.test(one) || name.includes(' --'))]),
    ]
    const others = synonymsOf(formsOf(typed), phrases)
    // Which words of the query a term that was found stands for.
    const meaning = new Map<string, string[]>()
    const add = (term: string, words: string[]) => meaning.set(term, [...(meaning.get(term) ?? []), ...words])
    for (const stem of stems) add(stem, [stem])
    // A name that is met exactly counts for a word more.
    for (const one of names) add(one, [...stemsOf(one), one])
    for (const { text, instead } of others) for (const stem of stemsOf(text)) add(stem, instead)
    const last = stems.at(-1)
    const inWords = { fields: ['title', 'place', 'text'], processTerm: (word: string) => stemOf(word) }
    const query: Query = {
      combineWith: 'OR',
      queries: [
        {
          queries: names,
          fields: ['keys'],
          tokenize: (one) => [one],
          processTerm: (one) => one,
          prefix: (one) => one === name && one.length > 3,
        },
        {
          queries: [typed],
          ...inWords,
          prefix: (stem) => stem === last && stem.length > 1,
          // A typing error may be two letters in another order; a word that some text has is no mistake.
          fuzzy: (stem) => !known.has(stem) && stem.length > 3 && (stem.length > 4 ? 2 : 1),
        },
        ...others.map(
          ({ text }): Query => ({ queries: [text], ...inWords, combineWith: 'AND', boostTerm: () => synonymBoost }),
        ),
      ],
    }
    const options: SearchOptions = {
      boost,
      boostDocument: (id) => kindBoosts[kindOf(id)],
      weights: { fuzzy: 0.25, prefix: 0.35 },
      bm25: { k: 2.6, b: 1, d: 0.5 },
    }
    const found = index.search(query, options).flatMap(({ id, score, terms, queryTerms }) => {
      const entry = pieces[id]
      const words = new Set(queryTerms.flatMap((term) => meaning.get(term) ?? []))
      return entry ? { entry, terms, score: (score / queryTerms.length) * words.size ** wordsExponent } : []
    })
    const isNamed = ({ entry: { keys = [], title } }: Found) =>
      keys.includes(name) || keys.includes(fullId(name)) || title.toLowerCase() === name
    const kinds = Object.keys(kindBoosts)
    const named = found.filter(isNamed)
    named.sort((one, other) => kinds.indexOf(one.entry.kind) - kinds.indexOf(other.entry.kind))
    return [...named, ...spread(found.filter((one) => !isNamed(one)))]
  }
}

function stemsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => stemOf(word) ?? [])
}

/** The stems of all words: a phrase such as `who am i` has none but common words. */
function formsOf(text: string): string[] {
  return wordsOf(text).map((word) => stemOf(word) ?? word.toLowerCase())
}

/** The synonyms of the longest phrases in a query, each with the words that it stands for. */
function synonymsOf(forms: readonly string[], phrases: ReadonlyMap<string, readonly string[]>) {
  const found: { text: string; instead: string[] }[] = []
  for (let at = 0; at < forms.length; ) {
    const lengths = [5, 4, 3, 2, 1].filter((length) => phrases.has(forms.slice(at, at + length).join(' ')))
    const instead = forms.slice(at, at + (lengths[0] ?? 1))
    for (const text of phrases.get(instead.join(' ')) ?? []) found.push({ text, instead })
    at += instead.length
  }
  return found
}

/** `ord 12` as `ord-012`. */
function fullId(name: string): string {
  const [, prefix, gap = '', digits = ''] = /^([a-z][a-z0-9]+?)[- ]?(g?)(\d{1,4})$/.exec(name) ?? []
  return prefix === undefined ? name : `${prefix}-${gap}${digits.padStart(gap ? 2 : 3, '0')}`
}

/** A long text is found by one of its paragraphs, which its other words must not outweigh. */
function piecesOf(text: string): string[] {
  const pieces = ['']
  for (const line of text.split('\n')) {
    const joined = `${pieces.at(-1)}${line}\n`
    if (joined.length > maxPiece && pieces.at(-1) !== '') pieces.push(`${line}\n`)
    else pieces[pieces.length - 1] = joined
  }
  return pieces
}

const maxPiece = 500

type Scored = Found & { score: number }

/** Sorts entries, best first, each by the best of its pieces. */
function spread(found: readonly Scored[]): Found[] {
  const byScore = (all: readonly Scored[]) => all.toSorted((one, other) => other.score - one.score)
  const best = Map.groupBy(byScore(found), ({ entry: { path, title } }) => `${path} ${title}`)
  const alike = Map.groupBy(
    [...best.values()].flatMap(([first]) => first ?? []),
    ({ entry: { kind, path } }) => `${kind} ${/^(guides\/[^#]*|[^/]*)/.exec(path)?.[0]}`,
  )
  return byScore(
    [...alike.values()].flatMap((all) => all.map((one, at) => ({ ...one, score: one.score * repetition ** at }))),
  )
}
