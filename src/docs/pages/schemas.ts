import { below, type DocumentNode, follow, isObject } from '../../contract/json-pointer.ts'
import { gapsOf, rulesOf } from '../../contract/provenance.ts'
import { schemasOf } from '../../contract/schema/schemas.ts'
import { type Html, type HtmlContent, html, join } from '../../html.ts'
import { printJson } from '../../json-text.ts'
import { fragmentOf, namedSchemas } from '../data/operations.ts'
import { descriptionOf, type System } from '../data/system.ts'
import { renderPage } from '../layout.ts'
import { renderInline } from '../markup/markdown.ts'
import { unlessEmpty } from '../markup/to-markdown.ts'
import type { Page, PageContext } from '../page.ts'
import { listSchemaPages } from './schema-paths.ts'
import { contextOf, literal, nameOfRef, referenceTo, type SchemaContext, typeOf } from './schema-type.ts'

/** The pages with every component schema of a system, each with an address. */
export function schemaPages(system: System): Page[] {
  if (namedSchemas(system).length === 0) return []
  return listSchemaPages(system).map(({ path, items }) => ({
    path,
    hasText: true,
    render: (page) => schemasPage(system, items, page),
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
${renderFields({ $ref: `#${encodeURI(below('/components/schemas', name))}` }, context)}
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
  const { properties, required, maps, variants, discriminator } = membersOf(schema, context.document)
  const { page } = context
  const value: unknown = Array.isArray(example) ? example[0] : example
  const rows = page.fitted([...properties].slice(0, maxProperties), ([name, node]) => {
    const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
    return renderField(html`<code>${name}</code>`, node, context, { required: required.has(name), member, depth })
  })
  const ofMaps = page.fitted(maps, ({ names, node }) => renderField(names, node, context, { member: undefined, depth }))
  const isCut = rows.length < properties.size
  const items = [...rows, ...ofMaps]
  const fields =
    items.length > 0 &&
    html`<ul class="fields">${items}${isCut && html`<li class="quiet">Not all members are shown: there are ${properties.size}.</li>`}</ul>`
  const alternatives =
    depth < maxDepth && variants.size > 0 && renderVariants([...variants.values()], discriminator, context, depth)
  return fields || alternatives ? html`${fields}${alternatives}` : undefined
}

function renderField(
  name: Html,
  node: DocumentNode,
  context: SchemaContext,
  { required, member, depth }: { required?: boolean; member: unknown; depth: number },
): Html {
  // The members of a field that leads to another schema stand there.
  const isElsewhere = [node, node.items, node.additionalProperties].some(
    (part) => typeof Object(part).$ref === 'string',
  )
  const fields = depth < maxDepth && !isElsewhere && renderFields(node, context, { example: member, depth: depth + 1 })
  const inner = fields && html`<details><summary>Members of ${name}</summary>${fields}</details>`
  const after = shortExample(member)
  return renderItem(name, typeOf(node, context), { required, node, after, meaning: meaningOf(node, context), inner })
}

/** The alternatives of a schema, by name. */
function renderVariants(
  variants: readonly Variant[],
  discriminator: DocumentNode | undefined,
  context: SchemaContext,
  depth: number,
): Html {
  const items = variants.map(({ name, node, ref }, at) => {
    const schema = ref === undefined ? node : { $ref: ref }
    // Within a field, what has a name is a link.
    const isShown = at < maxVariants && (ref === undefined || depth === 0)
    const fields = isShown && renderFields(schema, context, { depth: depth + maxDepth })
    const named = ref !== undefined && name !== nameOfRef(ref) && html`<code>${name}</code>: `
    return html`<li>${named}${ref === undefined ? name : referenceTo(ref, context)}${marksOf(node)}${ref === undefined && html` <span class="type">${typeOf(node, context)}</span>`}${
      fields && html`<details><summary>Members of ${name}</summary>${fields}</details>`
    }</li>\n`
  })
  const { propertyName, defaultMapping } = discriminator ?? {}
  const otherwise = defaultMapping !== undefined && html`, otherwise <code>${nameOfRef(String(defaultMapping))}</code>`
  const intro = discriminator ? html`By the value of <code>${String(propertyName)}</code>${otherwise}` : 'One of'
  return html`<p class="quiet">${intro}:</p><ul class="fields">${items}</ul>`
}

const maxExample = 60

/** A short value that the example has at a field. */
export function shortExample(value: unknown): Html | undefined {
  const text = value === undefined || isObject(value) ? '' : printJson(value)
  const isShown = text.length <= maxExample && !['', 'null', '""'].includes(text)
  return isShown ? html` <code class="example">${text}</code>` : undefined
}

interface Line {
  required?: boolean | undefined
  /** What the marks are of. */
  node?: DocumentNode
  after?: HtmlContent
}

/** The name of a parameter, header, property or media type, with its type, which may be long, and what stands after it. */
export function fieldLine(name: HtmlContent, type: HtmlContent, { required, node = {}, after }: Line = {}): Html {
  const shown = typeof name === 'string' ? html`<code>${name}</code>` : name
  return html`<p class="field">${shown}${required === true && html` <em>required</em>`}${marksOf(node)} <span class="type">${type}</span>${after}</p>`
}

/** A parameter, header, property or another named thing in a list: its line, what it means, and what is within it. */
export function renderItem(
  name: HtmlContent,
  type: HtmlContent,
  { id, meaning, inner, ...line }: Line & { id?: string; meaning: HtmlContent; inner?: HtmlContent },
): Html {
  return html`<li${id !== undefined && html` id="${id}"`}>${fieldLine(name, type, line)}
${unlessEmpty(meaning, (shown) => html`<div class="meaning">${shown}</div>`)}${inner}</li>
`
}

const marks = {
  deprecated: 'deprecated',
  readOnly: 'read-only',
  writeOnly: 'write-only',
  allowEmptyValue: 'may be empty',
}

/** Badges for what a node says of its use. */
export function marksOf(node: DocumentNode): Html[] {
  const found = Object.entries(marks).filter(([member]) => node[member] === true)
  return found.map(([, mark]) => html` <span class="badge ${mark}">${mark}</span>`)
}

interface Variant {
  name: string
  node: DocumentNode
  ref: string | undefined
}

interface Members {
  properties: Map<string, DocumentNode>
  required: Set<string>
  /** Members whose names are not listed. */
  maps: { names: Html; node: DocumentNode }[]
  variants: Map<string, Variant>
  discriminator: DocumentNode | undefined
}

const maxNesting = 40

/** The members of a schema, references and `allOf` followed, of an array those of its items. */
function membersOf(schema: unknown, document: DocumentNode): Members {
  const seen = new Set<unknown>()
  const variants = new Map<string, Variant>()
  const found: Members = { properties: new Map(), required: new Set(), maps: [], variants, discriminator: undefined }
  const addVariant = (one: Variant) => variants.set(`${one.name} ${one.ref}`, one)
  const collect = (one: unknown, depth: number, isBase = false): void => {
    if (!isObject(one) || depth > maxNesting || seen.has(one) || found.properties.size > maxProperties) return
    seen.add(one)
    const { $ref, required, properties, patternProperties, additionalProperties, allOf, discriminator } = one
    if (typeof $ref === 'string') {
      collect(follow(document, { $ref }), depth + 1)
      for (const { name, ref } of isBase ? [] : schemasOf(document).subtypesOf($ref))
        addVariant({ name, ref, node: follow(document, { $ref: ref }) })
    }
    for (const [name, node] of Object.entries(Object(properties)))
      found.properties.set(name, isObject(node) ? node : {})
    for (const name of Array.isArray(required) ? required : []) found.required.add(String(name))
    for (const [pattern, node] of Object.entries(Object(patternProperties)))
      if (isObject(node)) found.maps.push({ names: html`names like <code>${pattern}</code>`, node })
    if (isObject(additionalProperties) && (isObject(properties) || hasMembers(additionalProperties)))
      found.maps.push({ names: html`any other name`, node: additionalProperties })
    for (const part of Array.isArray(allOf) ? allOf : []) collect(part, depth + 1, true)
    for (const variant of variantsOf(one, document)) addVariant(variant)
    if (isObject(discriminator)) found.discriminator = discriminator
    collect(one.items, depth + 1)
  }
  collect(schema, 0)
  return found
}

function hasMembers(node: DocumentNode): boolean {
  return isObject(node.properties) || isObject(node.additionalProperties) || typeof node.$ref === 'string'
}

/** The alternatives that a schema lists, by the values of its discriminator where it has one. */
function variantsOf({ oneOf, anyOf, discriminator }: DocumentNode, document: DocumentNode): Variant[] {
  const choices = [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : []))
  const all = choices.flatMap((choice, at): Variant[] => {
    const node = follow(document, choice)
    const { $ref: ref, title = `Alternative ${at + 1}` } = choice
    if (typeof ref !== 'string') return [{ name: String(title), ref: undefined, node }]
    const names = discriminator === undefined ? [nameOfRef(ref)] : schemasOf(document).namesOf(discriminator, ref)
    return names.map((name) => ({ name, ref, node }))
  })
  // `string or null` says everything already.
  return all.some(({ node, ref }) => ref !== undefined || hasMembers(node) || Array.isArray(node.allOf)) ? all : []
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
  return html`${named}${renderInline(description, page)}${renderMore(node)}${renderParts(node, page)}${assumed ?? cited}`
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

/** What the elements of a list and the values of a map mean, if that stands nowhere else. */
function renderParts({ items, prefixItems, additionalProperties }: DocumentNode, page: PageContext): HtmlContent {
  const listed = Array.isArray(prefixItems) ? prefixItems : []
  const parts = [...listed.map((part, at) => [`item ${at + 1}`, part]), ['each', items ?? additionalProperties]]
  return parts.map(([name, part]) => {
    const { $ref, ...node } = Object(part)
    const [said, more] = [descriptionOf(node), renderMore(node)]
    const isSaid = said !== '' || String(more) !== ''
    return $ref === undefined && isSaid && html` <span class="quiet">${name}:</span> ${renderInline(said, page)}${more}`
  })
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
