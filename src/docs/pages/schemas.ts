import { type DocumentNode, follow, isObject } from '../../contract/json-pointer.ts'
import { gapsOf, rulesOf } from '../../contract/provenance.ts'
import { schemasOf } from '../../contract/schema/schemas.ts'
import { type Html, type HtmlContent, html, join } from '../../html.ts'
import { printJson } from '../../json-text.ts'
import { fragmentOf } from '../data/operations.ts'
import { descriptionOf, type System } from '../data/system.ts'
import { renderPage } from '../layout.ts'
import { renderInline } from '../markup/markdown.ts'
import type { Page, PageContext } from '../page.ts'
import { listSchemaPages } from './schema-paths.ts'
import { contextOf, literal, nameOfRef, referenceTo, type SchemaContext, typeOf } from './schema-type.ts'

/** The pages with every component schema of a system, each with an address. */
export function schemaPages(system: System): Page[] {
  return listSchemaPages(system).map(({ path, schemas }) => ({
    path,
    hasText: true,
    render: (page) => schemasPage(system, schemas, page),
  }))
}

function schemasPage(
  system: System,
  schemas: readonly [name: string, schema: DocumentNode][],
  page: PageContext,
): string {
  const [first, last] = [schemas[0]?.[0], schemas.at(-1)?.[0]]
  return renderPage(page, {
    title: `Schemas of ${system.title}`,
    description: `The schemas of ${system.title} from ${first} to ${last}, with the rules behind each property.`,
    system,
    body: html`<h1>Schemas <span class="quiet">${system.title}</span></h1>
${schemas.map(([name, schema]) => {
  const context = contextOf(system, page)
  const { properties, ...rest } = schema
  return html`<article class="schema" id="schema/${name}">
<h2><a href="#${fragmentOf(`schema/${name}`)}">${name}</a>${marksOf(schema)}</h2>
<p class="type">${typeOf(isObject(properties) ? { type: 'object', ...rest } : schema, context)}</p>
<div class="meaning">${meaningOf(schema, context)}</div>
${renderFields(schema, context)}
</article>
`
})}`,
  })
}

interface FieldOptions {
  /** A value of the schema, whose members stand beside the fields. */
  example?: unknown
  /** Objects around the schema that are written within each other. */
  depth?: number
}

const maxDepth = 8
const maxProperties = 3000
/** Alternatives whose fields are shown in their place; the others are links. */
const maxVariants = 12

/**
 * The members of a schema, one level deep, and those of its alternatives. What has a name is a link; an object within the schema folds
 * out. Nothing for a schema without members.
 */
export function renderFields(schema: unknown, context: SchemaContext, options: FieldOptions = {}): Html | undefined {
  const { example, depth = 0 } = options
  const { properties, variants, maps, discriminator } = membersOf(schema, context.document)
  const { page } = context
  const value: unknown = Array.isArray(example) ? example[0] : example
  const rows = properties.slice(0, maxProperties).flatMap(({ name, node, required }) => {
    const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
    return page.fit(renderField(html`<code>${name}</code>`, node, context, { required, member, depth })) ?? []
  })
  const ofMaps = maps.flatMap(
    ({ names, node }) => page.fit(renderField(names, node, context, { member: undefined, depth })) ?? [],
  )
  const isCut = rows.length < properties.length
  const items = [...rows, ...ofMaps]
  const fields =
    items.length > 0 &&
    html`<ul class="fields">${items}${isCut && html`<li class="quiet">Not all members are shown: there are ${properties.length}.</li>`}</ul>`
  const alternatives =
    depth < maxDepth && variants.length > 0 && renderVariants(variants, discriminator, context, depth)
  return fields || alternatives ? html`${fields}${alternatives}` : undefined
}

function renderField(
  name: Html,
  node: DocumentNode,
  context: SchemaContext,
  { required, member, depth }: { required?: boolean; member: unknown; depth: number },
): Html {
  const inner =
    depth < maxDepth && !leadsElsewhere(node)
      ? renderFields(node, context, { example: member, depth: depth + 1 })
      : undefined
  return html`<li>${fieldLine(name, typeOf(node, context), { required, node, after: renderExample(member) })}
<div class="meaning">${meaningOf(node, context)}</div>${inner && html`<details><summary>Members of ${name}</summary>${inner}</details>`}</li>
`
}

/** True for a field whose members stand at another schema. */
function leadsElsewhere(node: DocumentNode): boolean {
  const parts = [node, node.items, node.additionalProperties]
  return parts.some((part) => isObject(part) && typeof part.$ref === 'string')
}

