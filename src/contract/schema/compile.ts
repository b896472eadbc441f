import { below, type DocumentNode, isMapping, isObject } from '../json-pointer.ts'
import { type Check, type Compiler, dynamicTarget, lastTarget, type Place, type Scope } from './compiler.ts'
import { collectEvaluated, type Evaluated } from './evaluated.ts'
import { formatOf } from './formats.ts'
import { findDuplicate, isMultiple, isNumeric, isSameJson, lengthOf } from './json-equality.ts'
import { compilePattern, type LinearPattern } from './pattern.ts'
import type { SchemaError } from './schema-error.ts'
import { isUnsent, joinNames, unsentNames } from './unsent.ts'

const always: Check = () => true

/**
 * Compiles a schema of JSON Schema 2020-12 to a function. Members of values count only if they are own members, integers may be bigints,
 * and patterns run in linear time.
 *
 * @param unsent names of members that the parts around the schema describe as not sent
 */
export function compileSchema(schema: unknown, compiler: Compiler, unsent: ReadonlySet<string> = none): Check {
  if (schema === false) return falseSchema
  if (!isMapping(schema)) return always
  const names = joinNames(unsentNames(schema, compiler), unsent)
  const checks = [
    ...(schema.type === undefined ? [] : [checkType(schema)]),
    ...checksOfConstants(schema),
    ...grouped(isNumeric, checksOfNumbers(schema)),
    ...grouped((value) => typeof value === 'string', checksOfTexts(schema)),
    ...grouped(Array.isArray, checksOfLists(schema, compiler)),
    ...grouped(isMapping, checksOfObjects(schema, compiler, names)),
    ...checksOfParts(schema, compiler, names),
  ]
  const check = scoped(schema, inTurn(checks))
  const unevaluated = checksOfUnevaluated(schema, compiler)
  return unevaluated.length === 0
    ? check
    : scoped(
        schema,
        (value, place, scope) => check(value, place, scope) && unevaluated.every((one) => one(value, place, scope)),
      )
}

const none: ReadonlySet<string> = new Set()

const falseSchema: Check = (_value, place, _scope) =>
  fail(place, _value, {}, 'false schema', {}, 'boolean schema is false')

/** All checks, or those up to the first error where errors are not collected. */
function inTurn(checks: readonly Check[]): Check {
  const [first, second, ...more] = checks
  if (!first) return always
  if (!second) return first
  if (more.length === 0)
    return (value, place, scope) => {
      const isValid = first(value, place, scope)
      return isValid || place ? second(value, place, scope) && isValid : false
    }
  return (value, place, scope) => {
    let isValid = true
    for (const check of checks) {
      if (check(value, place, scope)) continue
      if (!place || place.errors.length >= place.max) return false
      isValid = false
    }
    return isValid
  }
}

/** Checks for values of one type. */
function grouped(hasType: (value: unknown) => boolean, checks: readonly Check[]): Check[] {
  if (checks.length === 0) return []
  const all = inTurn(checks)
  return [(value, place, scope) => !hasType(value) || all(value, place, scope)]
}

/** A schema with dynamic anchors is its own resource. */
function scoped({ 'x-dynamic-anchors': anchors }: DocumentNode, check: Check): Check {
  if (!isMapping(anchors)) return check
  return (value, place, scope) => check(value, place, { anchors, outer: scope })
}

function fail(
  place: Place | undefined,
  data: unknown,
  parentSchema: DocumentNode,
  keyword: string,
  params: SchemaError['params'],
  message: string,
): false {
  if (place && place.errors.length < place.max)
    place.errors.push({ instancePath: pointerOf(place), keyword, params, message, data, parentSchema })
  return false
}

function pointerOf(place: Place): string {
  const names: (string | number)[] = []
  for (let at = place; at.around; at = at.around) names.push(at.name)
  return below('', ...names.reverse())
}

function inside(place: Place | undefined, name: string | number): Place | undefined {
  return place && { around: place, name, errors: place.errors, max: place.max }
}

function isFull(place: Place | undefined): boolean {
  return !place || place.errors.length >= place.max
}

const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value)),
  integer: (value) => Number.isInteger(value) || typeof value === 'bigint',
  array: Array.isArray,
  object: isMapping,
}

