import { below, type DocumentNode, isMapping, isObject } from '../json-pointer.ts'
import { type Check, type Compiler, dynamicTarget, type Place, withoutWrappers } from './compiler.ts'
import { collectEvaluated, type Evaluated } from './evaluated.ts'
import { formatOf } from './formats.ts'
import { findDuplicate, isMultiple, isNumeric, isSameJson, lengthOf } from './json-equality.ts'
import { compilePattern, type LinearPattern } from './pattern.ts'
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

const falseSchema: Check = (value, place) => failing({}, 'false schema')(place, value, 'boolean schema is false')

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

type Fail = (place: Place | undefined, data: unknown, message: string, member?: string) => false

/** Notes errors of a keyword, if errors are collected. */
function failing(parentSchema: DocumentNode, keyword: string): Fail {
  return (place, data, message, member) => {
    if (place && place.errors.length < place.max)
      place.errors.push({ instancePath: pointerOf(place), keyword, message, member, data, parentSchema })
    return false
  }
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
  const fail = failing(schema, 'type')
  return (value, place) => isValid(value) || fail(place, value, message)
}

function checksOfConstants(schema: DocumentNode): Check[] {
  const checks: Check[] = []
  if (Object.hasOwn(schema, 'const')) {
    const fail = failing(schema, 'const')
    checks.push((value, place) => isSameJson(value, schema.const) || fail(place, value, 'must be equal to constant'))
  }
  const { enum: allowedValues } = schema
  if (Array.isArray(allowedValues)) {
    const plain = new Set(allowedValues.filter((one) => !isObject(one)))
    const others = allowedValues.filter((one) => isObject(one) || isNumeric(one))
    const fail = failing(schema, 'enum')
    checks.push(
      (value, place) =>
        plain.has(value) ||
        others.some((one) => isSameJson(one, value)) ||
        fail(place, value, 'must be equal to one of the allowed values'),
    )
  }
  return checks
}

type Bound = number | bigint

/** A check of each keyword that has a bound of this type. */
function bounds(
  schema: DocumentNode,
  rows: readonly [keyword: string, isKept: (value: never, bound: never) => boolean, words: (bound: Bound) => string][],
): Check[] {
  return rows.flatMap(([keyword, isKept, words]) => {
    const bound = schema[keyword]
    if (!isNumeric(bound)) return []
    const message = `must ${words(bound)}`
    const test = isKept as (value: unknown, bound: Bound) => boolean
    // A double cannot tell the greatest int64 from the integer above it.
    const near = typeof bound === 'bigint' ? Number(bound) : bound
    const keeps = (value: unknown) => test(value, typeof value === 'bigint' ? bound : near)
    const fail = failing(schema, keyword)
    return [(value, place) => keeps(value) || fail(place, value, message)] as Check[]
  })
}

