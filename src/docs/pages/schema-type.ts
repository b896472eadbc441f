import { type DocumentNode, follow, isObject, namesIn, pointerIn } from '../../contract/json-pointer.ts'
import { elementText, type Html, type HtmlContent, html, join } from '../../html.ts'
import { printJson } from '../../json-text.ts'
import type { System } from '../data/system.ts'
import type { PageContext } from '../page.ts'
import { pathOfSchema } from './schema-paths.ts'

/** What the rendering of schemas needs besides a schema. One context serves one page. */
export interface SchemaContext {
  system: System
  document: DocumentNode
  page: PageContext
  /** Places on the page at which a schema was shown, by the text of the schema: it is shown once. */
  shown: Map<string, string>
  /** Assumptions on the page, and references whose values it names: an equal assumption is a tooltip. */
  explained: Set<string>
}

export function contextOf(system: System, page: PageContext): SchemaContext {
  return { system, document: system.contract?.document ?? {}, page, shown: new Map(), explained: new Set() }
}

/** Parts of a type that are written out. */
const maxParts = 40
const maxTypeDepth = 5
const maxLiteral = 200
const maxValues = 2000

/** A schema in a few words; a reference is a link to its schema. */
export function typeOf(schema: unknown, context: SchemaContext, depth = 0): Html {
  if (schema === false) return html`nothing`
  if (!isObject(schema) || depth > maxTypeDepth) return html`anything`
  const { $ref } = schema
  const within = (one: unknown) => typeOf(one, context, depth + 1)
  const kind =
    typeof $ref === 'string' ? [referenceTo($ref, context), namedValues($ref, context)] : [kindOf(schema, within)]
  const more = words.map(([member, say]) => schema[member] !== undefined && say(schema[member], within, schema))
  return join([...kind, ...more].filter(Boolean), ', ')
}

/** The values of a named enumeration, where the page names it for the first time. */
function namedValues(ref: string, { document, explained }: SchemaContext): Html | undefined {
  const { enum: named } = follow(document, { $ref: ref })
  if (!Array.isArray(named) || explained.has(ref)) return undefined
  explained.add(ref)
  return html`one of ${literals(named)}`
}

/** What a schema is, without its bounds. */
function kindOf(schema: DocumentNode, within: (one: unknown) => Html): Html {
  const { type, items, prefixItems, properties, additionalProperties, patternProperties, allOf, enum: values } = schema
  const each = (schemas: unknown[], word: string) => join(firstOf(schemas, within), ` ${word} `)
  if (schema.const !== undefined) return html`always ${literal(schema.const)}`
  const choices = [schema.oneOf, schema.anyOf].find(Array.isArray)
  if (choices) return each(choices, 'or')
  if (Array.isArray(allOf) && allOf.length > 0) return html`${each(allOf, 'and')}${isObject(properties) && ' and more'}`
  if (Array.isArray(prefixItems))
    return html`list of ${join(firstOf(prefixItems, within), ', ')}${items !== undefined && html`, then ${within(items)}`}`
  const types = [type].flat()
  const others = types.filter((one) => one !== 'array' && one !== undefined).map((one) => ` or ${one}`)
  if (types.includes('array') || items !== undefined) return html`array of ${within(items)}${others}`
  const isMap = isObject(additionalProperties) || (isObject(patternProperties) && !isObject(properties))
  if (isMap && !isObject(properties)) return html`map of ${within(valueOfMap(schema))}`
  return html`${type === undefined ? (values ? 'value' : properties ? 'object' : 'anything') : types.join(' or ')}`
}

/** The schema of the members of a map. */
function valueOfMap({ additionalProperties, patternProperties }: DocumentNode): unknown {
  return isObject(additionalProperties) ? additionalProperties : Object.values(Object(patternProperties))[0]
}

type Word = [
  member: string,
  say: (value: unknown, within: (schema: unknown) => Html, around: DocumentNode) => HtmlContent,
]