function checkType(schema: DocumentNode): Check {
  const { type } = schema
  const tests = [type].flat().map((one) => isOfType[String(one)] ?? (() => true))
  const message = `must be ${[type].flat().join()}`
  const [only] = tests
  const isValid = only && tests.length === 1 ? only : (value: unknown) => tests.some((test) => test(value))
  return (value, place) => isValid(value) || fail(place, value, schema, 'type', { type }, message)
}

function checksOfConstants(schema: DocumentNode): Check[] {
  const checks: Check[] = []
  if (Object.hasOwn(schema, 'const')) {
    const { const: allowedValue } = schema
    checks.push(
      (value, place) =>
        isSameJson(value, allowedValue) ||
        fail(place, value, schema, 'const', { allowedValue }, 'must be equal to constant'),
    )
  }
  const { enum: allowedValues } = schema
  if (Array.isArray(allowedValues)) {
    const plain = new Set(allowedValues.filter((one) => !isObject(one)))
    const others = allowedValues.filter((one) => isObject(one) || isNumeric(one))
    checks.push(
      (value, place) =>
        plain.has(value) ||
        others.some((one) => isSameJson(one, value)) ||
        fail(place, value, schema, 'enum', { allowedValues }, 'must be equal to one of the allowed values'),
    )
  }
  return checks
}

type Bound = number | bigint

/** A check of each keyword that has a bound of this type. */
function bounds(
  schema: DocumentNode,
  rows: readonly [
    keyword: string,
    isKept: (value: never, bound: never) => boolean,
    words: (bound: Bound) => string,
    comparison?: string,
  ][],
): Check[] {
  return rows.flatMap(([keyword, isKept, words, comparison]) => {
    const bound = schema[keyword]
    if (!isNumeric(bound)) return []
    const message = `must ${words(bound)}`
    const params = comparison === undefined ? { [keyword]: bound } : { comparison, limit: bound }
    const test = isKept as (value: unknown, bound: Bound) => boolean
    // A double cannot tell the greatest int64 from the integer above it.
    const near = typeof bound === 'bigint' ? Number(bound) : bound
    const keeps = (value: unknown) => test(value, typeof value === 'bigint' ? bound : near)
    return [(value, place) => keeps(value) || fail(place, value, schema, keyword, params, message)] as Check[]
  })
}

function checksOfNumbers(schema: DocumentNode): Check[] {
  return [
    ...bounds(schema, [
      ['minimum', (value: Bound, bound: Bound) => value >= bound, (bound) => `be >= ${bound}`, '>='],
      ['maximum', (value: Bound, bound: Bound) => value <= bound, (bound) => `be <= ${bound}`, '<='],
      ['exclusiveMinimum', (value: Bound, bound: Bound) => value > bound, (bound) => `be > ${bound}`, '>'],
      ['exclusiveMaximum', (value: Bound, bound: Bound) => value < bound, (bound) => `be < ${bound}`, '<'],
      ['multipleOf', isMultiple, (bound) => `be multiple of ${bound}`],
    ]),
    ...checkFormat(schema, 'number'),
  ]
}

/** The bounds of a size, such as `maxItems` and `minItems`. */
function sizes<Value>(
  schema: DocumentNode,
  [suffix, noun]: readonly [suffix: string, noun: string],
  isAtMost: (value: Value, bound: Bound) => boolean,
  isAtLeast: (value: Value, bound: Bound) => boolean,
): Check[] {
  return bounds(schema, [
    [`max${suffix}`, isAtMost, (bound) => `NOT have more than ${plural(bound, noun)}`, 'max'],
    [`min${suffix}`, isAtLeast, (bound) => `NOT have fewer than ${plural(bound, noun)}`, 'min'],
  ])
}

function plural(bound: Bound, noun: string): string {
  const isOne = Number(bound) === 1
  return `${bound} ${noun}${noun === 'propert' ? (isOne ? 'y' : 'ies') : isOne ? '' : 's'}`
}

