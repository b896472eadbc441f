import type { Contract } from '../../contract/contract.ts'
import { type DocumentNode, isObject, nodeAt } from '../../contract/json-pointer.ts'
import { escapeHtml, renderTable } from '../html.ts'
import { renderInline } from '../markdown.ts'
import { idsIn } from '../provenance.ts'
import type { LinkIds } from '../rule-links.ts'
import { descriptionOf } from '../site-data.ts'

/** Every component schema, each with an address of its own. */
export function renderSchemas({ document }: Contract, linkIds: LinkIds): string {
  const schemas = Object.entries(nodeAt(document, '/components/schemas') ?? {})
  if (schemas.length === 0) return ''
  return `<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => renderSchema(name, schema, document, linkIds)).join('\n')}
</section>`
}

function renderSchema(name: string, schema: unknown, document: DocumentNode, linkIds: LinkIds): string {
  const node = isObject(schema) ? schema : {}
  const properties = propertiesOf(node)
  return `<article class="schema" id="schema/${escapeHtml(name)}">
<h3><a href="#schema/${escapeHtml(name)}">${escapeHtml(name)}</a></h3>
<p>${typeOf(properties.length === 0 ? node : { ...node, properties: undefined }, document)}. ${linkIds(renderInline(descriptionOf(node)) + provenanceOf(node))}</p>
${
  properties.length === 0
    ? ''
    : renderTable(
        `Properties of ${name}`,
        ['Property', 'Type', 'Meaning'],
        properties.map(({ name: property, node: one, required }) => [
          `<code>${escapeHtml(property)}</code>${required ? ' <em>required</em>' : ''}`,
          typeOf(one, document),
          linkIds(renderInline(descriptionOf(one)) + provenanceOf(one)),
        ]),
      )
}
</article>`
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

/** A schema in a few words; references lead to their schema. HTML. */
export function typeOf(schema: unknown, document: DocumentNode): string {
  if (!isObject(schema)) return 'anything'
  const { $ref, type, items, format, enum: values, allOf } = schema
  if (typeof $ref === 'string') return referenceTo($ref)
  for (const word of ['anyOf', 'oneOf'] as const) {
    const choices = schema[word]
    if (Array.isArray(choices)) return choices.map((choice) => typeOf(choice, document)).join(' or ')
  }
  if (Array.isArray(allOf) && allOf.length > 0) {
    return `${allOf.map((part) => typeOf(part, document)).join(' and ')}${isObject(schema.properties) ? ' and more' : ''}`
  }
  const base = [type ?? (values ? 'value' : 'anything')].flat().map(String).join(' or ')
  const named = type === 'array' || items !== undefined ? `array of ${typeOf(items, document)}` : escapeHtml(base)
  const details = [
    ...(format === undefined ? [] : [escapeHtml(String(format))]),
    ...bounds(schema),
    ...(Array.isArray(values)
      ? [values.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(' ')]
      : []),
    ...(schema.default === undefined ? [] : [`default <code>${escapeHtml(JSON.stringify(schema.default))}</code>`]),
  ]
  return details.length === 0 ? named : `${named}, ${details.join(', ')}`
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

function referenceTo(ref: string): string {
  const name = escapeHtml(decodeURIComponent(ref.slice(ref.lastIndexOf('/') + 1)))
  return `<a href="#schema/${name}">${name}</a>`
}

/** What a node stands on: its assumption, rules and gaps. HTML; the IDs are not links yet. */
export function provenanceOf(node: DocumentNode): string {
  const ids = [...idsIn(node, 'x-rules'), ...idsIn(node, 'x-gaps')]
  return assumedOf(node) + (ids.length === 0 ? '' : ` <span class="ids">${ids.join(' ')}</span>`)
}

export function assumedOf({ 'x-assumption': assumption }: DocumentNode): string {
  if (typeof assumption !== 'string') return ''
  return ` <span class="assumed"><strong class="badge assumption">assumed</strong> ${renderInline(assumption)}</span>`
}