/** The alternatives of a schema, by name. */
function renderVariants(
  variants: readonly Variant[],
  discriminator: string | undefined,
  context: SchemaContext,
  depth: number,
): Html {
  const items = variants.map(({ name, node, ref }, at) => {
    const label = ref === undefined ? html`${name}` : referenceTo(ref, context)
    const fields =
      at < maxVariants
        ? renderFields(ref === undefined ? node : { $ref: ref }, context, { depth: depth + maxDepth })
        : undefined
    const named = ref !== undefined && name !== nameOfRef(ref) && html`<code>${name}</code>: `
    return html`<li>${named}${label}${marksOf(node)} <span class="type">${ref === undefined && typeOf(node, context)}</span>${
      fields && html`<details><summary>Members of ${name}</summary>${fields}</details>`
    }</li>\n`
  })
  const intro = discriminator === undefined ? 'One of' : html`By the value of <code>${discriminator}</code>`
  return html`<p class="quiet">${intro}:</p><ul class="fields">${items}</ul>`
}

const maxExample = 60

/** A short value that the example has at a field. */
function renderExample(value: unknown): Html | undefined {
  if (value === undefined || isObject(value)) return undefined
  const text = printJson(value)
  return text.length > maxExample || text === 'null' || text === '""'
    ? undefined
    : html` <code class="example">${text}</code>`
}

/** The name of a parameter, header, property or media type, with its type, which may be long, and what stands after it. */
export function fieldLine(
  name: HtmlContent,
  type: Html,
  { required = false, node, after }: { required?: boolean | undefined; node?: DocumentNode; after?: HtmlContent } = {},
): Html {
  const shown = typeof name === 'string' ? html`<code>${name}</code>` : name
  return html`<p class="field">${shown}${required && html` <em>required</em>`}${node && marksOf(node)} <span class="type">${type}</span>${after}</p>`
}

/** Badges for what a node says of its use. */
export function marksOf(node: DocumentNode): Html {
  const marks = [
    node.deprecated === true && 'deprecated',
    node.readOnly === true && 'read-only',
    node.writeOnly === true && 'write-only',
    node.allowEmptyValue === true && 'may be empty',
  ]
  return html`${marks.map((mark) => mark && html` <span class="badge ${mark}">${mark}</span>`)}`
}

export interface Property {
  name: string
  node: DocumentNode
  required: boolean
}

interface Variant {
  name: string
  node: DocumentNode
  ref: string | undefined
}

interface Members {
  properties: Property[]
  /** Members whose names are not listed. */
  maps: { names: Html; node: DocumentNode }[]
  variants: Variant[]
  discriminator: string | undefined
}

const maxNesting = 40

/** The members of a schema, references and `allOf` followed, of an array those of its items. */
function membersOf(schema: unknown, document: DocumentNode): Members {
  const seen = new Set<unknown>()
  const required = new Set<string>()
  const found: Members = { properties: [], maps: [], variants: [], discriminator: undefined }
  const collect = (one: unknown, depth: number): void => {
    if (!isObject(one) || depth > maxNesting || seen.has(one) || found.properties.length > maxProperties) return
    seen.add(one)
    if (typeof one.$ref === 'string') {
      collect(follow(document, { $ref: one.$ref }), depth + 1)
      const subtypes = schemasOf(document).subtypesOf(one.$ref)
      found.variants.push(...subtypes.map(({ name, ref }) => ({ name, ref, node: follow(document, { $ref: ref }) })))
    }
    for (const property of ownProperties(one)) {
      found.properties.push(property)
      if (property.required) required.add(property.name)
    }
    for (const name of Array.isArray(one.required) ? one.required : []) required.add(String(name))
    const { patternProperties, additionalProperties, properties } = one
    for (const [pattern, node] of Object.entries(Object(patternProperties)))
      if (isObject(node)) found.maps.push({ names: html`names like <code>${pattern}</code>`, node })
    if (isObject(additionalProperties) && (isObject(properties) || hasMembers(additionalProperties)))
      found.maps.push({ names: html`any other name`, node: additionalProperties })
    for (const part of Array.isArray(one.allOf) ? one.allOf : []) collect(part, depth + 1)
    const choices = [one.oneOf, one.anyOf].flatMap((list) => (Array.isArray(list) ? list : []))
    found.variants.push(...variantsOf(choices, one, document))
    if (isObject(one.discriminator)) found.discriminator = String(one.discriminator.propertyName ?? '')
    collect(one.items, depth + 1)
  }
  collect(schema, 0)
  const byName = new Map(found.properties.map((property) => [property.name, property]))
  found.variants = [...new Map(found.variants.map((one) => [`${one.name} ${one.ref}`, one])).values()]
  found.properties = [...byName.values()].map((one) => ({ ...one, required: required.has(one.name) }))
  return found
}