function checksOfTexts(schema: DocumentNode): Check[] {
  const checks = sizes(
    schema,
    ['Length', 'character'],
    (text: string, bound) => text.length <= bound || lengthOf(text) <= bound,
    (text: string, bound) => text.length >= bound && lengthOf(text) >= bound,
  )
  const { pattern } = schema
  if (typeof pattern === 'string') {
    const compiled = patternOf(pattern)
    checks.push(
      (value, place) =>
        compiled.test(value as string) ||
        fail(place, value, schema, 'pattern', { pattern }, `must match pattern "${pattern}"`),
    )
  }
  return [...checks, ...checkFormat(schema, 'string')]
}

function checkFormat(schema: DocumentNode, type: 'string' | 'number'): Check[] {
  const { format } = schema
  const known = typeof format === 'string' ? formatOf(format) : undefined
  if (known?.type !== type) return []
  const { test } = known
  return [
    (value, place) =>
      test(value as never) || fail(place, value, schema, 'format', { format }, `must match format "${format}"`),
  ]
}

/** A pattern that only a backtracking engine runs is run by it. Documents are read without such patterns. */
function patternOf(source: string): LinearPattern {
  const known = patterns.get(source)
  if (known) return known
  let compiled: LinearPattern
  try {
    compiled = compilePattern(source)
  } catch {
    compiled = new RegExp(source, 'u')
  }
  patterns.set(source, compiled)
  return compiled
}

const patterns = new Map<string, LinearPattern>()

function checksOfLists(schema: DocumentNode, compiler: Compiler): Check[] {
  const checks = sizes(
    schema,
    ['Items', 'item'],
    (list: unknown[], bound) => list.length <= bound,
    (list: unknown[], bound) => list.length >= bound,
  )
  if (schema.uniqueItems === true)
    checks.push((value, place) => {
      const [j, i] = findDuplicate(value as unknown[]) ?? []
      if (i === undefined) return true
      return fail(
        place,
        value,
        schema,
        'uniqueItems',
        { i, j },
        `must NOT have duplicate items (items ## ${j} and ${i} are identical)`,
      )
    })
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems.map((one) => compiler.checkOf(one)) : []
  const { items } = schema
  const rest = items === undefined || items === true ? undefined : compiler.checkOf(items)
  if (prefix.length > 0 || rest)
    checks.push((value, place, scope) => {
      const list = value as unknown[]
      if (items === false && list.length > prefix.length)
        return fail(
          place,
          value,
          schema,
          'items',
          { limit: prefix.length },
          `must NOT have more than ${plural(prefix.length, 'item')}`,
        )
      let isValid = true
      const end = rest ? list.length : Math.min(prefix.length, list.length)
      for (let index = 0; index < end; index++) {
        const check = prefix[index] ?? rest
        if (check?.(list[index], inside(place, index), scope) !== false) continue
        if (isFull(place)) return false
        isValid = false
      }
      return isValid
    })
  return [...checks, ...checkContains(schema, compiler)]
}

function checkContains(schema: DocumentNode, compiler: Compiler): Check[] {
  if (schema.contains === undefined) return []
  const check = compiler.checkOf(schema.contains)
  const min = isNumeric(schema.minContains) ? schema.minContains : 1
  const max = isNumeric(schema.maxContains) ? schema.maxContains : Number.POSITIVE_INFINITY
  const words = `must contain at least ${min}${max === Number.POSITIVE_INFINITY ? '' : ` and no more than ${max}`} valid item(s)`
  return [
    (value, place, scope) => {
      let count = 0
      for (const item of value as unknown[]) if (check(item, undefined, scope)) count++
      return (
        (count >= min && count <= max) ||
        fail(place, value, schema, 'contains', { minContains: min, maxContains: max }, words)
      )
    },
  ]
}

function checksOfObjects(schema: DocumentNode, compiler: Compiler, unsent: ReadonlySet<string>): Check[] {
  const checks = sizes(
    schema,
    ['Properties', 'propert'],
    (value: object, bound) => Object.keys(value).length <= bound,
    (value: object, bound) => Object.keys(value).length >= bound,
  )
  const required = Array.isArray(schema.required) ? schema.required.map(String).filter((name) => !unsent.has(name)) : []
  if (required.length > 0)
    checks.push((value, place) => {
      let isValid = true
      for (const missingProperty of required) {
        if (has(value, missingProperty)) continue
        isValid = fail(
          place,
          value,
          schema,
          'required',
          { missingProperty },
          `must have required property '${missingProperty}'`,
        )
        if (isFull(place)) return false
      }
      return isValid
    })
  return [
    ...checks,
    ...checkMembers(schema, compiler),
    ...checkNames(schema, compiler),
    ...checksOfDependents(schema, compiler),
  ]
}

