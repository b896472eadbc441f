import { InvalidArgumentError } from 'commander'
import { loadChecks } from '../../interfaces/load.ts'
import { soundsSecret } from '../../redaction/secret-names.ts'
import { UserError } from '../../user-error.ts'
import { wireTo, withReads } from '../../verify/runner/open-target.ts'
import { assertUsable } from '../../verify/runner/preflight.ts'
import { createPace } from '../../verify/target/pace.ts'
import type { Target } from '../../verify/target/target.ts'
import { readTargetFile } from '../../verify/target/target-file.ts'
import {
  assertOperations,
  type FromVariable,
  moveTo,
  select,
  targetFromFlags,
  variableOf,
} from '../../verify/target/target-from-flags.ts'
import { isControlPlane, type Workspace, type WorkspaceInterface } from '../../workspace/workspace.ts'
import { documentFlags, parseHttpUrl, wholeFrom } from '../common-flags.ts'
import { flag, type ValuesOf } from '../define-command.ts'

/** The flags that choose the servers, and how to reach them. */
export const serverFlags = {
  baseUrl: flag('<url>', 'address of the server to check; replaces the address in the --target file', {
    parse: parseServer,
  }),
  target: flag('<file>', 'file that describes the servers to check (YAML)', { isContent: true }),
  resource: flag('<name=value>', 'a resource on the server that checks may use; repeatable', {
    parse: pairParser('order=<token>'),
    repeats: 'pairs',
  }),
  allow: flag('<what>', 'which changes checks may make on the server of --base-url', {
    choices: ['nothing', 'reversible', 'lasting'],
    default: 'nothing',
  }),
  may: flag(
    '<operation>',
    'operation that may change what belongs to others, by its ID, or all of them on a server that is thrown away: all; repeatable',
    { parse: parseWords, repeats: 'list' },
  ),
  reads: flag('<operation>', 'operation that only reads, although its method is POST; repeatable', {
    parse: parseWords,
    repeats: 'list',
  }),
  ...documentFlags,
  timeout: flag('<milliseconds>', 'longest time for an answer of --base-url', { parse: wholeFrom(1), default: 10_000 }),
  credential: flag(
    '<name=env>',
    'credential for --base-url, by role or security scheme, from the environment: full=env:API_TOKEN; repeatable',
    { parse: pairParser('full=env:API_TOKEN'), repeats: 'pairs' },
  ),
  header: flag(
    '<name: value>',
    "header to send with every request; 'Authorization: env:TOKEN' takes a secret from the environment; repeatable",
    { parse: parseHeader, repeats: 'pairs' },
  ),
  rate: flag('<number>', 'most requests to send in a second', { parse: wholeFrom(1) }),
  settle: flag('<seconds>', 'how long a read may lag behind a write of a check (default: 2)', { parse: parseSeconds }),
} as const

export type ServerFlags = ValuesOf<typeof serverFlags>

/** An address as it was given, since its path may have variables in braces. */
function parseServer(text: string): string {
  parseHttpUrl(text)
  return text
}

function parseWords(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

function pairParser(example: string) {
  return (text: string): [string, string] => {
    const [, name, value] = /^([^=]+)=(.+)$/.exec(text) ?? []
    if (name !== undefined && value !== undefined) return [name, value]
    throw new InvalidArgumentError(`Write it as '${example}'.`)
  }
}

function parseHeader(text: string): [string, string] {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+): ?(.*)$/.exec(text) ?? []
  if (name !== undefined && value) return [name.toLowerCase(), value]
  throw new InvalidArgumentError("Write it as 'X-Gateway-Key: value'.")
}

function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (seconds >= 0 && seconds <= 60 && text.trim() !== '') return seconds
  throw new InvalidArgumentError('Give a number of seconds from 0 to 60.')
}

type Targets = ReadonlyMap<string, Target | undefined>

/** The interfaces that have checks. The control plane has none: no server but the mock has it. */
export function checkedInterfaces({ interfaces }: Workspace): readonly WorkspaceInterface[] {
  return interfaces.filter((one) => !isControlPlane(one))
}

/**
 * The targets of the checks: the servers of a file, the server of a base URL, or undefined for the mock in this process. Each server has
 * answered one request already.
 *
 * @param environment undefined for a plan, which sends nothing
 * @throws {UserError} when the options contradict each other, or a server cannot be checked
 */
export async function chooseTargets(
  workspace: Workspace,
  flags: ServerFlags,
  environment: NodeJS.ProcessEnv | undefined,
): Promise<Targets> {
  const interfaces = checkedInterfaces(workspace)
  const targets = await readTargets(workspace, flags, environment)
  const header = fromEnvironment('--header', flags.header, environment)
  const chosen: Targets = targets
    ? withSettings(workspace, targets, { ...flags, header })
    : new Map(interfaces.map(({ name }) => [name, undefined]))
  if (!environment) return chosen
  const servers = await Promise.all([...chosen].map(([name, target]) => target && probe(workspace.find(name), target)))
  const faults = servers.flatMap((server) => server?.fault ?? [])
  if (faults.length > 0) throw new UserError(faults.join('\n'))
  for (const server of servers) if (server?.state !== undefined) console.error(server.state)
  return chosen
}

