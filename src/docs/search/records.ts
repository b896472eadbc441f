import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { type DocumentNode, follow, isObject, nodeAt } from '../../contract/json-pointer.ts'
import { product } from '../../product.ts'
import { rootUrl } from '../../workspace/root.ts'
import { addressOf, namedSchemas, pathOfOperation, summaryOf } from '../data/operations.ts'
import { descriptionOf, type SiteData, type System } from '../data/system.ts'
import { sectionsOf } from '../markup/markdown.ts'
import { quickStart } from '../pages/home.ts'
import { pathsOfEntries } from '../pages/rules.ts'
import { pathOfSchema } from '../pages/schema-paths.ts'
import { schemesOf } from '../pages/security.ts'
import { idOfTask } from '../pages/tasks.ts'
import type { Entry, SearchData } from './find.ts'

/** A script that hands the data of the search to the page. A page from a disk may load a script, but no JSON. */
export function searchScript(site: SiteData): string {
  return `globalThis.ruleboundSearch = ${JSON.stringify(createSearchData(site))}\n`
}

export function createSearchData(site: SiteData): SearchData {
  const read = (file: string) => parse(readFileSync(new URL(`docs/search-${file}.yaml`, rootUrl), 'utf8'))
  const entries = [...entriesFrom(site)]
  // The last entry of an address is the place itself, and not what it lists.
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  for (const [path, asked] of Object.entries<string[]>(read('questions'))) {
    const entry = byPath.get(path)
    if (entry) entry.asked = asked
  }
  return { entries: bounded(entries), synonyms: read('synonyms') }
}

/** Characters of all entries: a browser indexes them in less than a second. */
const maxCharacters = 900_000

/** The texts of a large document are cut alike, and its parameters are found by their operations alone. */
function bounded(entries: readonly Entry[]): readonly Entry[] {
  const size = (all: readonly Entry[]) => JSON.stringify(all).length
  for (const max of [Number.POSITIVE_INFINITY, 400, 150, 50]) {
    const isCut = max < Number.POSITIVE_INFINITY
    const shown = isCut
      ? entries.flatMap((entry) => (entry.kind === 'parameter' ? [] : [{ ...entry, text: entry.text.slice(0, max) }]))
      : entries
    if (size(shown) <= maxCharacters) return shown
  }
  return entries.slice(0, 3000).map((entry) => ({ ...entry, text: '' }))
}

/** Pages that have no text to search. */
const overviews: readonly Omit<Entry, 'kind' | 'place'>[] = [
  { title: 'Changelog', path: 'changelog/', text: 'What has changed: releases, breaking changes, versions.' },
  { title: 'Live', path: 'live/', text: 'Watch requests to the mock as they come, and why each was answered so.' },
]

function* entriesFrom(site: SiteData): Generator<Entry> {
  const { systems, guides } = site
  const isBundled = !site.brand.isPublished
  for (const overview of isBundled ? overviews : []) yield { kind: 'guide', place: product, ...overview }
  for (const { id, label, code } of isBundled ? quickStart : []) {
    const text = `Start here: ${label}. ${code}`
    yield { kind: 'guide', title: `Quick start: ${label}`, place: product, path: `#start/${id}`, text }
  }
  for (const system of systems) yield* recordsOf(system)
  for (const { path, title, text } of guides) {
    const sections = sectionsOf(text)
    const ofCommands = new Map(sections.flatMap(({ id, title }) => commandsIn(title).map((name) => [name, id])))
    for (const { id, title: heading, text: whole } of sections) {
      const section = { kind: 'guide', path: `${path}#${id}` } as const
      // A reader looks for a command or a flag, and not for the list that has it.
      for (const [line, name = ''] of whole.matchAll(listedName))
        yield {
          kind: 'guide',
          path: `${path}#${ofCommands.get(name) ?? id}`,
          title: name,
          place: heading,
          text: line.replaceAll(/\s+/g, ' '),
          keys: [name, `rulebound ${name}`],
        }
      // A list of exported names is found by these alone.
      const isList = heading.startsWith('Names of ')
      const names = isList
        ? (whole.match(/\w*[a-z][A-Z]\w*/g) ?? [])
        : commandsIn(heading).flatMap((name) => [name, `rulebound ${name}`])
      const rest = isList ? '' : whole.replaceAll(listedName, '')
      yield { ...section, title: heading, place: title, text: rest, keys: names.map((name) => name.toLowerCase()) }
    }
  }
}

/** The commands that a heading such as `rulebound lint, generate, diff` is about. */
function commandsIn(heading: string): string[] {
  return /^rulebound ([a-z, -]+)$/.exec(heading)?.[1]?.split(', ') ?? []
}

/** A command or a flag of a help text, with what it says of it. */
const listedName = /^ {2}(?:-\w, )?(--[a-z][\w-]+|[a-z][\w-]+)(?= .*? {2}|.*\n {12}).*(?:\n {12,}.*)*/gm

