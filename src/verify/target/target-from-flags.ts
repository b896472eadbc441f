import type { InterfaceChecks } from '../../check/check.ts'
import type { Contract } from '../../contract/contract.ts'
import { suggest } from '../../contract/suggest.ts'
import { UserError } from '../../user-error.ts'
import type { WorkspaceInterface } from '../../workspace/workspace.ts'
import { type Allowance, type Credential, credentialFrom, type Target } from './target.ts'

/** The part of a target that a command line gives; the rest comes from the environment. */
export interface TargetFlags {
  baseUrl: string
  allows: Allowance
  /** Names of things that checks may use, by their purpose. */
  resources: Readonly<Record<string, string>>
  timeout: number
  /** Values of credentials, each with the variable that it comes from: by role, by `role.value`, or by the value of the first role. */
  given?: Readonly<Record<string, FromVariable>>
}

/** A secret, and the environment variable that has it. */
export interface FromVariable {
  value: string
  variable: string
}

/**
 * A target without a file: credentials are taken from environment variables of fixed names.
 *
 * @throws {UserError} for a resource that no check uses, or a credential that no role has
 */
export function targetFromFlags(
  contract: Contract,
  checks: InterfaceChecks<Record<string, unknown>>,
  { baseUrl, allows, resources, timeout, given = {} }: TargetFlags,
  environment: Readonly<Record<string, string | undefined>>,
): Target {
  const known = Object.keys(checks.resources ?? {})
  const unknown = Object.keys(resources).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new UserError(`no check of ${contract.name} uses a resource '${unknown}'; ${suggest(unknown, known)}`)
  }
  const credentials = new Map<string, Credential>()
  const secrets = new Map<string, string>()
  const credentialVariables = new Map<string, readonly string[]>()
  const named = placeGiven(contract.name, checks, given)
  for (const [role, definition] of Object.entries(checks.roles)) {
    const names = Object.keys(definition.values)
    const variables = variablesOf(contract.name, role, names)
    credentialVariables.set(role, Object.values(variables))
    const values: Record<string, string> = {}
    for (const name of names) {
      const variable = variables[name] ?? ''
      const { value = environment[variable], variable: shown = variable } = named.get(`${role}.${name}`) ?? {}
      if (value === undefined) continue
      values[name] = value
      if (value) secrets.set(value, `$${shown}`)
    }
    if (Object.keys(values).length < names.length && !definition.isOptional) continue
    credentials.set(role, credentialFrom(definition, values))
  }
  return {
    title: baseUrl,
    baseUrl: baseUrl.replace(/\/$/, ''),
    furtherUrls: new Map(),
    variables: contract.variables,
    credentials,
    credentialVariables,
    resources: new Map(Object.entries(resources)),
    allows,
    timeout,
    secrets,
  }
}

/** The given values by `role.value`. */
function placeGiven(
  interfaceName: string,
  { roles }: InterfaceChecks<Record<string, unknown>>,
  given: Readonly<Record<string, FromVariable>>,
): Map<string, FromVariable> {
  const all = Object.entries(roles).flatMap(([role, { values }]) => Object.keys(values).map((name) => ({ role, name })))
  const placed = Object.entries(given).map(([word, secret]): [string, FromVariable] => {
    const found = all.find(({ role, name }) => [role, name, `${role}.${name}`].includes(word))
    if (found) return [`${found.role}.${found.name}`, secret]
    if (all.length === 0)
      throw new UserError(`the document of ${interfaceName} has no security scheme: use --header for '${word}'`)
    throw new UserError(
      `${interfaceName} has no credential '${word}'; it has ${all.map(({ role, name }) => `${role}.${name}`).join(', ')}`,
    )
  })
  return new Map(placed)
}

/** Environment variables of a role's values: `RULEBOUND_ORDERS_FULL_KEY` for `key` of the role `full` of orders. */
function variablesOf(interfaceName: string, role: string, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(values.map((value) => [value, variableOf('RULEBOUND', interfaceName, role, value)]))
}

/** The name of an environment variable made of words: `ORDERS_FULL_KEY`. */
export function variableOf(...words: readonly string[]): string {
  return words.join('_').replaceAll(/\W+/g, '_').toUpperCase()
}

/** @throws {UserError} for an operation that no document has */
export function assertOperations(
  option: string,
  ids: readonly string[],
  interfaces: readonly WorkspaceInterface[],
): void {
  const known = interfaces.flatMap(({ contract }) => [...contract.operations.keys()])
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown !== undefined)
    throw new UserError(`${option} ${unknown}: there is no operation of this ID; ${suggest(unknown, known)}`)
}

/** A server that the file describes, at another address, because a job has started it on a free port. */
export function moveTo(baseUrl: string, targets: ReadonlyMap<string, Target>): ReadonlyMap<string, Target> {
  if (targets.size > 1) throw new UserError('--base-url is for one interface: name it beside the target file')
  return new Map([...targets].map(([name, target]) => [name, { ...target, baseUrl: baseUrl.replace(/\/$/, '') }]))
}

/** The servers of these interfaces, or all where none is named. */
export function select(
  targets: ReadonlyMap<string, Target>,
  interfaces: readonly WorkspaceInterface[],
  file: string,
): ReadonlyMap<string, Target> {
  const missing = interfaces.find(({ name }) => !targets.has(name))
  if (missing !== undefined)
    throw new UserError(`${file} describes no server of ${missing.name}; it has ${[...targets.keys()].join(', ')}`)
  return new Map(
    [...targets].filter(([name]) => interfaces.length === 0 || interfaces.some((one) => one.name === name)),
  )
}
