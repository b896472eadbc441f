import { readFile } from 'node:fs/promises'
import { loadContract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json-pointer.ts'
import { listInterfaces } from '../../contract/registry.ts'
import { parseYaml } from '../../contract/yaml-file.ts'
import { loadChecks } from '../../interfaces/load.ts'
import { credentialFrom } from './credential.ts'
import { unknownName } from './nearest-name.ts'
import type { Allowance, Target } from './target.ts'
import { readAuthorities } from './target-file-authorities.ts'
import { atPosition, type Diagnostic, membersOf, tell } from './target-file-document.ts'
import { findUnknownNames, type KnownNames } from './target-file-names.ts'
import { readSecrets } from './target-file-secrets.ts'
import { findWrongShape } from './target-file-shape.ts'

/** A target file cannot be used: its message says why, with all that is wrong in it, for who wrote the file. */
export class TargetFileError extends Error {
  override readonly name = 'TargetFileError'
}

/** What a target file says, once it has the form of targets/target.schema.yaml. */
export interface TargetFile {
  title: string
  interfaces: Readonly<Record<string, TargetEntry>>
  control?: { url: string; token?: FromEnvironment }
  tls?: { ca?: string; insecure?: boolean }
}

export interface TargetEntry {
  baseUrl: string
  furtherUrls?: Readonly<Record<string, string>>
  credentials?: Readonly<Record<string, Readonly<Record<string, FromEnvironment>>>>
  resources?: Readonly<Record<string, string>>
  allow?: Allowance
  variables?: Readonly<Record<string, string>>
  timeout?: number
}

export interface FromEnvironment {
  env: string
}

/**
 * The servers that a target file describes, by interface. Secrets come from the environment.
 *
 * @param path of a YAML file in the form of targets/target.schema.yaml
 * @throws {TargetFileError} with all that is wrong, each with its line and column
 */
export async function readTargetFile(path: string, env: NodeJS.ProcessEnv): Promise<ReadonlyMap<string, Target>> {
  const text = await readText(path)
  if (text.trim() === '') throw new TargetFileError(`${path} is empty; targets/example.yaml shows what it may hold`)
  const refused = (mistakes: readonly string[]) =>
    new TargetFileError(mistakes.map((mistake) => `${path}:${mistake}`).join('\n'))
  const document = parseYaml(path, text)
  if (document.diagnostics.length > 0) throw refused(document.diagnostics.map(atPosition))

  const known = await loadKnown(document.data)
  const secrets = readSecrets(document.data, env)
  const authorities = await readAuthorities(path, document.data)
  const diagnostics = [
    ...findWrongShape(document.data),
    ...findUnknownInterfaces(document.data),
    ...findUnknownNames(document.data, known),
    ...secrets.diagnostics,
    ...authorities.diagnostics,
  ]
  if (diagnostics.length > 0) throw refused(tell(diagnostics, document))

  const file = document.data as TargetFile
  const shown = new Map([...secrets.values].reverse().map(([name, value]) => [value, `$${name}`]))
  return new Map(
    Object.entries(file.interfaces).map(([name, entry]) => [
      name,
      targetOf(file, entry, known.get(name) as KnownNames, { ...secrets, shown, ca: authorities.text }),
    ]),
  )
}

interface Values {
  /** Of environment variables, by name. */
  values: ReadonlyMap<string, string>
  shown: ReadonlyMap<string, string>
  ca: string | undefined
}

function targetOf(
  file: TargetFile,
  entry: TargetEntry,
  { checks, variables }: KnownNames,
  { values, shown, ca }: Values,
): Target {
  const secretOf = ({ env }: FromEnvironment) => values.get(env) ?? ''
  // A role of no values is one that every server offers.
  const credentials = Object.entries(checks.roles).flatMap(([name, role]) => {
    const parts = entry.credentials?.[name] ?? (Object.keys(role.values).length === 0 ? {} : undefined)
    if (!parts) return []
    const given = Object.entries(parts).map(([part, from]) => [part, secretOf(from)])
    return [[name, credentialFrom(role, Object.fromEntries(given))] as const]
  })
  const { control, tls } = file
  return {
    title: file.title,
    baseUrl: withoutSlash(entry.baseUrl),
    furtherUrls: new Map(Object.entries(entry.furtherUrls ?? {}).map(([name, url]) => [name, withoutSlash(url)])),
    variables: { ...variables, ...entry.variables },
    credentials: new Map(credentials),
    resources: new Map(Object.entries(entry.resources ?? {})),
    allows: entry.allow ?? 'nothing',
    ...(control
      ? { control: { url: withoutSlash(control.url), ...(control.token ? { token: secretOf(control.token) } : {}) } }
      : {}),
    ...(tls
      ? {
          tls: {
            ...(ca === undefined ? {} : { ca }),
            ...(tls.insecure === undefined ? {} : { insecure: tls.insecure }),
          },
        }
      : {}),
    ...(entry.timeout === undefined ? {} : { timeout: entry.timeout }),
    secrets: shown,
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new TargetFileError(`there is no file ${path}`)
    if (code === 'EISDIR') throw new TargetFileError(`${path} is a directory; name a file in it`)
    throw new TargetFileError(`${path} cannot be read: ${message}`)
  }
}

/** The mock's control plane has a document, and no rules of a server. */
function checkedInterfaces(): string[] {
  return listInterfaces().map(({ name }) => name)
}

function findUnknownInterfaces(value: unknown): Diagnostic[] {
  const known = checkedInterfaces()
  return namesIn(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: ['interfaces', name], message: unknownName('interface', name, known) }))
}

async function loadKnown(value: unknown): Promise<Map<string, KnownNames>> {
  const known = checkedInterfaces()
  const named = namesIn(value).filter((name) => known.includes(name))
  return new Map(
    await Promise.all(
      named.map(async (name) => {
        const { variables, operations } = loadContract(name)
        const furtherUrls = [...new Set([...operations.values()].flatMap(({ server }) => server?.name ?? []))]
        return [name, { checks: await loadChecks(name), variables, furtherUrls }] as const
      }),
    ),
  )
}

function namesIn(value: unknown): string[] {
  return isObject(value) ? membersOf(value.interfaces).map(([name]) => name) : []
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
