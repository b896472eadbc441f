import { type DocumentNode, isObject, nodeAt } from '../../contract/json-pointer.ts'
import { type Html, type HtmlContent, html, join } from '../../html.ts'
import { idsIn } from '../data/provenance.ts'
import { descriptionOf, type System } from '../data/site-data.ts'
import { renderPage } from '../layout.ts'
import { renderInline } from '../markup/markdown.ts'
import type { LinkIds } from '../markup/rule-links.ts'

/** What the rendering of a schema needs besides the schema. */
export interface SchemaContext {
  /** Name of the system. */
  name: string
  document: DocumentNode
  linkIds: LinkIds
}

export function contextOf({ name, contract }: System, linkIds: LinkIds): SchemaContext {
  return { name, document: contract?.document ?? {}, linkIds }
}

export function schemasOf({ contract }: System): [name: string, schema: DocumentNode][] {
  const schemas = contract ? nodeAt(contract.document, '/components/schemas') : undefined
  return Object.entries(schemas ?? {}).map(([name, schema]) => [name, isObject(schema) ? schema : {}])
}

/** Every component schema of a system, each with an address. */
export function schemasPage(system: System, linkIds: LinkIds): string {
  const context = contextOf(system, linkIds)
  const schemas = schemasOf(system)
  return renderPage({
    path: `${system.name}/schemas/`,
    title: `Schemas of ${system.title}`,
    description: `The ${schemas.length} schemas of ${system.title}, with the rules behind each property.`,
    system,
    body: html`<h1>Schemas <span class="quiet">${system.title}</span></h1>
${schemas.map(
  ([name, schema]) => html`<article class="schema" id="schema/${name}">
<h2><a href="#schema/${name}">${name}</a></h2>
<p class="type">${typeOf(isObject(schema.properties) ? { ...schema, properties: undefined } : schema, context)}</p>
<div class="meaning">${meaningOf(schema, linkIds)}</div>
${renderFields(schema, context)}
</article>
`,
)}`,
  })
}

/** The properties of a schema as a list; those of nested objects fold out. Nothing for a schema without properties. */
export function renderFields(
  schema: unknown,
  context: SchemaContext,
  parents: readonly string[] = [],
): Html | undefined {
  const { refs, properties } = resolveProperties(schema, context.document)
  if (properties.length === 0 || refs.some((ref) => parents.includes(ref))) return undefined
  const within = [...parents, ...refs]
  const items = properties.map(({ name, node, required }) => {
    const nested = within.length < maxDepth ? renderFields(node, context, within) : undefined
    return html`<li>${fieldLine(name, typeOf(node, context), required)}
<div class="meaning">${meaningOf(node, context.linkIds)}</div>${nested && html`<details><summary>Properties of <code>${name}</code></summary>${nested}</details>`}</li>
`
  })
  return html`<ul class="fields">${items}</ul>`
}

const maxDepth = 8

/** The name of a parameter, header, property or media type, with its type. A type may be long, so that it comes last. */
export function fieldLine(name: string, type: Html, required = false): Html {
  return html`<p class="field"><code>${name}</code>${required && html` <em>required</em>`} <span class="type">${type}</span></p>`
}

/** The properties of a schema, references and `allOf` followed, of an array those of its items; with the references on the way. */
function resolveProperties(schema: unknown, document: DocumentNode): { refs: string[]; properties: Property[] } {
  if (!isObject(schema)) return { refs: [], properties: [] }
  if (typeof schema.$ref === 'string') {
    const target = resolveProperties(nodeAt(document, schema.$ref.slice(1)), document)
    return { refs: [schema.$ref, ...target.refs], properties: target.properties }
  }
  const required = Array.isArray(schema.required) ? schema.required : []
  const own = Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([name, node]) => ({
    name,
    node: isObject(node) ? node : {},
    required: required.includes(name),
  }))
  const lists = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []))
  const more = [...lists, ...(schema.items === undefined ? [] : [schema.items])].map((one) =>
    resolveProperties(one, document),
  )
  return {
    refs: more.flatMap(({ refs }) => refs),
    properties: [...own, ...more.flatMap(({ properties }) => properties)],
  }
}

export interface Property {
  name: string
  node: DocumentNode
  required: boolean
}

/** Properties of an object, those of its nested objects and arrays after a dot. */
export function propertiesOf(node: DocumentNode, prefix = ''): Property[] {
  const required = Array.isArray(node.required) ? node.required : []
  const own = Object.entries(isObject(node.properties) ? node.properties : {}).flatMap(([name, value]) => {
    const one: DocumentNode = isObject(value) ? value : {}
    const nested = isObject(one.items)
      ? propertiesOf(one.items, `${prefix}${name}[].`)
      : propertiesOf(one, `${prefix}${name}.`)
    return [{ name: prefix + name, node: one, required: required.includes(name) }, ...nested]
  })
  const parts = Array.isArray(node.allOf) ? node.allOf.filter(isObject) : []
  return [...own, ...parts.flatMap((part) => propertiesOf(part, prefix))]
}

/** A schema in a few words; a reference is a link to its schema. */
export function typeOf(schema: unknown, context: SchemaContext): Html {
  if (!isObject(schema)) return html`anything`
  const { $ref, type, items, format, enum: values, allOf } = schema
  if (typeof $ref === 'string') {
    const { enum: named } = nodeAt(context.document, $ref.slice(1)) ?? {}
    const values = Array.isArray(named) && html`: ${join(named.map(literal), ' ')}`
    return html`${referenceTo($ref, context)}${values}`
  }
  const each = (schemas: unknown[], word: string) =>
    join(
      schemas.map((one) => typeOf(one, context)),
      ` ${word} `,
    )
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (choices) return each(choices, 'or')
  if (Array.isArray(allOf) && allOf.length > 0) {
    return html`${each(allOf, 'and')}${isObject(schema.properties) && ' and more'}`
  }
  const isArray = type === 'array' || items !== undefined
  const details: HtmlContent[] = [
    isArray ? html`array of ${typeOf(items, context)}` : [type ?? (values ? 'value' : 'anything')].flat().join(' or '),
    format !== undefined && String(format),
    ...bounds(schema),
    Array.isArray(values) && join(values.map(literal), ' '),
    schema.default !== undefined && html`default ${literal(schema.default)}`,
  ]
  return join(
    details.filter((detail) => detail !== false),
    ', ',
  )
}

function literal(value: unknown): Html {
  return html`<code>${JSON.stringify(value)}</code>`
}

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

function referenceTo(ref: string, { name }: SchemaContext): Html {
  const schema = decodeURIComponent(ref.slice(ref.lastIndexOf('/') + 1))
  return html`<a href="docs:${name}/schemas/#schema/${schema}">${schema}</a>`
}

/** The description of a node, then its assumption, rules and gaps. */
export function meaningOf(node: DocumentNode, linkIds: LinkIds): Html {
  const ids = [...idsIn(node, 'x-rules'), ...idsIn(node, 'x-gaps')]
  const cited = ids.length > 0 && html` <span class="ids">${ids.join(' ')}</span>`
  return linkIds([renderInline(descriptionOf(node)), assumedOf(node, cited) ?? cited])
}

/** @param after follows the assumption on its line */
export function assumedOf({ 'x-assumption': assumption }: DocumentNode, after?: HtmlContent): Html | undefined {
  if (typeof assumption !== 'string') return undefined
  return html` <span class="assumed"><strong class="badge assumption">assumed</strong> ${renderInline(assumption)}${after}</span>`
}
