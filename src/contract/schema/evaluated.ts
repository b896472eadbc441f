import { isMapping } from '../json-pointer.ts'
import { type Compiler, dynamicTarget, type Scope, withoutWrappers } from './compiler.ts'
import { compilePattern } from './pattern.ts'

/** The members of a valid value that a schema has judged: all of them, or those of these names or indices. */
export interface Evaluated {
  all: boolean
  names: Set<string>
}

/** What a schema and the parts that the value matches say of its members, for `unevaluatedProperties` and `unevaluatedItems`. */
export function collectEvaluated(
  schema: unknown,
  value: unknown,
  compiler: Compiler,
  scope: Scope | undefined,
): Evaluated {
  const found: Evaluated = { all: false, names: new Set() }
  collect(schema, value, compiler, scope, found)
  return found
}

function collect(
  schema: unknown,
  value: unknown,
  compiler: Compiler,
  around: Scope | undefined,
  found: Evaluated,
): void {
  if (!isMapping(schema) || found.all) return
  const { 'x-dynamic-anchors': anchors, $ref, $dynamicRef, if: condition } = schema
  const scope = isMapping(anchors) ? { anchors, outer: around } : around
  const enter = (part: unknown) => collect(part, value, compiler, scope, found)
  const accepts = (part: unknown) => compiler.checkOf(part)(value, undefined, scope)
  if (Array.isArray(value)) collectItems(schema, value, compiler, scope, found)
  else if (isMapping(value)) collectNames(schema, value, found)
  if (typeof $ref === 'string') enter(withoutWrappers(compiler.resolve($ref), compiler))
  if (typeof $dynamicRef === 'string') {
    const initial = compiler.resolve($dynamicRef)
    enter(dynamicTarget(String(Object(initial).$dynamicAnchor), initial, compiler, scope))
  }
  for (const part of listOf(schema.allOf)) enter(part)
  for (const part of [...listOf(schema.anyOf), ...listOf(schema.oneOf)]) if (accepts(part)) enter(part)
  if (condition !== undefined) {
    const isMet = accepts(condition)
    if (isMet) enter(condition)
    enter(isMet ? schema.then : schema.else)
  }
  for (const [name, part] of Object.entries(Object(schema.dependentSchemas)))
    if (isMapping(value) && Object.hasOwn(value, name)) enter(part)
}

function collectNames(schema: Readonly<Record<string, unknown>>, value: object, found: Evaluated): void {
  if (schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined) {
    found.all = true
    return
  }
  const properties = Object(schema.properties)
  const patterns = Object.keys(Object(schema.patternProperties)).map(compilePattern)
  for (const name of Object.keys(value))
    if (Object.hasOwn(properties, name) || patterns.some((pattern) => pattern.test(name))) found.names.add(name)
}

function collectItems(
  schema: Readonly<Record<string, unknown>>,
  value: readonly unknown[],
  compiler: Compiler,
  scope: Scope | undefined,
  found: Evaluated,
): void {
  if (schema.items !== undefined || schema.unevaluatedItems !== undefined) {
    found.all = true
    return
  }
  const isContained = schema.contains === undefined ? () => false : compiler.checkOf(schema.contains)
  const { length } = listOf(schema.prefixItems)
  for (const [index, item] of value.entries())
    if (index < length || isContained(item, undefined, scope)) found.names.add(String(index))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
