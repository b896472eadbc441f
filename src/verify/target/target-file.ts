import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isMapping, isObject } from '../../contract/json-pointer.ts'
import { readYamlPart, type YamlPart, type YamlPlace } from '../../contract/yaml-file.ts'
import { loadChecks } from '../../interfaces/load.ts'
import { printable } from '../../printable.ts'
import { UserError } from '../../user-error.ts'
import type { Workspace, WorkspaceInterface } from '../../workspace/workspace.ts'
import { idsOf, probesOf } from '../runner/known.ts'
import {
  type Allowance,
  credentialFrom,
  type Deviations,
  type KnownDeviation,
  type ProductNames,
  type Target,
} from './target.ts'
import { type Diagnostic, findMistakes, type KnownNames, membersOf } from './target-file-diagnostics.ts'

/** The contents of a target file in the form of schemas/target.schema.yaml. */
interface TargetFile {
  title: string
  interfaces: Readonly<Record<string, TargetEntry>>
  control?: { url: string; token?: FromEnvironment }
  tls?: { ca?: string; cert?: string; key?: string; insecure?: boolean }
}

interface TargetEntry {
  baseUrl: string
  furtherUrls?: Readonly<Record<string, string>>
  credentials?: Readonly<Record<string, Readonly<Record<string, FromEnvironment>>>>
  resources?: Readonly<Record<string, string>>
  allow?: Allowance
  may?: string[]
  reads?: string[]
  variables?: Readonly<Record<string, string>>
  timeout?: number
  known?: Readonly<Record<string, KnownDeviation>>
  names?: ProductNames
}

interface FromEnvironment {
  env: string
}

/**
 * The servers that a target file describes, by interface. Secrets come from the environment.
 *
 * @param place of a mapping in the form of schemas/target.schema.yaml
 * @param env without it, secrets are empty: for a plan, which sends nothing
 * @throws {UserError} with all mistakes, each with its line and column
 */
export async function readTargetFile(
  workspace: Pick<Workspace, 'known'>,
  place: YamlPlace,
  env: NodeJS.ProcessEnv | undefined,
): Promise<ReadonlyMap<string, Target>> {
  const yaml = readYamlPart(place)
  const interfaces = workspace.known.map(({ name }) => name)
  const known = await loadKnown(yaml.data, workspace.known)
  const secrets = env ? readSecrets(yaml.data, env) : { values: new Map(), mistakes: [] }
  const certificates = await readCertificates(place.file, yaml.data)
  const mistakes = [...findMistakes(yaml.data, known, interfaces), ...secrets.mistakes, ...certificates.mistakes]
  if (mistakes.length > 0) throw refusal(mistakes, yaml)

  const file = yaml.data as TargetFile
  const entries = Object.entries(file.interfaces).map(([name, entry]) => {
    const values = { secrets: secrets.values, certificates: certificates.texts }
    const at = { file: place.file, line: yaml.keyAt(['interfaces', name]).line }
    return [name, { ...targetOf(file, entry, known.get(name) as KnownNames, values), place: at }] as const
  })
  return new Map(entries)
}

/**
 * Deviations that servers are known for, by interface and rule: from what `--record` writes, or from another target file.
 *
 * @throws {UserError} with all mistakes, each with its line and column
 */
export async function readKnown(
  workspace: Pick<Workspace, 'known'>,
  place: YamlPlace,
): Promise<ReadonlyMap<string, Deviations>> {
  const yaml = readYamlPart(place)
  // Of servers, nothing else is needed.
  const entries = membersOf(Object(yaml.data).interfaces).map(
    ([name, entry]) => [name, isMapping(entry) ? { baseUrl: 'http://server.example', ...entry } : entry] as const,
  )
  const file = { title: place.file, ...Object(yaml.data), interfaces: Object.fromEntries(entries) }
  const interfaces = workspace.known.map(({ name }) => name)
  const mistakes = findMistakes(file, await loadKnown(file, workspace.known), interfaces)
  if (mistakes.length > 0) throw refusal(mistakes, yaml)
  return new Map(entries.map(([name, entry]) => [name, deviationsIn(entry as TargetEntry)]))
}

function deviationsIn({ known = {} }: TargetEntry): Deviations {
  const found = new Map<string, KnownDeviation[]>()
  for (const [ids, deviation] of Object.entries(known))
    for (const id of idsOf(ids)) found.set(id, [...(found.get(id) ?? []), deviation])
  return found
}

/** Each mistake as a sentence with its position, in the order of the file. */
function refusal(mistakes: readonly Diagnostic[], { path: at, keyAt, fault }: YamlPart): UserError {
  const placed = mistakes.map((mistake) => ({ ...mistake, ...keyAt(mistake.path) }))
  const sorted = placed.sort((one, other) => one.line - other.line || one.column - other.column)
  return new UserError(
    sorted
      .map(({ path, message }) =>
        printable(fault(path, path.length > 0 || at.length > 0 ? message : `the file ${message}`).message),
      )
      .join('\n'),
  )
}

