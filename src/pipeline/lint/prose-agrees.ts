import type { Location, Plugin, UserContext } from '@redocly/openapi-core'
import { type DocumentNode, isObject } from '../../contract/json-pointer.ts'
import { type Claim, claimsIn } from './prose-claims.ts'

/** A part of a document with a description. */
interface Described {
  kind: 'operation' | 'parameter' | 'property' | 'schema'
  name: string
  /** Whether it must be there; undefined where the document cannot leave it out. */
  required?: boolean
  /** What describes its values, with what its references lead to. */
  schema: DocumentNode
}

/**
 * The rule `prose-agrees`, which Redocly runs: a description that states a limit, a default or the like in words, where the schema says
 * otherwise or nothing. It reads English, and leaves out what is conditional or about something else.
 */
export const proseAgrees: Plugin = {
  id: 'rulebound',
  rules: { oas2: { 'rulebound/prose-agrees': createVisitor }, oas3: { 'rulebound/prose-agrees': createVisitor } },
  configs: { recommended: { rules: { 'rulebound/prose-agrees': 'warn' } } },
}

function createVisitor() {
  /** Names that a schema requires of a property that another one describes, as members of `allOf` do. */
  const requiredApart = new Set<string>()
  const missing: { name: string; report: () => void }[] = []

  function check(described: Described, node: unknown, context: UserContext, at: Location): void {
    const { description } = Object(node)
    if (typeof description !== 'string') return
    for (const claim of claimsIn(description)) {
      const fault = disagreement(claim, described, description, context.specVersion === 'oas2')
      if (fault === undefined) continue
      const message = `The description says "${claim.words}", and the ${described.kind} ${fault}.`
      const report = () => context.report({ message, location: at.child('description') })
      if (claim.keyword === 'required') missing.push({ name: described.name, report })
      else report()
    }
  }

  return {
    Operation(operation: unknown, context: UserContext) {
      check({ kind: 'operation', name: '', schema: Object(operation) }, operation, context, context.location)
    },
    Parameter(parameter: unknown, context: UserContext) {
      const { name, in: place, required, deprecated, schema = parameter } = Object(parameter)
      // A body has a schema, which is visited.
      if (place === 'body') return
      const whole = { ...resolve(schema, context), ...(deprecated === true && { deprecated }) }
      const described: Described = { kind: 'parameter', name: String(name), schema: whole }
      check(
        place === 'path' ? described : { ...described, required: required === true },
        parameter,
        context,
        context.location,
      )
    },
    Schema(schema: unknown, context: UserContext) {
      const { properties, required } = Object(schema)
      const names: unknown[] = Array.isArray(required) ? required : []
      for (const name of names) if (!Object.hasOwn(Object(properties), String(name))) requiredApart.add(String(name))
      for (const [name, property] of Object.entries(Object(properties))) {
        const described: Described = { kind: 'property', name, schema: resolve(property, context) }
        const at = context.location.child(['properties', name])
        check({ ...described, required: names.includes(name) }, property, context, at)
      }
      if (!/\/properties\/[^/]+$/.test(context.location.pointer))
        check({ kind: 'schema', name: '', schema: resolve(schema, context) }, schema, context, context.location)
    },
    Root: {
      leave() {
        for (const { name, report } of missing) if (!requiredApart.has(name)) report()
      },
    },
  }
}

/** A node with the members of what it refers to; its own members count first. */
function resolve(node: unknown, context: UserContext, depth = 0): DocumentNode {
  if (!isObject(node) || depth > 5) return {}
  const { $ref, allOf, ...own } = node
  const target = typeof $ref === 'string' ? context.resolve({ $ref }).node : undefined
  const parts = [target, ...(Array.isArray(allOf) ? allOf : [])]
  return Object.assign({}, ...parts.map((part) => resolve(part, context, depth + 1)), own)
}

/** What the schema says in place of a claim; undefined if they agree, or if the claim may be about something else. */
function disagreement(claim: Claim, described: Described, description: string, isOld: boolean): string | undefined {
  const { keyword, value } = claim
  const { kind, schema, required } = described
  switch (keyword) {
    case 'required':
      if (required === undefined || required === value) return undefined
      return required ? 'is required' : `is not required; ${kind === 'property' ? 'name it in' : 'add'} \`required\``
    case 'readOnly':
      if (kind !== 'property' || schema.readOnly === true || /read_?only/i.test(described.name)) return undefined
      return 'has no `readOnly: true`'
    case 'deprecated':
      // OpenAPI 2.0 has the keyword for operations alone.
      if (schema.deprecated === true || (isOld && kind !== 'operation') || /deprecated/i.test(described.name))
        return undefined
      return 'has no `deprecated: true`'
    default:
      return kind === 'operation' ? undefined : disagreementOfValues(claim, described, description)
  }
}