function hasMembers(node: DocumentNode): boolean {
  return isObject(node.properties) || isObject(node.additionalProperties) || typeof node.$ref === 'string'
}

/** The alternatives that are listed, and the subtypes that a discriminator names. */
function variantsOf(choices: readonly unknown[], { discriminator }: DocumentNode, document: DocumentNode): Variant[] {
  const mapping =
    isObject(discriminator) && isObject(discriminator.mapping) ? Object.entries(discriminator.mapping) : []
  const refOf = (target: unknown) => {
    const text = String(target)
    return text.startsWith('#') ? text : `#/components/schemas/${text}`
  }
  const mapped = mapping.map(([name, target]): Variant => {
    const ref = refOf(target)
    return { name, ref, node: follow(document, { $ref: ref }) }
  })
  const listed = choices.flatMap((choice, at): Variant[] => {
    if (!isObject(choice)) return []
    const ref = typeof choice.$ref === 'string' ? choice.$ref : undefined
    if (mapped.some((one) => one.ref === ref)) return []
    const node = follow(document, choice)
    const name = String(choice.title ?? (ref === undefined ? `Alternative ${at + 1}` : nameOfRef(ref)))
    return [{ name, ref, node }]
  })
  const all = [...mapped, ...listed]
  // `string or null` says everything already.
  return all.some(({ node, ref }) => ref !== undefined || hasMembers(node) || Array.isArray(node.allOf)) ? all : []
}

function ownProperties({ properties, required }: DocumentNode): Property[] {
  const names = new Set(Array.isArray(required) ? required : [])
  return Object.entries(isObject(properties) ? properties : {}).map(([name, node]) => ({
    name,
    node: isObject(node) ? node : {},
    required: names.has(name),
  }))
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

/** The description of a node, what else it shows, then its assumption, rules and gaps. */
export function meaningOf(node: DocumentNode, { page, explained }: Pick<SchemaContext, 'page' | 'explained'>): Html {
  const ids = [...rulesOf(node), ...gapsOf(node)]
  const cited = ids.length > 0 && html` ${renderIds(ids, page)}`
  const { 'x-assumption': assumption, title } = node
  const isExplained = typeof assumption === 'string' && explained.has(assumption)
  if (typeof assumption === 'string') explained.add(assumption)
  const assumed = isExplained
    ? html` <strong class="badge assumption" title="${assumption.replaceAll('`', '')}">assumed</strong>${cited}`
    : assumedOf(node, page, cited)
  const description = descriptionOf(node)
  const named =
    typeof title === 'string' && title !== '' && !description.includes(title) && html`<strong>${title}</strong> `
  return html`${named}${renderInline(description, page)}${renderMore(node)}${assumed ?? cited}`
}

/** Examples of a schema, links to other documentation, and how XML names it. */
function renderMore({ example, examples, externalDocs, xml, type, properties }: DocumentNode): Html {
  const isSchema = type !== undefined || properties !== undefined
  const shown = [...(example === undefined ? [] : [example]), ...(Array.isArray(examples) ? examples : [])]
  return html`${isSchema && shown.length > 0 && html` <span class="quiet">Example: ${join(shown.slice(0, 5).map(literal), ' ')}</span>`}${renderDocs(externalDocs)}${
    isObject(xml) &&
    html` <span class="quiet">XML: ${Object.entries(xml).map(([name, value]) => html` ${name} <code>${String(value)}</code>`)}</span>`
  }`
}

/** A link to documentation elsewhere. */
export function renderDocs(docs: unknown): Html | undefined {
  const { url, description } = Object(docs) as { url?: unknown; description?: unknown }
  if (typeof url !== 'string' || !/^(https?|mailto):/i.test(url)) return undefined
  return html` <a href="${url}">${typeof description === 'string' && description !== '' ? description : 'More about this'}</a>`
}

export function renderIds(ids: readonly string[], page: PageContext): Html {
  return html`<span class="ids">${join(
    ids.map((id) => page.entry(id)),
    ' ',
  )}</span>`
}

/** @param after follows the assumption on its line */
export function assumedOf(
  { 'x-assumption': assumption }: DocumentNode,
  page: PageContext,
  after?: HtmlContent,
): Html | undefined {
  if (typeof assumption !== 'string') return undefined
  return html` <span class="assumed"><strong class="badge assumption">assumed</strong> ${renderInline(assumption, page)}${after}</span>`
}