/** A member without a value is none: JSON would not have it. Only few names are ever inherited. */
function has(value: unknown, name: string): boolean {
  return (value as Members)[name] !== undefined && (!inherited.has(name) || Object.hasOwn(value as object, name))
}

const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

type Members = Readonly<Record<string, unknown>>

function checkMembers(schema: DocumentNode, compiler: Compiler): Check[] {
  const { properties, patternProperties, additionalProperties } = schema
  const named = Object.entries(Object(properties) as Members).map(([name, member]) => ({
    name,
    check: memberCheck(member, compiler),
    isInherited: inherited.has(name),
  }))
  const patterned = Object.entries(Object(patternProperties) as Members).map(([pattern, member]) => ({
    pattern: patternOf(pattern),
    check: compiler.checkOf(member),
  }))
  const checks: Check[] = []
  const known = named.filter(({ check }) => check !== always)
  if (known.length > 0)
    checks.push((value, place, scope) => {
      let isValid = true
      for (let index = 0; index < known.length; index++) {
        const { name, check, isInherited } = known[index] as (typeof known)[number]
        const member = (value as Members)[name]
        if (member === undefined || (isInherited && !Object.hasOwn(value as object, name))) continue
        if (check(member, inside(place, name), scope)) continue
        if (isFull(place)) return false
        isValid = false
      }
      return isValid
    })
  const others =
    additionalProperties === undefined || additionalProperties === true
      ? undefined
      : compiler.checkOf(additionalProperties)
  if (patterned.length === 0 && !others) return checks
  const names = new Set(named.map(({ name }) => name))
  checks.push((value, place, scope) => {
    let isValid = true
    for (const name of Object.keys(value as object)) {
      const member = (value as Members)[name]
      if (member === undefined) continue
      let isKnown = names.has(name)
      let isMemberValid = true
      for (const { pattern, check } of patterned) {
        if (!pattern.test(name)) continue
        isKnown = true
        isMemberValid = check(member, inside(place, name), scope) && isMemberValid
      }
      if (!isKnown && others)
        isMemberValid =
          additionalProperties === false
            ? fail(
                place,
                value,
                schema,
                'additionalProperties',
                { additionalProperty: name },
                'must NOT have additional properties',
              )
            : others(member, inside(place, name), scope)
      if (isMemberValid) continue
      if (isFull(place)) return false
      isValid = false
    }
    return isValid
  })
  return checks
}

/** A member that the other side alone sends is an error here, where that is asked for. */
function memberCheck(member: unknown, compiler: Compiler): Check {
  const check = compiler.checkOf(member)
  const { unsent, refusesUnsent } = compiler
  if (!refusesUnsent || !isUnsent(member, compiler)) return check
  return (value, place, scope) =>
    value === null
      ? check(value, place, scope)
      : fail(place, value, Object(member), unsent, {}, `must NOT be sent, because it is ${unsent}`)
}

function checkNames(schema: DocumentNode, compiler: Compiler): Check[] {
  if (schema.propertyNames === undefined) return []
  const check = compiler.checkOf(schema.propertyNames)
  return [
    (value, place, scope) => {
      let isValid = true
      for (const propertyName of Object.keys(value as object)) {
        if (check(propertyName, place, scope)) continue
        isValid = fail(place, value, schema, 'propertyNames', { propertyName }, 'property name must be valid')
        if (isFull(place)) return false
      }
      return isValid
    },
  ]
}

