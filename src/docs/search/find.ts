import MiniSearch, { type SearchOptions } from 'minisearch'
import { isRare, rootOf, stemOf, wordsOf } from './words.ts'

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
  /** What finds it exactly: an ID, an `operationId`, a method and a path, status codes. In lower case. */
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
  /** Parts of words that matched, to be marked. */
  terms: readonly string[]
}

const kindWeights: Readonly<Record<Kind, number>> = {
  system: 1.5,
  operation: 1.6,
  guide: 1.1,
  task: 0.8,
  rule: 1.2,
  schema: 0.9,
  parameter: 0.95,
  gap: 0.9,
}

/**
 * Finds entries for what a reader has typed so far, best first: those with exactly this ID, name, path or status code, then those
 * that have the most of what the query asks for. An entry that has less than half of what any entry has is not found.
 */
export type Search = (typed: string) => Found[]

/** A word or a phrase of a query, and what else stands for it. */
interface Part {
  /** Empty for a phrase such as `check and set`, whose words are too common to be searched for. */
  typed: string
  synonyms: readonly string[]
}

/** How well entries match a part of a query, by their IDs. */
type Matches = Map<number, { score: number; terms: readonly string[] }>

export function createSearch({ entries, synonyms }: SearchData): Search {
  const known = new Set<string>()
  const texts = new MiniSearch({
    fields: ['title', 'text', 'place', 'kind'],
    tokenize: wordsOf,
    processTerm: (word) => {
      const stem = stemOf(word)
      known.add(stem)
      return stem
    },
  })
  texts.addAll(entries.map((entry, id) => ({ id, ...entry })))
  // Other forms of a word that the docs have, such as `expired` for `expires`.
  const forms = Map.groupBy(known, rootOf)
  const phrases = Object.entries(synonyms)
    .map(([phrase, others]) => ({ roots: ` ${wordsOf(phrase).map(rootOf).join(' ')} `, others }))
    .sort((one, other) => other.roots.length - one.roots.length)
  const namesakes = Map.groupBy(entries, ({ title }) => title)
  // A title such as `Create`, which each client has, tells nothing of its entry.
  const titles = entries.map(
    ({ title }) => new Set((namesakes.get(title)?.length ?? 0) > 3 ? [] : wordsOf(title).map(stemOf)),
  )
  const options: SearchOptions = { combineWith: 'AND', boost: { title: 7 } }

  return (typed) => {
    const query = typed.trim().toLowerCase().replace(/\s+/g, ' ')
    const words = wordsOf(query)
    const exact = findExact(entries, query).map((entry): Found => ({ entry, terms: words }))
    const named = new Set(exact.map(({ entry }) => entry))
    const parts = parse(words).map((part) => findPart(part, part.typed === words.at(-1)))
    return [...exact, ...rank(parts).filter(({ entry }) => !named.has(entry))]
  }

  /** Entries by the share of the query that they have, how well they have it, how much of their titles it is, and by their kind. */
  function rank(parts: readonly Matches[]): Found[] {
    const weighed = parts.map((matches) => ({ matches, weight: weightOf(matches.size) }))
    const whole = weighed.reduce((sum, { weight }) => sum + weight, 0)
    const ranked = [...new Set(parts.flatMap((matches) => [...matches.keys()]))].flatMap((id) => {
      const entry = entries[id]
      const terms: string[] = []
      let has = 0
      let score = 0
      for (const { matches, weight } of weighed) {
        const match = matches.get(id)
        if (!match) continue
        terms.push(...match.terms)
        has += weight
        // Words that a long text repeats do not make up for words that it has not.
        score += weight * (match.score / (match.score + 4 * weight))
      }
      if (!entry || has / whole < 0.45) return []
      const title = titles[id] ?? new Set()
      const inTitle = new Set(terms.filter((term) => title.has(term))).size / Math.max(1, title.size)
      // The text of a guide has examples, and with them words of all kinds.
      const kind = kindWeights[entry.kind] * (entry.kind === 'guide' && inTitle === 0 ? 0.85 : 1)
      return [{ entry, terms, score: score * kind * (1 + 0.2 * inTitle) * (has / whole) }]
    })
    return spread(ranked)
  }

  /** A part tells the more of what a reader looks for, the fewer entries have it. One that none has takes nothing away from the others. */
  function weightOf(size: number): number {
    return size === 0 ? 0 : Math.min(4, Math.log(1 + (entries.length - size + 0.5) / (size + 0.5)))
  }

  /** The last word may go on. */
  function findPart({ typed, synonyms }: Part, isLast: boolean): Matches {
    const found: Matches = new Map()
    const add = (text: string, share: number, more?: SearchOptions) => {
      for (const { id, score, terms } of texts.search(text, { ...options, ...more })) {
        if (score * share > (found.get(id)?.score ?? 0)) found.set(id, { score: score * share, terms })
      }
    }
    if (typed !== '') add(typed, 1, { prefix: isLast && typed.length > 1 })
    for (const form of forms.get(rootOf(typed)) ?? []) if (form !== stemOf(typed)) add(form, 0.6)
    for (const synonym of synonyms) add(synonym, 0.5)
    if (found.size === 0 && /^[^\d ]{5,}$/.test(typed)) add(typed, 1, misspelled)
    return found
  }

  /** The parts of a query. Words that make a known phrase are taken together, with the synonyms of the phrase. */
  function parse(words: readonly string[]): Part[] {
    const typedAs = new Map(words.map((word) => [rootOf(word), word]))
    const wordsIn = (roots: string) => roots.split(' ').flatMap((root) => typedAs.get(root) ?? [])
    let rest = ` ${words.map(rootOf).join(' ')} `
    const expanded = phrases.flatMap(({ roots, others }): Part[] => {
      if (!rest.includes(roots)) return []
      rest = rest.replace(roots, ' ')
      const typed = wordsIn(roots)
      return [{ typed: typed.every(isRare) ? typed.join(' ') : '', synonyms: others }]
    })
    // A name that no text has is searched for by its parts, which are words of the query as well.
    const isKnown = (word: string) => !word.includes('_') || texts.search(word).length > 0
    const others = wordsIn(rest).filter((word) => isRare(word) && isKnown(word))
    return [...expanded, ...others.map((typed) => ({ typed, synonyms: [] }))]
  }
}