function* recordsOf(system: System): Generator<Entry> {
  const { name, title: place, summary, catalogue, contract } = system
  const downloads = contract ? ' Download the OpenAPI document as YAML or JSON.' : ''
  yield { kind: 'system', title: place, place: name, path: `${name}/`, text: summary + downloads, keys: [name] }
  for (const { id, title, node } of schemesOf(system)) {
    const text = `Authentication: ${descriptionOf(node)} credential authenticate ${String(node.in ?? 'authorization')}`
    yield { kind: 'parameter', title, place, path: `${name}/#security/${id}`, text }
  }
  for (const { title, calls } of system.tasks) {
    const steps = calls.flatMap((call) => {
      const operation = contract?.operations.get(call.operation)
      return operation ? summaryOf(operation) : []
    })
    yield { kind: 'task', title, place, path: `${name}/#${idOfTask(title)}`, text: steps.join(', ') }
  }
  if (system.diagram) {
    const { title, about } = system.diagram
    yield { kind: 'guide', title, place, path: `${name}/states/`, text: `State diagram, state machine. ${about}` }
  }
  yield* operationRecords(system)
  yield* schemaRecords(system)
  const paths = pathsOfEntries(system)
  for (const { id, statement } of catalogue.rules) {
    const keys = [id.toLowerCase(), ...statusesIn(statement)]
    yield { kind: 'rule', title: id, place, path: paths.get(id) ?? '', text: statement, keys }
  }
  for (const { id, statement, handling } of catalogue.gaps) {
    const keys = [id.toLowerCase(), ...statusesIn(`${statement} ${handling}`)]
    yield { kind: 'gap', title: id, place, path: `${name}/rules/#${id}`, text: `${statement} ${handling}`, keys }
  }
}

function statusesIn(text: string): string[] {
  return text.match(/\b[1-5]\d\d\b/g) ?? []
}

/** A parameter that several operations share has one entry, at the first operation. */
function* operationRecords(system: System): Generator<Entry> {
  const { name, title: place, contract } = system
  if (!contract) return
  const seen = new Set<string>()
  for (const operation of contract.operations.values()) {
    const { id, method, path: address, pointer, parameters, requestBody, responses, listVerb } = operation
    const path = pathOfOperation(name, id)
    const verbs = [method, ...(listVerb ? ['list'] : [])]
    // Readers look for a field that they want to set, and the operation that sets it seldom describes it.
    const bodies = [...requestBody.values()].map((body) => nodeAt(contract.document, `${body}/schema`) ?? {})
    const fields = bodies.flatMap((body) => fieldNames(follow(contract.document, body)))
    const description = descriptionOf(nodeAt(contract.document, pointer))
    const text = [description, verbs.join(' ').toUpperCase(), address, id, ...fields].join(' ')
    const paths = [...new Set([address, addressOf(system, operation)])]
    const keys = [
      id.toLowerCase(),
      ...paths.flatMap((one) => [one, ...verbs.map((verb) => `${verb} ${one}`)]).map((one) => one.toLowerCase()),
      ...responses.keys(),
    ]
    yield { kind: 'operation', title: summaryOf(operation), place, path, text, keys }
    for (const { name: parameter, in: where, node, pointer: at } of parameters) {
      if (seen.has(at)) continue
      seen.add(at)
      const about = `${where} parameter of ${id}. ${descriptionOf(node)}`
      yield { kind: 'parameter', title: parameter, place, path: `${path}#${where}/${parameter}`, text: about }
    }
  }
}

function* schemaRecords(system: System): Generator<Entry> {
  const { title: place } = system
  for (const [schema, node] of namedSchemas(system)) {
    const properties = fieldNames(node)
    const values = Array.isArray(node.enum) ? ['One of these values:', ...node.enum] : []
    const text = [descriptionOf(node), ...properties, ...values].join(' ')
    const keys = properties.filter((property) => isDistinct(property)).map((property) => property.toLowerCase())
    yield { kind: 'schema', title: schema, place, path: pathOfSchema(system, schema), text, keys }
  }
}

/** Names of the fields of an object, those of its nested objects and arrays after a dot. */
function fieldNames(node: DocumentNode, prefix = '', depth = 0): string[] {
  if (depth > maxNesting) return []
  const own = Object.entries(Object(node.properties) as DocumentNode).flatMap(([name, one]) => {
    const { items } = Object(one)
    const [inner, sign] = isObject(items) ? [items, '[].'] : [Object(one), '.']
    return [prefix + name, ...fieldNames(inner, prefix + name + sign, depth + 1)]
  })
  const parts = Array.isArray(node.allOf) ? node.allOf.filter(isObject) : []
  return [...own, ...parts.flatMap((part) => fieldNames(part, prefix, depth + 1))]
}

const maxNesting = 40

/** True for a name such as `next_marker` or `trackingNumber`: readers type it for the field, and a plain word for other things. */
function isDistinct(property: string): boolean {
  return /^[\w-]+(_[a-z]|[a-z][A-Z])\w*$/.test(property)
}
