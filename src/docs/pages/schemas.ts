import type { Contract } from '../../contract/contract.ts'
import { type DocumentNode, isObject, nodeAt } from '../../contract/json-pointer.ts'
import { type Html, type HtmlContent, html, join } from '../../html.ts'
import { renderTable } from '../layout.ts'
import { renderInline } from '../markdown.ts'
import { idsIn } from '../provenance.ts'
import type { LinkIds } from '../rule-links.ts'
import { descriptionOf } from '../site-data.ts'

/** Every component schema, each with an address. */
export function renderSchemas({ document }: Contract, linkIds: LinkIds): Html | undefined {
  const schemas = Object.entries(nodeAt(document, '/components/schemas') ?? {})
  if (schemas.length === 0) return undefined
  return html`<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => renderSchema(name, schema, document, linkIds))}</section>`
}

function renderSchema(name: string, schema: unknown, document: DocumentNode, linkIds: LinkIds): Html {
  const node = isObject(schema) ? schema : {}
  const rows = propertiesOf(node).map(({ name: property, node: one, required }) => [
    html`<code>${property}</code>${required && html` <em>required</em>`}`,
    typeOf(one, document),
    meaningOf(one, linkIds),
  ])
  return html`<article class="schema" id="schema/${name}">
<h3><a href="#schema/${name}">${name}</a></h3>
<p>${typeOf(rows.length === 0 ? node : { ...node, properties: undefined }, document)}. ${meaningOf(node, linkIds)}</p>
${rows.length > 0 && renderTable(`Properties of ${name}`, ['Property', 'Type', 'Meaning'], rows)}
</article>
`
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
export function typeOf(schema: unknown, document: DocumentNode): Html {
  if (!isObject(schema)) return html`anything`
  const { $ref, type, items, format, enum: values, allOf } = schema
  if (typeof $ref === 'string') return referenceTo($ref)
  const each = (schemas: unknown[], word: string) =>
    join(
      schemas.map((one) => typeOf(one, document)),
      ` ${word} `,
    )
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (choices) return each(choices, 'or')
  if (Array.isArray(allOf) && allOf.length > 0) {
    return html`${each(allOf, 'and')}${isObject(schema.properties) && ' and more'}`
  }
  const isArray = type === 'array' || items !== undefined
  const details: HtmlContent[] = [
    isArray ? html`array of ${typeOf(items, document)}` : [type ?? (values ? 'value' : 'anything')].flat().join(' or '),
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

function referenceTo(ref: string): Html {
  const name = decodeURIComponent(ref.slice(ref.lastIndexOf('/') + 1))
  return html`<a href="#schema/${name}">${name}</a>`
}

/** The description of a node, then its assumption, rules and gaps. */
export function meaningOf(node: DocumentNode, linkIds: LinkIds): Html {
  const ids = [...idsIn(node, 'x-rules'), ...idsIn(node, 'x-gaps')]
  return linkIds([
    renderInline(descriptionOf(node)),
    assumedOf(node),
    ids.length > 0 && html` <span class="ids">${ids.join(' ')}</span>`,
  ])
}

export function assumedOf({ 'x-assumption': assumption }: DocumentNode): Html | undefined {
  if (typeof assumption !== 'string') return undefined
  return html` <span class="assumed"><strong class="badge assumption">assumed</strong> ${renderInline(assumption)}</span>`
}
