import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pointerIn, valueAt } from '../../contract/json-pointer.ts'

export type Direction = 'request' | 'response'

/** A change that can break a caller, in the words of `redocly diff`. */
export interface Verdict {
  direction: Direction | undefined
  rule: string
  message: string
  /** JSON pointer of the node, in the bundle that has it. */
  pointer: string
}

interface DiffReport {
  changes: {
    path: string
    verdicts: { ruleId: string; impact: string; message: string; location: { pointer: string } }[]
  }[]
}

const cli = fileURLToPath(new URL('bin/cli.js', import.meta.resolve('@redocly/cli/package.json')))
const config = fileURLToPath(new URL('redocly.yaml', import.meta.url))

/** Breaking changes from one bundle to another, both given as YAML. */
export async function judgeChanges(before: string, now: string): Promise<Verdict[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rulebound-diff-'))
  try {
    const files = [join(folder, 'before.yaml'), join(folder, 'now.yaml')] as const
    await Promise.all([writeFile(files[0], before), writeFile(files[1], now)])
    const { changes } = await run(files)
    return changes.flatMap(({ path, verdicts }) =>
      verdicts
        .filter(({ impact }) => impact === 'major')
        .map(({ ruleId, message, location }) => ({
          direction: directionOf(ruleId, message, path, location.pointer),
          rule: ruleId,
          message,
          pointer: location.pointer,
        })),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run(files: readonly [string, string]): Promise<DiffReport> {
  const args = [cli, 'diff', ...files, '--config', config, '--format', 'json', '--fail-on', 'none']
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
  }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { env, maxBuffer: 256 * 1024 * 1024 }, (_, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout))
      } catch {
        reject(new Error(`redocly diff gave no report: ${stderr.trim() || stdout.slice(0, 500)}`))
      }
    })
  })
}

/** Rules that only concern requests, or only responses. */
const directions: Record<string, Direction> = {
  'enum-values-removed': 'request',
  'enum-values-added': 'response',
  'required-properties-added': 'request',
  'required-properties-removed': 'response',
  'parameter-removed': 'request',
  'parameter-became-required': 'request',
  'parameter-serialization-changed': 'request',
  'request-body-removed': 'request',
  'request-body-became-required': 'request',
  'response-removed': 'response',
  'response-header-removed': 'response',
}

function directionOf(rule: string, message: string, path: string, pointer: string): Direction | undefined {
  if (directions[rule]) return directions[rule]
  if (rule === 'schema-type-changed') return message.includes(' narrowed ') ? 'request' : 'response'
  // Redocly reports a component once, where it is used first.
  if (pointer.startsWith('#/components/')) return undefined
  if (path.includes('/responses/')) return 'response'
  return /\/(parameters|requestBody)\//.test(path) ? 'request' : undefined
}

/**
 * Says in one verdict that a property has another name. Redocly says that the old name went and, for a required property, that the
 * list of required properties lost one name and has another.
 *
 * @param renamed pairs of an old and a new name, as the wire form shows them
 * @param now the bundle in which the new name stands
 */
export function joinRenames(
  verdicts: readonly Verdict[],
  renamed: readonly (readonly [from: string, to: string])[],
  now: object,
): Verdict[] {
  const joined = verdicts.map((verdict) => {
    const [, schema, from] = /^(.*)\/properties\/([^/]+)$/.exec(verdict.pointer) ?? []
    if (schema === undefined || !verdict.message.endsWith(' was removed.')) return { verdict }
    const present = Object(Object(valueAt(now, pointerIn(schema))).properties)
    const pair = renamed.find(([old, to]) => old === from && Object.hasOwn(present, to))
    if (!pair) return { verdict }
    const message = verdict.message.replace(/ was removed\.$/, () => ` is now \`${pair[1]}\`.`)
    return { verdict: { ...verdict, message }, required: `${schema}/required`, pair }
  })
  const isSaid = ({ rule, pointer, message }: Verdict) => {
    if (rule !== 'required-properties-removed' && rule !== 'required-properties-added') return false
    const said = joined.flatMap(({ required, pair = [] }) => (required === pointer ? pair : []))
    const names = [...message.slice(message.lastIndexOf(':')).matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    return names.length > 0 && names.every((name) => said.includes(name))
  }
  return joined.map(({ verdict }) => verdict).filter((verdict) => !isSaid(verdict))
}
