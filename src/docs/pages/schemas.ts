import { type DocumentNode, follow, isObject, namesIn, pointerIn } from '../../contract/json-pointer.ts'
import { gapsOf, rulesOf } from '../../contract/provenance.ts'
import { type Html, type HtmlContent, html, join } from '../../html.ts'
import { fragmentOf, schemasOf } from '../data/operations.ts'
import { descriptionOf, type System } from '../data/system.ts'
import { renderPage } from '../layout.ts'
import { renderInline } from '../markup/markdown.ts'
import type { LinkIds } from '../markup/rule-links.ts'
import type { Page } from '../page.ts'

/** What the rendering of schemas needs besides a schema. One context serves one page. */
export interface SchemaContext {
  system: System
  document: DocumentNode
  linkIds: LinkIds
  /** Places on the page at which a schema was shown, by the text of the schema: it is shown once. */
  shown: Map<string, string>
  /** Assumptions on the page, and references whose values it names: an equal assumption is a tooltip. */
  explained: Set<string>
  /** Nested fields that the page may still show, so that a document with thousands of operations has pages that fit on a disk. */
  fieldsLeft: number
}

/** Nested fields of a page. A field beyond them has only the link to its schema. */
const maxNested = 500

export function contextOf(system: System, linkIds: LinkIds): SchemaContext {
  return {
    system,
    document: system.contract?.document ?? {},
    linkIds,
    shown: new Map(),
    explained: new Set(),
    fieldsLeft: maxNested,
  }
}

/** On one page: a document may have 20,000. */
const schemasPerPage = 250

const pathsOfSchemas = new WeakMap<DocumentNode, Map<string, string>>()

/** Site path of a component schema, with its fragment. */
export function pathOfSchema(system: System, schema: string): string {
  const document = system.contract?.document ?? {}
  let paths = pathsOfSchemas.get(document)
  if (!paths) {
    paths = new Map(
      schemasOf(system).map(([name], at) => [name, pageOfSchemas(system, Math.floor(at / schemasPerPage))]),
    )
    pathsOfSchemas.set(document, paths)
  }
  return `${paths.get(schema) ?? pageOfSchemas(system, 0)}#${fragmentOf(`schema/${schema}`)}`
}

function pageOfSchemas({ name }: System, index: number): string {
  return `${name}/schemas/${index === 0 ? '' : `${index + 1}/`}`
}

/** The pages with every component schema of a system, each with an address. */
export function schemaPages(system: System, linkIds: LinkIds): Page[] {
  const all = schemasOf(system)
  const count = Math.ceil(all.length / schemasPerPage)
  return Array.from({ length: count }, (_, index) => {
    const path = pageOfSchemas(system, index)
    const part = all.slice(index * schemasPerPage, (index + 1) * schemasPerPage)
    // No reference is followed here, so that the document itself is the limit.
    const context = { ...contextOf(system, linkIds), fieldsLeft: Number.POSITIVE_INFINITY }
    return { path, render: () => schemasPage(system, path, part, context) }
  })
}

function schemasPage(
  system: System,
  path: string,
  schemas: readonly [name: string, schema: DocumentNode][],
  context: SchemaContext,
): string {
  const [first, last] = [schemas[0]?.[0], schemas.at(-1)?.[0]]
  return renderPage({
    path,
    title: `Schemas of ${system.title}`,
    description: `The schemas of ${system.title} from ${first} to ${last}, with the rules behind each property.`,
    system,
    body: html`<h1>Schemas <span class="quiet">${system.title}</span></h1>
${schemas.map(
  ([name, schema]) => html`<article class="schema" id="schema/${name}">
<h2><a href="#${fragmentOf(`schema/${name}`)}">${name}</a></h2>
<p class="type">${typeOf(isObject(schema.properties) ? { ...schema, properties: undefined } : schema, context)}</p>
<div class="meaning">${meaningOf(schema, context)}</div>
${renderFields(schema, context, { followsReferences: false })}
</article>
`,
)}`,
  })
}

interface FieldOptions {
  /** A value of the schema, whose members stand beside the fields. */
  example?: unknown
  /** False where each reference leads to a schema that is shown by itself. */
  followsReferences?: boolean
  /** References on the way to the schema; undefined for one that is not nested. */
  parents?: readonly string[]
}

