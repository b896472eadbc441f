import { posix } from 'node:path'
import type { YamlFile } from '../../../contract/yaml-file.ts'
import { reachableFrom, type SpecFolder } from '../../specs/spec-folder.ts'
import { createCompiler } from './assert-compilable.ts'

type Path = (string | number)[]

const single = ['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else']
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const maps = ['properties', 'patternProperties', '$defs', 'dependentSchemas']

/** Position of the innermost schema that AJV cannot compile even alone: `file:line:column`. */
export function findUncompilableSchema(document: string, folder: SpecFolder): string | undefined {
  const compile = createCompiler()
  for (const file of reachableFrom(document, folder)) {
    const yaml = folder.files.get(file)
    if (!yaml) continue
    for (const [schema, path] of schemasIn(yaml)) {
      const found = innermost(schema, path)
      if (!found) continue
      const { line, column } = yaml.at(found)
      return `${file}:${line}:${column}`
    }
  }
  return undefined

  function innermost(schema: unknown, path: Path): Path | undefined {
    if (typeof schema !== 'object' || schema === null) return undefined
    for (const [child, key] of childrenOf(schema as Record<string, unknown>)) {
      const found = innermost(child, [...path, ...key])
      if (found) return found
    }
    return compile(blankReferences(schema) as object) === undefined ? undefined : path
  }
}

/** A file of `schemas/` is a schema; in other files, the value of each key `schema` is one. */
function* schemasIn(yaml: YamlFile): Generator<[schema: unknown, path: Path]> {
  if (posix.basename(posix.dirname(yaml.file)) === 'schemas') yield [yaml.data, []]
  else yield* underSchemaKeys(yaml.data, [])
}

function* underSchemaKeys(node: unknown, path: Path): Generator<[schema: unknown, path: Path]> {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    const here = [...path, Array.isArray(node) ? Number(key) : key]
    if (key === 'schema') yield [value, here]
    else yield* underSchemaKeys(value, here)
  }
}

function* childrenOf(schema: Record<string, unknown>): Generator<[child: unknown, key: Path]> {
  for (const key of single) yield [schema[key], [key]]
  for (const key of lists) {
    const list = schema[key]
    if (Array.isArray(list)) for (const [index, child] of list.entries()) yield [child, [key, index]]
  }
  for (const key of maps) {
    for (const [name, child] of Object.entries(Object(schema[key]))) yield [child, [key, name]]
  }
}

/** The target of a reference is checked in its own file. */
function blankReferences(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(blankReferences)
  if (typeof node !== 'object' || node === null) return node
  if ('$ref' in node) return {}
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, blankReferences(value)]))
}