function checksOfDependents(
  { dependentRequired, dependentSchemas, ...schema }: DocumentNode,
  compiler: Compiler,
): Check[] {
  const names = Object.entries(Object(dependentRequired) as Members).flatMap(([property, needed]): Check[] =>
    (Array.isArray(needed) ? needed.map(String) : []).map(
      (missingProperty) => (value, place) =>
        !has(value, property) ||
        has(value, missingProperty) ||
        fail(
          place,
          value,
          schema,
          'dependentRequired',
          { property, missingProperty },
          `must have property ${missingProperty} when property ${property} is present`,
        ),
    ),
  )
  const parts = Object.entries(Object(dependentSchemas) as Members).map(([property, part]): Check => {
    const check = compiler.checkOf(part)
    return (value, place, scope) => !has(value, property) || check(value, place, scope)
  })
  return [...names, ...parts]
}

/** Schemas that judge the value itself. */
function checksOfParts(schema: DocumentNode, compiler: Compiler, unsent: ReadonlySet<string>): Check[] {
  const { $ref, $dynamicRef, allOf, anyOf, oneOf, not } = schema
  const partOf = (part: unknown) => (unsent.size > 0 ? compileSchema(part, compiler, unsent) : compiler.checkOf(part))
  return [
    ...(typeof $ref === 'string' ? [checkReference($ref, compiler, unsent)] : []),
    ...(typeof $dynamicRef === 'string' ? [checkDynamicReference($dynamicRef, compiler)] : []),
    ...(Array.isArray(allOf) ? allOf.map(partOf) : []),
    ...(Array.isArray(anyOf) ? [checkAnyOf(schema, anyOf, compiler)] : []),
    ...(Array.isArray(oneOf) ? [checkOneOf(schema, oneOf, compiler)] : []),
    ...(not === undefined ? [] : [checkNot(schema, compiler.checkOf(not))]),
    ...checkCondition(schema, compiler),
  ].filter((check) => check !== always)
}

/** Its target is compiled when it is first needed: it may be the schema itself. */
function checkReference(ref: string, compiler: Compiler, unsent: ReadonlySet<string>): Check {
  let check: Check | undefined
  return (value, place, scope) => {
    if (!check) {
      const target = lastTarget(ref, compiler)
      check = unsent.size > 0 ? compileSchema(target, compiler, unsent) : compiler.checkOf(target)
    }
    return check(value, place, scope)
  }
}

function checkDynamicReference(ref: string, compiler: Compiler): Check {
  const initial = compiler.resolve(ref)
  const { $dynamicAnchor: name } = Object(initial)
  if (typeof name !== 'string') return checkReference(ref, compiler, none)
  return (value, place, scope) => compiler.checkOf(dynamicTarget(name, initial, compiler, scope))(value, place, scope)
}

function checkAnyOf(schema: DocumentNode, parts: readonly unknown[], compiler: Compiler): Check {
  const checks = parts.map((part) => compiler.checkOf(part))
  const explain = failBranches(schema, 'anyOf', 'must match a schema in anyOf', checks, compiler)
  return (value, place, scope) => {
    if (checks.some((check) => check(value, undefined, scope))) return true
    return explain(value, place, scope)
  }
}

function checkOneOf(schema: DocumentNode, parts: readonly unknown[], compiler: Compiler): Check {
  const checks = parts.map((part) => compiler.checkOf(part))
  const explain = failBranches(schema, 'oneOf', 'must match exactly one schema in oneOf', checks, compiler)
  return (value, place, scope) => {
    let first = -1
    for (const [index, check] of checks.entries()) {
      if (!check(value, undefined, scope)) continue
      if (first >= 0)
        return fail(
          place,
          value,
          schema,
          'oneOf',
          { passingSchemas: [first, index] },
          'must match exactly one schema in oneOf',
        )
      first = index
    }
    if (first >= 0) return true
    return explain(value, place, scope)
  }
}