/** The properties of a schema as a list; those of nested objects fold out. Nothing for a schema without properties. */
export function renderFields(schema: unknown, context: SchemaContext, options: FieldOptions = {}): Html | undefined {
  const { example, followsReferences = true, parents } = options
  const { refs, properties } = resolveProperties(schema, context.document)
  if (properties.length === 0 || refs.some((ref) => parents?.includes(ref))) return undefined
  if (parents && properties.length > context.fieldsLeft)
    return refs.length > 0 ? undefined : html`<p class="quiet">Not shown: the page has ${maxNested} nested fields.</p>`
  if (parents) context.fieldsLeft -= properties.length
  const within = [...(parents ?? []), ...refs]
  const value: unknown = Array.isArray(example) ? example[0] : example
  const items = properties.slice(0, maxProperties).map(({ name, node, required }) => {
    const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
    const isFolded = within.length < maxDepth && (followsReferences || !leadsElsewhere(node))
    const nested = isFolded ? renderFields(node, context, { ...options, example: member, parents: within }) : undefined
    return html`<li>${fieldLine(name, typeOf(node, context), { required, after: renderExample(member) })}
<div class="meaning">${meaningOf(node, context)}</div>${nested && html`<details><summary>Properties of <code>${name}</code></summary>${nested}</details>`}</li>
`
  })
  return html`<ul class="fields">${items}${properties.length > maxProperties && html`<li class="quiet">Not all properties are shown: there are more than ${maxProperties}.</li>`}</ul>`
}

const maxProperties = 3000

function leadsElsewhere(node: DocumentNode): boolean {
  return typeof node.$ref === 'string' || (isObject(node.items) && typeof node.items.$ref === 'string')
}

const maxDepth = 8
const maxExample = 60

/** A short value that the example has at a field. */
function renderExample(value: unknown): Html | undefined {
  if (value === undefined || isObject(value)) return undefined
  const text = JSON.stringify(value)
  return text.length > maxExample || text === 'null' || text === '""'
    ? undefined
    : html` <code class="example">${text}</code>`
}

/** The name of a parameter, header, property or media type, with its type, which may be long, and what stands after it. */
export function fieldLine(
  name: string,
  type: Html,
  { required = false, after }: { required?: boolean; after?: HtmlContent } = {},
): Html {
  return html`<p class="field"><code>${name}</code>${required && html` <em>required</em>`} <span class="type">${type}</span>${after}</p>`
}

/** The properties of a schema, references and `allOf` followed, of an array those of its items; with the references on the way. */
function resolveProperties(schema: unknown, document: DocumentNode): { refs: string[]; properties: Property[] } {
  const refs = new Set<string>()
  const properties: Property[] = []
  const collect = (one: unknown, depth: number): void => {
    if (!isObject(one) || depth > maxNesting || properties.length > maxProperties) return
    if (typeof one.$ref === 'string') {
      if (refs.has(one.$ref)) return
      refs.add(one.$ref)
      collect(follow(document, { $ref: one.$ref }), depth + 1)
    }
    properties.push(...ownProperties(one))
    for (const list of [one.allOf, one.anyOf, one.oneOf])
      if (Array.isArray(list)) for (const part of list) collect(part, depth + 1)
    collect(one.items, depth + 1)
  }
  collect(schema, 0)
  return { refs: [...refs], properties }
}

const maxNesting = 40

function ownProperties({ properties, required }: DocumentNode): Property[] {
  const names = new Set(Array.isArray(required) ? required : [])
  return Object.entries(isObject(properties) ? properties : {}).map(([name, node]) => ({
    name,
    node: isObject(node) ? node : {},
    required: names.has(name),
  }))
}

export interface Property {
  name: string
  node: DocumentNode
  required: boolean
}

/** Properties of an object, those of its nested objects and arrays after a dot. */
export function propertiesOf(node: DocumentNode, prefix = '', depth = 0): Property[] {
  if (depth > maxNesting) return []
  const own = ownProperties(node).flatMap((property): Property[] => {
    const { name, node: one } = property
    const [inner, sign] = isObject(one.items) ? [one.items, '[].'] : [one, '.']
    return [{ ...property, name: prefix + name }, ...propertiesOf(inner, prefix + name + sign, depth + 1)]
  })
  const parts = Array.isArray(node.allOf) ? node.allOf.filter(isObject) : []
  return [...own, ...parts.flatMap((part) => propertiesOf(part, prefix, depth + 1))]
}