/** A misspelled word begins with the right letter. */
const misspelled: SearchOptions = {
  fuzzy: (term) => (term.length > 6 ? 2 : 1),
  filter: ({ terms, queryTerms: [word = ''] }) => terms.every((term) => term.startsWith(word.charAt(0))),
}

/** Entries that a query names: by ID or the beginning of one, by name, by path, or by status code. */
function findExact(entries: readonly Entry[], query: string): Entry[] {
  const id = /^([a-z][a-z0-9]+?)[- ]?(g?)(\d{1,4})$/.exec(query)
  const wanted = id ? `${id[1]}-${id[2]}${id[3]?.padStart(id[2] ? 2 : 3, '0')}` : query
  const compact = query.replaceAll(/[\s_-]/g, '')
  const rare = wordsOf(query).filter(isRare).join('')
  const isPath = query.includes('/') && query.length > 1
  const rank = ({ keys = [], kind, title, path }: Entry): number => {
    if (keys.includes(wanted) || keys.includes(query)) return 0
    // A path names many operations, and `session` is a part of most.
    if (!path.includes('#path/') && compact.length > 2) {
      const name = title.toLowerCase().replaceAll(/[\s_-]/g, '')
      if ((kind === 'operation' && keys.includes(compact)) || name === compact || name === rare) return 1
    }
    if (isPath && keys.some((key) => key.endsWith(query))) return 2
    if (isPath && keys.some((key) => key.includes(query))) return 3
    if (/^[a-z][a-z0-9]+-g?\d*$/.test(query) && keys.some((key) => key.startsWith(query))) return 4
    return Number.NaN
  }
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((one) => !Number.isNaN(one.rank))
    .sort((one, other) => one.rank - other.rank || kindWeights[other.entry.kind] - kindWeights[one.entry.kind])
    .map(({ entry }) => entry)
}

type Ranked = Found & { score: number }

/**
 * Sorts entries, best first. A system whose best entries fit well is probably the one that is asked about, and its entries count more.
 * Entries of one kind in one system say nearly the same, such as three ways to delete: each further one counts less than half of the one before.
 */
function spread(found: readonly Ranked[]): Ranked[] {
  const byScore = (all: readonly Ranked[]) => all.toSorted((one, other) => other.score - one.score)
  const systems = [...Map.groupBy(byScore(found), ({ entry }) => systemOf(entry.path)).values()]
  const fitOf = (all: readonly Ranked[]) => all.slice(0, 10).reduce((sum, { score }) => sum + score, 0)
  const maxFit = Math.max(...systems.map(fitOf))
  const weighed = systems.flatMap((all) => {
    const share = 0.4 + (0.6 * fitOf(all)) / maxFit
    const kinds = [...Map.groupBy(all, ({ entry }) => entry.kind).values()]
    return kinds.flatMap((alike) => alike.map((one, at) => ({ ...one, score: (one.score * share) / 2.5 ** at })))
  })
  return byScore(weighed)
}

/** The system that an entry is about; the guide, where it is about none. */
function systemOf(path: string): string {
  return /^(?:guides\/(?:clients\/)?)?([^/#]*)/.exec(path)?.[1] ?? ''
}