/** The errors of the branches: of one alone, where a discriminator names it, or where no other one has values of this kind. */
function failBranches(
  schema: DocumentNode,
  keyword: 'anyOf' | 'oneOf',
  message: string,
  checks: readonly Check[],
  { namesOf }: Compiler,
): Check {
  const branches = schema[keyword] as readonly unknown[]
  return (value, place, scope) => {
    if (!place) return false
    const found = checks.map((check) => {
      const own: Place = { ...place, errors: [] }
      check(value, own, scope)
      return own.errors
    })
    const { discriminator } = schema
    const property = isMapping(discriminator) && isMapping(value) ? String(discriminator.propertyName) : undefined
    const named = property === undefined ? undefined : Object(value)[property]
    const namesAt = (index: number) => namesOf(discriminator, String(Object(branches[index]).$ref))
    const chosen = found.filter((_, index) => named !== undefined && namesAt(index).includes(String(named)))
    // Without a mapping, branches may have other values than their names.
    if (property !== undefined && named !== undefined && chosen.length === 0 && Object(discriminator).mapping) {
      const allowedValues = branches.flatMap((_, index) => namesAt(index))
      const at = { ...place, around: place, name: property }
      return fail(at, named, schema, 'enum', { allowedValues }, 'must be equal to one of the allowed values')
    }
    const at = pointerOf(place)
    const near = found.filter(
      (errors) => !errors.some(({ keyword, instancePath }) => instancePath === at && isOfKind.has(keyword)),
    )
    const [only] = chosen.length === 1 ? chosen : near.length === 1 ? near : []
    for (const error of only ?? found.flat()) if (place.errors.length < place.max) place.errors.push(error)
    return only ? false : fail(place, value, schema, keyword, {}, message)
  }
}

/** Keywords that say what kind of value a branch is for. */
const isOfKind = new Set(['type', 'const', 'enum', 'false schema'])

function checkNot(schema: DocumentNode, check: Check): Check {
  return (value, place, scope) =>
    !check(value, undefined, scope) || fail(place, value, schema, 'not', {}, 'must NOT be valid')
}

function checkCondition(schema: DocumentNode, compiler: Compiler): Check[] {
  const { if: condition, then: yes, else: no } = schema
  if (condition === undefined || (yes === undefined && no === undefined)) return []
  const [test, ofYes, ofNo] = [condition, yes ?? true, no ?? true].map((one) => compiler.checkOf(one)) as [
    Check,
    Check,
    Check,
  ]
  return [
    (value, place, scope) => {
      const isMet = test(value, undefined, scope)
      if ((isMet ? ofYes : ofNo)(value, place, scope)) return true
      const failingKeyword = isMet ? 'then' : 'else'
      return fail(place, value, schema, 'if', { failingKeyword }, `must match "${failingKeyword}" schema`)
    },
  ]
}

function checksOfUnevaluated(schema: DocumentNode, compiler: Compiler): Check[] {
  const evaluatedOf = (value: unknown, scope: Scope | undefined): Evaluated => {
    const { unevaluatedItems: _, unevaluatedProperties: __, ...others } = schema
    return collectEvaluated(others, value, compiler, scope)
  }
  const checks: Check[] = []
  if (schema.unevaluatedProperties !== undefined) {
    const check = compiler.checkOf(schema.unevaluatedProperties)
    const isClosed = schema.unevaluatedProperties === false
    checks.push((value, place, scope) => {
      if (!isMapping(value)) return true
      const { all, names } = evaluatedOf(value, scope)
      if (all) return true
      let isValid = true
      for (const name of Object.keys(value)) {
        if (names.has(name) || value[name] === undefined) continue
        if (isClosed)
          fail(
            place,
            value,
            schema,
            'unevaluatedProperties',
            { unevaluatedProperty: name },
            'must NOT have unevaluated properties',
          )
        else if (check(value[name], inside(place, name), scope)) continue
        if (isFull(place)) return false
        isValid = false
      }
      return isValid
    })
  }
  if (schema.unevaluatedItems !== undefined) {
    const check = compiler.checkOf(schema.unevaluatedItems)
    checks.push((value, place, scope) => {
      if (!Array.isArray(value)) return true
      const { all, names } = evaluatedOf(value, scope)
      if (all) return true
      const left = [...value.keys()].filter((index) => !names.has(String(index)))
      if (schema.unevaluatedItems === false && left.length > 0)
        return fail(
          place,
          value,
          schema,
          'unevaluatedItems',
          { limit: left[0] },
          `must NOT have more than ${plural(left[0] ?? 0, 'item')}`,
        )
      let isValid = true
      for (const index of left) {
        if (check(value[index], inside(place, index), scope)) continue
        if (isFull(place)) return false
        isValid = false
      }
      return isValid
    })
  }
  return checks
}