/** Parts of a type that are written out. */
const maxParts = 40
const maxTypeDepth = 5

/** A schema in a few words; a reference is a link to its schema. */
export function typeOf(schema: unknown, context: SchemaContext, depth = 0): Html {
  if (!isObject(schema) || depth > maxTypeDepth) return html`anything`
  const { $ref, type, items, format, enum: values, allOf } = schema
  if (typeof $ref === 'string') {
    const { enum: named } = follow(context.document, schema)
    const isNew = Array.isArray(named) && !context.explained.has($ref)
    if (isNew) context.explained.add($ref)
    return html`${referenceTo($ref, context)}${isNew && html`: ${literals(named)}`}`
  }
  const each = (schemas: unknown[], word: string) =>
    join(
      firstOf(schemas, (one) => typeOf(one, context, depth + 1)),
      ` ${word} `,
    )
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (choices) return each(choices, 'or')
  if (Array.isArray(allOf) && allOf.length > 0) {
    return html`${each(allOf, 'and')}${isObject(schema.properties) && ' and more'}`
  }
  const isArray = type === 'array' || items !== undefined
  const details: HtmlContent[] = [
    isArray
      ? html`array of ${typeOf(items, context, depth + 1)}`
      : [type ?? (values ? 'value' : 'anything')].flat().join(' or '),
    format !== undefined && String(format),
    ...bounds(schema),
    Array.isArray(values) && literals(values),
    schema.default !== undefined && html`default ${literal(schema.default)}`,
  ]
  return join(
    details.filter((detail) => detail !== false),
    ', ',
  )
}

function firstOf<Value>(values: readonly Value[], render: (value: Value) => HtmlContent): HtmlContent[] {
  return [...values.slice(0, maxParts).map(render), ...(values.length > maxParts ? ['…'] : [])]
}

function literals(values: readonly unknown[]): Html {
  return join(firstOf(values, literal), ' ')
}

function literal(value: unknown): Html {
  const text = JSON.stringify(value) ?? ''
  return html`<code>${text.length > maxLiteral ? `${text.slice(0, maxLiteral)}…` : text}</code>`
}

const maxLiteral = 200

const boundWords = {
  minimum: 'from',
  maximum: 'to',
  minLength: 'at least',
  maxLength: 'at most',
  minItems: 'at least',
  maxItems: 'at most',
}

function bounds(schema: DocumentNode): string[] {
  return Object.entries(boundWords).flatMap(([name, word]) =>
    typeof schema[name] === 'number'
      ? [`${word} ${schema[name]}${name.endsWith('Length') ? ' characters' : name.endsWith('Items') ? ' items' : ''}`]
      : [],
  )
}

function referenceTo(ref: string, { system }: SchemaContext): Html {
  const [schema = ref] = namesIn(pointerIn(ref)).slice(-1)
  return html`<a href="docs:${pathOfSchema(system, schema)}">${schema}</a>`
}

/** The description of a node, then its assumption, rules and gaps. */
export function meaningOf(
  node: DocumentNode,
  { linkIds, explained }: Pick<SchemaContext, 'linkIds' | 'explained'>,
): Html {
  const ids = [...rulesOf(node), ...gapsOf(node)]
  const cited = ids.length > 0 && html` <span class="ids">${ids.join(' ')}</span>`
  const { 'x-assumption': assumption } = node
  const isExplained = typeof assumption === 'string' && explained.has(assumption)
  if (typeof assumption === 'string') explained.add(assumption)
  const assumed = isExplained
    ? html` <strong class="badge assumption" title="${assumption.replaceAll('`', '')}">assumed</strong>${cited}`
    : assumedOf(node, cited)
  return linkIds([renderInline(descriptionOf(node)), assumed ?? cited])
}

/** @param after follows the assumption on its line */
export function assumedOf({ 'x-assumption': assumption }: DocumentNode, after?: HtmlContent): Html | undefined {
  if (typeof assumption !== 'string') return undefined
  return html` <span class="assumed"><strong class="badge assumption">assumed</strong> ${renderInline(assumption)}${after}</span>`
}