function disagreementOfValues(claim: Claim, { name, schema }: Described, description: string): string | undefined {
  const { keyword, value } = claim
  if (schema.oneOf ?? schema.anyOf ?? schema.const) return undefined
  const type = [schema.type]
    .flat()
    .filter((one) => one !== 'null')
    .join()
  if (keyword === 'enum') return missingChoices(value as readonly string[], type, schema)
  if (keyword === 'default') return otherDefault(claim, type, schema, `${name} ${withoutWords(description, claim)}`)
  if (keyword === 'format') {
    const isFree = type === 'string' && ['format', 'pattern', 'enum'].every((member) => schema[member] === undefined)
    return isFree ? 'has no `format`, such as `date-time`' : undefined
  }
  const limit = limitFor(claim, type, schema, `${name} ${withoutWords(description, claim)}`)
  if (limit === undefined || schema.enum !== undefined) return undefined
  const said = schema[limit]
  return said === undefined
    ? `has no \`${limit}\`; add \`${limit}: ${value}\``
    : said === value
      ? undefined
      : `says \`${limit}: ${said}\``
}

function withoutWords(description: string, { words }: Claim): string {
  return description.replace(words, '')
}

const counts = /^(|results?|items?|records?|entries|rows|objects|elements)$/
const lengths = /^(char|symbol|letter)/
const measures =
  /^(sec|min|hour|day|week|month|year|ms|milli|micro|nano|byte|kb|mb|gb|kib|mib|gib|kilo|mega|giga|bit|px|pixel|%|percent|digit|word|time|line|request|call|point|decimal)/

/** The keyword that says a limit for values of this type; undefined if the limit may be of something else. */
function limitFor({ keyword, unit }: Claim, type: string, schema: DocumentNode, rest: string): string | undefined {
  const end = keyword === 'maximum' ? 'max' : 'min'
  if (type === 'integer' || type === 'number') {
    const isExclusive = schema.exclusiveMaximum !== undefined || schema.exclusiveMinimum !== undefined
    return !isExclusive && isUnitOf(unit, rest) ? keyword : undefined
  }
  const isPlain = schema.pattern === undefined && schema.format === undefined
  if (type === 'string') return isPlain && lengths.test(unit) ? `${end}Length` : undefined
  const isCounted = /[^s]s$|^people$/.test(unit) && !lengths.test(unit) && !measures.test(unit)
  return type === 'array' && isCounted ? `${end}Items` : undefined
}

/** Whether a number with this unit is one of values whose unit nothing else names. */
function isUnitOf(unit: string, rest: string): boolean {
  if (counts.test(unit)) return true
  return (
    !lengths.test(unit) &&
    !/^(digit|decimal|place)/.test(unit) &&
    unit.length > 2 &&
    rest.toLowerCase().includes(unit.slice(0, 4))
  )
}

function otherDefault({ value, unit }: Claim, type: string, schema: DocumentNode, rest: string): string | undefined {
  const text = String(value)
  const choices = Array.isArray(schema.enum) ? schema.enum.map(String) : undefined
  const fits = {
    boolean: /^(true|false)$/i.test(text),
    integer: /^-?\d+$/.test(text) && (unit === 'quoted' || isUnitOf(unit, rest)),
    number: /^-?\d+(\.\d+)?$/.test(text) && (unit === 'quoted' || isUnitOf(unit, rest)),
    string: choices
      ? choices.includes(text)
      : (unit === 'quoted' || /\w[._/]\w/.test(text)) && !/^(null|none|empty|nil|undefined)?$/i.test(text),
  }[type]
  if (!fits) return undefined
  const said = schema.default
  if (said === undefined) return `has no \`default\`; add \`default: ${text}\``
  return String(said).toLowerCase() === text.toLowerCase() || Number(said) === Number(text)
    ? undefined
    : `says \`default: ${said}\``
}

function missingChoices(values: readonly string[], type: string, schema: DocumentNode): string | undefined {
  const isList = type === 'array'
  const { enum: choices, pattern, format, type: itemType } = isList ? (Object(schema.items) as DocumentNode) : schema
  if (pattern !== undefined || (format !== undefined && choices === undefined)) return undefined
  const numeric = itemType === 'integer' || itemType === 'number'
  if (!(itemType === 'string' || (numeric && values.every((one) => /^-?\d+(\.\d+)?$/.test(one))))) return undefined
  if (!Array.isArray(choices)) return `has no \`enum\`; add \`enum: [${values.join(', ')}]\``
  const known = choices.map(comparable)
  const absent = values.filter((one) => !known.includes(comparable(one)))
  // A list without a value in common is about something else.
  return absent.length === 0 || absent.length === values.length
    ? undefined
    : `has an \`enum\` without ${absent.join(', ')}`
}

function comparable(value: unknown): string {
  return String(value)
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]/gu, '')
}
