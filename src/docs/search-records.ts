import MiniSearch from 'minisearch'
import { isObject, nodeAt } from '../contract/json-pointer.ts'
import { sectionsOf } from './markdown.ts'
import { summaryOf } from './pages/operation.ts'
import { propertiesOf } from './pages/schemas.ts'
import { descriptionOf, type SiteData, type System } from './site-data.ts'

/** An entry of the search. */
export interface SearchRecord {
  kind: 'system' | 'operation' | 'parameter' | 'schema' | 'rule' | 'gap' | 'guide'
  title: string
  /** The system or guide that has the entry. */
  place: string
  /** Below the site's root, with its fragment. */
  path: string
  text: string
}

/** Fields of the index. The page that searches receives them with the index. */
export const searchOptions = {
  fields: ['title', 'text', 'place', 'kind'],
  storeFields: ['kind', 'title', 'place', 'path', 'summary'],
}

/** The number of letters from which a word matches as a prefix, and from which it may be misspelled. */
export const queryOptions = { prefixFrom: 2, fuzzyFrom: 4, fuzzy: 0.15, boost: { title: 3 } }

export function searchScript(library: SiteData): string {
  const data = { options: searchOptions, query: queryOptions, index: JSON.stringify(createIndex(library)) }
  return `globalThis.ruleboundSearch = ${JSON.stringify(data)}\n`
}

export function createIndex(library: SiteData): MiniSearch {
  const index = new MiniSearch(searchOptions)
  const records = [...searchRecords(library)].map((record, id) => {
    // A backtick would be indexed as a part of the word.
    const text = record.text.replaceAll('`', '')
    return { id, ...record, text, summary: text.slice(0, 140) }
  })
  index.addAll(records)
  return index
}

export function* searchRecords({ systems, guides }: SiteData): Generator<SearchRecord> {
  for (const system of systems) yield* recordsOf(system)
  for (const { path, title, text } of guides) {
    for (const section of sectionsOf(text)) {
      yield { kind: 'guide', title: section.title, place: title, path: `${path}#${section.id}`, text: section.text }
    }
  }
}

function* recordsOf(system: System): Generator<SearchRecord> {
  const { name, title: place, summary, catalogue } = system
  yield { kind: 'system', title: place, place: name, path: `${name}/`, text: summary }
  yield* operationRecords(system)
  yield* schemaRecords(system)
  for (const { id, statement } of catalogue.rules) {
    yield { kind: 'rule', title: id, place, path: `${name}/rules/#${id}`, text: statement }
  }
  for (const { id, statement, handling } of catalogue.gaps) {
    yield { kind: 'gap', title: id, place, path: `${name}/rules/#${id}`, text: `${statement} ${handling}` }
  }
}

/** A parameter that several operations share has one entry, at the first operation. */
function* operationRecords({ name, title: place, contract }: System): Generator<SearchRecord> {
  if (!contract) return
  const seen = new Set<string>()
  for (const operation of contract.operations.values()) {
    const { id, method, path: address, pointer, parameters } = operation
    const path = `${name}/#operation/${id}`
    const text = `${method.toUpperCase()} ${address} ${descriptionOf(nodeAt(contract.document, pointer))}`
    yield { kind: 'operation', title: `${summaryOf(operation, contract.document)} ${id}`, place, path, text }
    for (const { name: parameter, in: where, node, pointer: at } of parameters) {
      if (seen.has(at)) continue
      seen.add(at)
      const about = `${where} of ${id}. ${descriptionOf(node)}`
      yield { kind: 'parameter', title: parameter, place, path, text: about }
    }
  }
}

function* schemaRecords({ name, title: place, contract }: System): Generator<SearchRecord> {
  const schemas = contract ? (nodeAt(contract.document, '/components/schemas') ?? {}) : {}
  for (const [schema, node] of Object.entries(schemas)) {
    if (!isObject(node)) continue
    const properties = propertiesOf(node).map((property) => property.name)
    const text = `${descriptionOf(node)} ${properties.join(' ')}`
    yield { kind: 'schema', title: schema, place, path: `${name}/#schema/${schema}`, text }
  }
}