function targetOf(
  file: TargetFile,
  entry: TargetEntry,
  { checks, variables }: KnownNames,
  { secrets, certificates }: { secrets: ReadonlyMap<string, string>; certificates: Certificates },
): Target {
  const secretOf = ({ env }: FromEnvironment) => secrets.get(env) ?? ''
  // Every server offers a role that has no values.
  const credentials = Object.entries(checks.roles).flatMap(([name, role]) => {
    const parts =
      entry.credentials?.[name] ?? (role.isOptional || Object.keys(role.values).length === 0 ? {} : undefined)
    if (!parts) return []
    const given = Object.entries(parts).map(([part, from]) => [part, secretOf(from)])
    return [[name, credentialFrom(role, Object.fromEntries(given))] as const]
  })
  const { title, control, tls } = file
  return {
    title,
    baseUrl: withoutSlash(entry.baseUrl),
    furtherUrls: new Map(Object.entries(entry.furtherUrls ?? {}).map(([name, url]) => [name, withoutSlash(url)])),
    variables: { ...variables, ...entry.variables },
    credentials: new Map(credentials),
    resources: new Map(Object.entries(entry.resources ?? {})),
    allows: entry.allow ?? 'nothing',
    ...(entry.may && { may: entry.may }),
    ...(entry.reads && { reads: entry.reads }),
    ...(control && {
      control: { url: withoutSlash(control.url), ...(control.token && { token: secretOf(control.token) }) },
    }),
    ...(tls && { tls: { ...tls, ...certificates } }),
    ...(entry.timeout !== undefined && { timeout: entry.timeout }),
    known: deviationsIn(entry),
    ...(entry.names && { names: entry.names }),
    // Of several variables with one value, the report shows the first.
    secrets: new Map([...secrets].reverse().map(([name, value]) => [value, `$${name}`])),
  }
}

async function loadKnown(file: unknown, interfaces: readonly WorkspaceInterface[]): Promise<Map<string, KnownNames>> {
  const entries = isObject(file) ? membersOf(file.interfaces) : []
  const named = entries.flatMap(([name]) => interfaces.find((one) => one.name === name) ?? [])
  const loaded = named.map(async (one) => {
    const { name, variables, operations, rules } = one.contract
    const furtherUrls = [...new Set([...operations.values()].flatMap(({ server }) => server?.name ?? []))]
    const ids = [...operations.keys()]
    const named = { furtherUrls, rules: [...rules.keys(), ...ids.map(probesOf)], operations: ids }
    return [name, { checks: await loadChecks(one), variables, ...named }] as const
  })
  return new Map(await Promise.all(loaded))
}

/** The value of every `{env: NAME}` in the file. */
function readSecrets(file: unknown, env: NodeJS.ProcessEnv): { values: Map<string, string>; mistakes: Diagnostic[] } {
  const named = [...variablesIn(file, [])].map(({ path, name }) => ({ path, name, value: env[name] ?? '' }))
  const mistakes = named.flatMap(({ path, name, value }) => {
    const wrong = env[name] === undefined ? 'is not set' : wrongWith(value)
    return wrong === undefined ? [] : { path, message: `needs the environment variable ${name}, which ${wrong}` }
  })
  return { values: new Map(named.map(({ name, value }) => [name, value])), mistakes }
}

function* variablesIn(value: unknown, path: readonly string[]): Generator<{ path: readonly string[]; name: string }> {
  if (!isObject(value) || path.length > 5) return
  for (const [key, member] of Object.entries(value)) {
    if (key === 'env' && typeof member === 'string' && /^[a-z_]\w*$/i.test(member)) yield { path, name: member }
    else yield* variablesIn(member, [...path, key])
  }
}

function wrongWith(secret: string): string | undefined {
  if (secret === '') return 'is empty'
  return /\p{Cc}/u.test(secret) ? 'contains a line break or another control character' : undefined
}

type Certificates = Partial<Record<'ca' | 'cert' | 'key', string>>

/** The PEM files that `tls` names; their paths start in the folder of the target file. */
async function readCertificates(path: string, file: unknown): Promise<{ texts: Certificates; mistakes: Diagnostic[] }> {
  const texts: Certificates = {}
  const mistakes: Diagnostic[] = []
  const tls = isObject(file) && isObject(file.tls) ? file.tls : {}
  for (const name of ['ca', 'cert', 'key'] as const) {
    const given = tls[name]
    if (typeof given !== 'string' || given === '') continue
    try {
      texts[name] = await readFile(resolve(dirname(path), given), 'utf8')
    } catch (error) {
      const message = `names ${given}, which cannot be read (${(error as NodeJS.ErrnoException).code})`
      mistakes.push({ path: ['tls', name], message })
    }
  }
  return { texts, mistakes }
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
