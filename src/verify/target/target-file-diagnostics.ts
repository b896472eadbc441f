import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { InterfaceChecks } from '../../check/check.ts'
import { isMapping, isObject, namesIn } from '../../contract/json-pointer.ts'
import type { SchemaError } from '../../contract/schema/schema-error.ts'
import { schemasOf } from '../../contract/schema/schemas.ts'
import { suggest } from '../../contract/suggest.ts'
import { rootUrl } from '../../workspace/root.ts'
import { idsOf } from '../runner/known.ts'
import { variableOf } from './target-from-flags.ts'

/** A mistake in a target file. */
export interface Diagnostic {
  /** Names of the members that lead to it; empty for the file as a whole. */
  path: readonly string[]
  /** The rest of a sentence whose subject is the path: what is wrong, and how to mend it. Repeats no value: it may be a secret. */
  message: string
}

/** The names that one interface has. */
export interface KnownNames {
  checks: InterfaceChecks<Record<string, unknown>>
  /** First values of the server variables. */
  variables: Readonly<Record<string, string>>
  /** Variables whose paths have their own address. */
  furtherUrls: readonly string[]
  /** IDs of the catalogue. */
  rules: readonly string[]
  operations: readonly string[]
}

/** All mistakes that the file shows by itself. The file may have any shape. */
export function findMistakes(
  file: unknown,
  known: ReadonlyMap<string, KnownNames>,
  interfaces: readonly string[],
): Diagnostic[] {
  const { interfaces: entries, control } = isObject(file) ? file : {}
  return [
    ...findWrongShape(file),
    ...findUnknownMembers(['interfaces'], entries, 'interface', interfaces),
    ...membersOf(entries).flatMap(([name, entry]) => {
      const names = known.get(name)
      return names && isObject(entry) ? findInEntry(['interfaces', name], entry, names) : []
    }),
    ...findInUrl(['control', 'url'], isObject(control) ? control.url : undefined, []),
  ]
}

/** Members of a map; none of any other value. */
export function membersOf(value: unknown): [name: string, value: unknown][] {
  return isMapping(value) ? Object.entries(value) : []
}

function findInEntry(
  path: readonly string[],
  entry: Record<string, unknown>,
  { checks, variables, furtherUrls, rules, operations }: KnownNames,
): Diagnostic[] {
  const variableNames = Object.keys(variables)
  const among = (key: string, what: string, names: readonly string[]) =>
    findUnknownMembers([...path, key], entry[key], what, names)
  return [
    ...findInUrl([...path, 'baseUrl'], entry.baseUrl, variableNames),
    ...membersOf(entry.furtherUrls).flatMap(([name, url]) =>
      findInUrl([...path, 'furtherUrls', name], url, variableNames),
    ),
    ...among('furtherUrls', 'address', furtherUrls),
    ...among('credentials', 'role', Object.keys(checks.roles)),
    ...membersOf(entry.credentials).flatMap(([name, values]) => {
      const role = Object.hasOwn(checks.roles, name) ? checks.roles[name] : undefined
      return role && isObject(values) ? findInRole([...path, 'credentials', name], values, role.values) : []
    }),
    ...among('resources', 'resource', Object.keys(checks.resources ?? {})),
    ...among('variables', 'variable', variableNames),
    ...['may', 'reads'].flatMap((key) =>
      (Array.isArray(entry[key]) ? entry[key].map(String) : [])
        .filter((id) => !operations.includes(id) && !(key === 'may' && id === 'all'))
        .map((id) => ({
          path: [...path, key],
          message: `has an unknown operation '${id}'; ${suggest(id, operations)}`,
        })),
    ),
    ...membersOf(entry.known).flatMap(([ids]) =>
      idsOf(ids).flatMap((id) => (rules.includes(id) ? [] : [unknownMember([...path, 'known'], id, 'rule', rules)])),
    ),
  ]
}

function findInRole(
  path: readonly string[],
  given: Record<string, unknown>,
  descriptions: Readonly<Record<string, string>>,
): Diagnostic[] {
  const missing = Object.entries(descriptions).filter(([name]) => !Object.hasOwn(given, name))
  return [
    ...findUnknownMembers(path, given, 'value', Object.keys(descriptions)),
    ...missing.map(([name, description]) => ({ path, message: `has no '${name}', ${description}` })),
  ]
}

function findUnknownMembers(
  path: readonly string[],
  value: unknown,
  what: string,
  known: readonly string[],
): Diagnostic[] {
  return membersOf(value)
    .filter(([name]) => !known.includes(name))
    .map(([name]) => unknownMember(path, name, what, known))
}

function unknownMember(path: readonly string[], name: string, what: string, known: readonly string[]): Diagnostic {
  return { path: [...path, name], message: `is an unknown ${what}; ${suggest(name, known)}` }
}

function findInUrl(path: readonly string[], text: unknown, variables: readonly string[]): Diagnostic[] {
  return typeof text === 'string' ? mistakesOfUrl(text, variables).map((message) => ({ path, message })) : []
}

function mistakesOfUrl(text: string, variables: readonly string[]): string[] {
  const names = [...text.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)
  const unknown = names.filter((name) => !variables.includes(name))
  if (unknown.length > 0) return unknown.map((name) => `has an unknown variable '${name}'; ${suggest(name, variables)}`)
  const url = URL.parse(text.replace(/\{[^}]*\}/g, 'x'))
  if (!url) return ['is not an absolute URL']
  if (!/^https?:$/.test(url.protocol)) return ['must begin with http:// or https://']
  return [
    ...(url.username || url.password ? ['contains a user or a password; credentials belong below `credentials`'] : []),
    ...(url.search || url.hash ? ['has a query or a fragment; remove it, because paths are added to this URL'] : []),
  ]
}

const schema: { $defs: { fromEnvironment: object; date: object } } & Record<string, unknown> = parse(
  readFileSync(new URL('schemas/target.schema.yaml', rootUrl), 'utf8'),
)

function findWrongShape(value: unknown): Diagnostic[] {
  return schemasOf(schema).errors(schema, value).map(explainError)
}

function explainError({ keyword, instancePath, member, parentSchema, data, message }: SchemaError): Diagnostic {
  const path = namesIn(instancePath)
  const isSecret = parentSchema === schema.$defs.fromEnvironment
  if (isSecret && (keyword === 'type' || keyword === 'additionalProperties'))
    return {
      path,
      message: `must name the environment variable of the secret, such as {env: ${variableOf(...path.filter((name) => name !== 'interfaces' && name !== 'credentials'))}}; files must not contain secrets`,
    }
  if (keyword === 'additionalProperties')
    return unknownMember(path, String(member), 'key', Object.keys(Object(parentSchema.properties)))
  const messages: Readonly<Record<string, string>> = {
    required: `has no '${member}'`,
    type: `must be ${kinds[String(parentSchema.type)] ?? parentSchema.type}, and is ${kindOf(data)}`,
    enum: `must be one of ${[parentSchema.enum].flat().join(', ')}`,
    pattern:
      parentSchema === schema.$defs.date
        ? 'must be a date, such as 2027-03-01'
        : 'must be the name of an environment variable: letters, digits and underscores',
    minLength: 'is empty',
    minProperties: 'is empty',
  }
  return { path, message: messages[keyword] ?? message }
}

const kinds: Readonly<Record<string, string>> = {
  object: 'a map',
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  return Array.isArray(value) ? 'a list' : (kinds[typeof value] ?? typeof value)
}
