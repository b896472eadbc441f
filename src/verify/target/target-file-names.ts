import type { InterfaceChecks } from '../../check/check.ts'
import { isObject } from '../../contract/json-pointer.ts'
import { unknownName } from './nearest-name.ts'
import { type Diagnostic, membersOf } from './target-file-document.ts'

/** What is known of one interface. */
export interface KnownNames {
  checks: InterfaceChecks<Record<string, unknown>>
  /** First values of its server variables. */
  variables: Readonly<Record<string, string>>
  /** Names of the addresses that some of its paths have for themselves. */
  furtherUrls: readonly string[]
}

/** What a target file names and the checks do not know, and URLs that are none. The file may have any shape. */
export function findUnknownNames(value: unknown, known: ReadonlyMap<string, KnownNames>): Diagnostic[] {
  if (!isObject(value)) return []
  const { interfaces, control } = value
  return [
    ...membersOf(interfaces).flatMap(([name, entry]) => {
      const about = known.get(name)
      return about && isObject(entry) ? diagnosticsOfEntry(['interfaces', name], entry, about) : []
    }),
    ...(isObject(control) ? diagnosticsOfUrl(['control', 'url'], control.url, []) : []),
  ]
}

function diagnosticsOfEntry(
  path: readonly string[],
  entry: Record<string, unknown>,
  { checks, variables, furtherUrls }: KnownNames,
): Diagnostic[] {
  const among = (key: string, what: string, names: readonly string[]) =>
    unknownMembers([...path, key], entry[key], what, names)
  const ofRoles = membersOf(entry.credentials).flatMap(([name, values]) => {
    const role = Object.hasOwn(checks.roles, name) ? checks.roles[name] : undefined
    if (!role || !isObject(values)) return []
    const at = [...path, 'credentials', name]
    const missing = Object.entries(role.values).filter(([value]) => !Object.hasOwn(values, value))
    return [
      ...unknownMembers(at, values, 'value', Object.keys(role.values)),
      ...missing.map(([value, description]) => ({
        path: at,
        message: `${at.join('.')} has no '${value}', ${description}`,
      })),
    ]
  })
  return [
    ...diagnosticsOfUrl([...path, 'baseUrl'], entry.baseUrl, Object.keys(variables)),
    ...among('furtherUrls', 'address', furtherUrls),
    ...membersOf(entry.furtherUrls).flatMap(([name, url]) =>
      diagnosticsOfUrl([...path, 'furtherUrls', name], url, Object.keys(variables)),
    ),
    ...among('credentials', 'role', Object.keys(checks.roles)),
    ...ofRoles,
    ...among('resources', 'resource', Object.keys(checks.resources ?? {})),
    ...among('variables', 'variable', Object.keys(variables)),
  ]
}

function unknownMembers(path: readonly string[], value: unknown, what: string, known: readonly string[]): Diagnostic[] {
  return membersOf(value)
    .filter(([name]) => !known.includes(name))
    .map(([name]) => ({ path: [...path, name], message: `${path.join('.')} has ${unknownName(what, name, known)}` }))
}

/** A URL is repeated in no message: it may hold a password. */
function diagnosticsOfUrl(path: readonly string[], text: unknown, variables: readonly string[]): Diagnostic[] {
  if (typeof text !== 'string') return []
  const diagnostic = (message: string): Diagnostic => ({ path, message: `${path.join('.')} ${message}` })
  const unknown = [...text.matchAll(/\{([^}]*)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !variables.includes(name))
  if (unknown.length > 0) return unknown.map((name) => diagnostic(`has ${unknownName('variable', name, variables)}`))
  const plain = text.replace(/\{[^}]*\}/g, 'x')
  if (!URL.canParse(plain)) return [diagnostic('is no absolute URL')]
  const { protocol, username, password, search, hash } = new URL(plain)
  if (!/^https?:$/.test(protocol)) return [diagnostic('must begin with http:// or https://')]
  return [
    ...(username || password ? [diagnostic('holds a user or a password; credentials go below `credentials`')] : []),
    ...(search || hash ? [diagnostic('has a query or a fragment, to which no path can be added')] : []),
  ]
}