function checksOfNumbers(schema: DocumentNode): Check[] {
  return [
    ...bounds(schema, [
      ['minimum', (value: Bound, bound: Bound) => value >= bound, (bound) => `be >= ${bound}`],
      ['maximum', (value: Bound, bound: Bound) => value <= bound, (bound) => `be <= ${bound}`],
      ['exclusiveMinimum', (value: Bound, bound: Bound) => value > bound, (bound) => `be > ${bound}`],
      ['exclusiveMaximum', (value: Bound, bound: Bound) => value < bound, (bound) => `be < ${bound}`],
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
    [`max${suffix}`, isAtMost, (bound) => `NOT have more than ${plural(bound, noun)}`],
    [`min${suffix}`, isAtLeast, (bound) => `NOT have fewer than ${plural(bound, noun)}`],
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
    const fail = failing(schema, 'pattern')
    checks.push(
      (value, place) => compiled.test(value as string) || fail(place, value, `must match pattern "${pattern}"`),
    )
  }
  return [...checks, ...checkFormat(schema, 'string')]
}

function checkFormat(schema: DocumentNode, type: 'string' | 'number'): Check[] {
  const { format } = schema
  const known = typeof format === 'string' ? formatOf(format) : undefined
  if (known?.type !== type) return []
  const { test } = known
  const fail = failing(schema, 'format')
  return [(value, place) => test(value as never) || fail(place, value, `must match format "${format}"`)]
}

/** A pattern that only a backtracking engine runs is run by it. Documents are read without such patterns. */
function patternOf(source: string): LinearPattern {
  try {
    return compilePattern(source)
  } catch {
    return new RegExp(source, 'u')
  }
}

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
      const message = `must NOT have duplicate items (items ## ${j} and ${i} are identical)`
      return failing(schema, 'uniqueItems')(place, value, message)
    })
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems.map((one) => compiler.checkOf(one)) : []
  const { items } = schema
  const rest = items === undefined || items === true ? undefined : compiler.checkOf(items)
  const tooMany = `must NOT have more than ${plural(prefix.length, 'item')}`
  if (prefix.length > 0 || rest)
    checks.push((value, place, scope) => {
      const list = value as unknown[]
      if (items === false && list.length > prefix.length) return failing(schema, 'items')(place, value, tooMany)
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
  const fail = failing(schema, 'contains')
  const words = `must contain at least ${min}${max === Number.POSITIVE_INFINITY ? '' : ` and no more than ${max}`} valid item(s)`
  return [
    (value, place, scope) => {
      let count = 0
      for (const item of value as unknown[]) if (check(item, undefined, scope)) count++
      return (count >= min && count <= max) || fail(place, value, words)
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
  const fail = failing(schema, 'required')
  if (required.length > 0)
    checks.push((value, place) => {
      let isValid = true
      for (const missing of required) {
        if (has(value, missing)) continue
        isValid = fail(place, value, `must have required property '${missing}'`, missing)
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
  const fail = failing(schema, 'additionalProperties')
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
            ? fail(place, value, 'must NOT have additional properties', name)
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
  const fail = failing(Object(member), unsent)
  return (value, place, scope) =>
    value === null ? check(value, place, scope) : fail(place, value, `must NOT be sent, because it is ${unsent}`)
}

function checkNames(schema: DocumentNode, compiler: Compiler): Check[] {
  if (schema.propertyNames === undefined) return []
  const check = compiler.checkOf(schema.propertyNames)
  const fail = failing(schema, 'propertyNames')
  return [
    (value, place, scope) => {
      let isValid = true
      for (const propertyName of Object.keys(value as object)) {
        if (check(propertyName, place, scope)) continue
        isValid = fail(place, value, 'property name must be valid')
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
  const fail = failing(schema, 'dependentRequired')
  const names = Object.entries(Object(dependentRequired) as Members).flatMap(([property, needed]): Check[] =>
    (Array.isArray(needed) ? needed.map(String) : []).map(
      (missing) => (value, place) =>
        !has(value, property) ||
        has(value, missing) ||
        fail(place, value, `must have property ${missing} when property ${property} is present`, missing),
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
      const target = withoutWrappers(compiler.resolve(ref), compiler)
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
  const message = 'must match exactly one schema in oneOf'
  const explain = failBranches(schema, 'oneOf', message, checks, compiler)
  return (value, place, scope) => {
    let first = -1
    for (const [index, check] of checks.entries()) {
      if (!check(value, undefined, scope)) continue
      if (first >= 0) return failing(schema, 'oneOf')(place, value, message)
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
      return failing({ enum: allowedValues }, 'enum')(at, named, 'must be equal to one of the allowed values')
    }
    const at = pointerOf(place)
    const near = found.filter(
      (errors) => !errors.some(({ keyword, instancePath }) => instancePath === at && isOfKind.has(keyword)),
    )
    const [only] = chosen.length === 1 ? chosen : near.length === 1 ? near : []
    for (const error of only ?? found.flat()) if (place.errors.length < place.max) place.errors.push(error)
    return only ? false : failing(schema, keyword)(place, value, message)
  }
}

/** Keywords that say what kind of value a branch is for. */
const isOfKind = new Set(['type', 'const', 'enum', 'false schema'])

function checkNot(schema: DocumentNode, check: Check): Check {
  const fail = failing(schema, 'not')
  return (value, place, scope) => !check(value, undefined, scope) || fail(place, value, 'must NOT be valid')
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
      return failing(schema, 'if')(place, value, `must match "${failingKeyword}" schema`)
    },
  ]
}

function checksOfUnevaluated(schema: DocumentNode, compiler: Compiler): Check[] {
  return [
    ...checkUnevaluated(schema, 'unevaluatedProperties', isMapping, compiler),
    ...checkUnevaluated(schema, 'unevaluatedItems', Array.isArray, compiler),
  ]
}

function checkUnevaluated(
  schema: DocumentNode,
  keyword: 'unevaluatedProperties' | 'unevaluatedItems',
  hasType: (value: unknown) => boolean,
  compiler: Compiler,
): Check[] {
  const { [keyword]: part } = schema
  if (part === undefined) return []
  const { unevaluatedItems: _, unevaluatedProperties: __, ...others } = schema
  const check = compiler.checkOf(part)
  const fail = failing(schema, keyword)
  return [
    (value, place, scope) => {
      const { all, names } = hasType(value) ? collectEvaluated(others, value, compiler, scope) : everything
      let isValid = true
      for (const [name, member] of all ? [] : Object.entries(value as object)) {
        if (names.has(name) || member === undefined) continue
        // A list is too long once.
        if (part === false && Array.isArray(value))
          return fail(place, value, `must NOT have more than ${plural(Number(name), 'item')}`)
        if (part === false) fail(place, value, 'must NOT have unevaluated properties', name)
        else if (check(member, inside(place, name), scope)) continue
        isValid = false
        if (isFull(place)) break
      }
      return isValid
    },
  ]
}

const everything: Evaluated = { all: true, names: new Set() }