/**
 * Values from the command line, of which `env:NAME` stands for an environment variable. All processes of a machine see the arguments, so a
 * secret is refused there.
 *
 * @param environment undefined for a plan, which needs no values
 * @throws {UserError} for a secret in the arguments, or a variable that is not set
 */
function fromEnvironment(
  option: string,
  values: Readonly<Record<string, string>>,
  environment: NodeJS.ProcessEnv | undefined,
): Record<string, FromVariable> {
  const read = ([name, text]: [string, string]) => {
    const [, before = '', variable] = /^(.*?)\benv:([A-Za-z_]\w*)$/.exec(text) ?? []
    if (variable === undefined) {
      if (option === '--header' && !soundsSecret(name))
        return [name, { value: text, variable: variableOf(name) }] as const
      const form = option === '--header' ? `'${name}: env:${variableOf(name)}'` : `${name}=env:${variableOf(name)}`
      throw new UserError(
        `${option} ${name}: a secret must not stand in the arguments, where every process sees it: put it into the environment, and write ${option} ${form}`,
      )
    }
    const value = environment ? environment[variable] : ''
    if (!value && environment)
      throw new UserError(`${option} ${name} needs the environment variable ${variable}, which is not set`)
    return [name, { value: before + value, variable }] as const
  }
  return Object.fromEntries(Object.entries(values).map(read))
}

/** Adds the options that concern the requests to every target. The value of a header may be a secret. */
function withSettings(
  workspace: Pick<Workspace, 'find'>,
  targets: ReadonlyMap<string, Target>,
  {
    header,
    rate,
    settle,
    may,
    reads,
  }: Omit<ServerFlags, 'header'> & { header: Readonly<Record<string, FromVariable>> },
): Map<string, Target> {
  for (const [option, ids] of [['--may', may.filter((id) => id !== 'all')] as const, ['--reads', reads] as const])
    assertOperations(option, ids, [...targets.keys()].map(workspace.find))
  const pace = rate === undefined ? undefined : createPace(rate)
  const sent = Object.fromEntries(Object.entries(header).map(([name, { value }]) => [name, value]))
  const secrets = Object.values(header).map(({ value, variable }) => [value, variable] as const)
  return new Map(
    [...targets].map(([name, target]) => [
      name,
      {
        ...target,
        headers: { ...target.headers, ...sent },
        ...(may.length > 0 && { may: [...(target.may ?? []), ...may] }),
        ...(reads.length > 0 && { reads: [...(target.reads ?? []), ...reads] }),
        ...(pace ? { pace } : {}),
        ...(settle === undefined ? {} : { settle: settle * 1000 }),
        secrets: new Map([...target.secrets, ...secrets]),
      },
    ]),
  )
}

/** Undefined if only the mock is checked. */
async function readTargets(
  workspace: Workspace,
  { baseUrl, target: place, resource, allow, timeout, credential }: ServerFlags,
  environment: NodeJS.ProcessEnv | undefined,
): Promise<ReadonlyMap<string, Target> | undefined> {
  const named = workspace.recipe.words.length > 0 ? checkedInterfaces(workspace) : []
  if (place !== undefined) {
    const targets = select(await readTargetFile(workspace, place, environment), named, place.file)
    return baseUrl === undefined ? targets : moveTo(baseUrl, targets)
  }
  if (baseUrl === undefined) {
    if (Object.keys(credential).length > 0) throw new UserError('--credential is for the server of --base-url')
    if (Object.keys(resource).length > 0) throw new UserError('--resource is for the server of --base-url')
    return undefined
  }
  const [one, second] = named
  if (one === undefined || second !== undefined)
    throw new UserError('--base-url is for one interface: name it, as in verify orders --base-url …')
  const given = fromEnvironment('--credential', credential, environment)
  const flags = { baseUrl, allows: allow, resources: resource, timeout, given }
  return new Map([[one.name, targetFromFlags(one.contract, await loadChecks(one), flags, environment ?? process.env)]])
}

/** Asks a server whether checks can run on it. */
async function probe(one: WorkspaceInterface, target: Target): Promise<{ fault?: string; state?: string | undefined }> {
  const wire = wireTo(target)
  try {
    return {
      state: await assertUsable({
        contract: one.contract,
        checks: withReads(await loadChecks(one), target),
        target,
        wire,
      }),
    }
  } catch (error) {
    if (error instanceof UserError) return { fault: error.message }
    throw error
  } finally {
    wire.close()
  }
}