const plural = (count: unknown, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
const code = (value: unknown) => html`<code>${elementText(String(value).slice(0, maxLiteral))}</code>`

/** The members of a schema in words, in the order in which they are shown. */
const words: readonly Word[] = [
  ['format', (value) => String(value)],
  ['minimum', (value) => `from ${value}`],
  ['exclusiveMinimum', (value) => `more than ${value}`],
  ['maximum', (value) => `to ${value}`],
  ['exclusiveMaximum', (value) => `less than ${value}`],
  ['multipleOf', (value) => `a multiple of ${value}`],
  ['minLength', (value) => `at least ${plural(value, 'character')}`],
  ['maxLength', (value) => `at most ${plural(value, 'character')}`],
  ['pattern', (value) => html`matches ${code(value)}`],
  ['x-pattern', (value) => html`matches ${code(value)}`],
  ['minItems', (value) => `at least ${plural(value, 'item')}`],
  ['maxItems', (value) => `at most ${plural(value, 'item')}`],
  ['uniqueItems', (value) => value === true && 'unique items'],
  ['minContains', (value) => `at least ${value} of them so`],
  ['maxContains', (value) => `at most ${value} of them so`],
  ['minProperties', (value) => `at least ${plural(value, 'member')}`],
  ['maxProperties', (value) => `at most ${plural(value, 'member')}`],
  ['contentMediaType', (value) => html`holds ${code(value)}`],
  ['contentEncoding', (value) => html`encoded as ${code(value)}`],
  ['additionalProperties', (value) => value === false && 'no other members'],
  ['unevaluatedProperties', (value) => value === false && 'no other members'],
  ['unevaluatedItems', (value) => value === false && 'no other items'],
  [
    'enum',
    (values, _, { const: only, $ref }) =>
      Array.isArray(values) && only === undefined && $ref === undefined && html`one of ${allLiterals(values)}`,
  ],
  ['propertyNames', (value, within) => html`names are ${within(value)}`],
  ...['contains', 'not', 'if', 'then', 'else'].map(
    (member): Word => [member, (value, within) => html`${member} ${conditionOf(value, within)}`],
  ),
  [
    'dependentRequired',
    (value) =>
      inList(value, (name, names) => html`with ${code(name)} also ${[names].flat().map((one) => [' ', code(one)])}`),
  ],
  ['dependentSchemas', (value, within) => inList(value, (name, one) => html`with ${code(name)}: ${within(one)}`)],
  ['default', (value) => html`default ${literal(value)}`],
]

/** A schema that says only what some members must be. */
function conditionOf(schema: unknown, within: (schema: unknown) => Html): Html {
  const { type, properties, required = [] } = Object(schema) as DocumentNode
  const parts = [
    ...Object.entries(Object(properties)).map(([name, one]) => html`${code(name)} is ${within(one)}`),
    ...[required].flat().map((name) => html`${code(name)} is required`),
  ]
  return type === undefined && parts.length > 0
    ? join(
        firstOf(parts, (part) => part),
        ' and ',
      )
    : within(schema)
}

function inList(members: unknown, render: (name: string, value: unknown) => Html): Html {
  return join(
    Object.entries(Object(members)).map(([name, value]) => render(name, value)),
    ', ',
  )
}

function firstOf<Value>(values: readonly Value[], render: (value: Value) => HtmlContent): HtmlContent[] {
  return [...values.slice(0, maxParts).map(render), ...(values.length > maxParts ? ['…'] : [])]
}

function literals(values: readonly unknown[]): Html {
  return join(firstOf(values, literal), ' ')
}

/** A list that stands nowhere else. Of a long one, most values share their markup. */
function allLiterals(values: readonly unknown[]): Html {
  if (values.length <= maxParts) return literals(values)
  const more = values.slice(maxParts, maxValues).map(textOf).join(' ')
  const first = values.slice(0, maxParts).map(literal)
  return join([...first, html`<code>${elementText(more)}</code>`, values.length > maxValues && '…'], ' ')
}

function textOf(value: unknown): string {
  const text = printJson(value) ?? ''
  return text.length > maxLiteral ? `${text.slice(0, maxLiteral)}…` : text
}

export function literal(value: unknown): Html {
  return html`<code>${elementText(textOf(value))}</code>`
}

export function nameOfRef(ref: string): string {
  return namesIn(pointerIn(ref)).at(-1) ?? ref
}

/** A link to a schema, which `browser/parts/unfold.ts` unfolds in its place. */
export function referenceTo(ref: string, { system, page }: Pick<SchemaContext, 'system' | 'page'>): Html {
  const name = nameOfRef(ref)
  return html`<a class="schema-link" href="${page.to(pathOfSchema(system, name))}">${name}</a>`
}
