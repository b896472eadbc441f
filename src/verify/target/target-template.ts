import type { InterfaceChecks, Needs } from '../../check/check.ts'
import { loadChecks } from '../../interfaces/load.ts'
import type { WorkspaceInterface } from '../../workspace/workspace.ts'
import { variableOf } from './target-from-flags.ts'

/**
 * A target file to fill in, with the roles and resources of each interface: a description of each, and the number of checks that it
 * unlocks.
 */
export async function writeTargetTemplate(interfaces: readonly WorkspaceInterface[]): Promise<string> {
  const entries = await Promise.all(interfaces.map(async (one) => entryOf(one, await loadChecks(one))))
  const head = [
    '# A target file for `rulebound verify --target <this file>`. Fill in the addresses, and remove what your server does not have:',
    '# checks that need it are skipped, and say so. Secrets stay in environment variables.',
    'title: My server',
    'interfaces:',
  ]
  return `${[...head, ...entries.flat()].join('\n')}\n`
}

function entryOf({ name, contract }: WorkspaceInterface, checks: InterfaceChecks<Record<string, unknown>>): string[] {
  const { mount, operations } = contract
  const addresses = new Set([...operations.values()].flatMap(({ server }) => server?.name ?? []))
  const unlocked = countBy(checks)
  const roles = Object.entries(checks.roles).filter(([, { values }]) => Object.keys(values).length > 0)
  const resources = Object.entries(checks.resources ?? {})
  return [
    `  ${name}:`,
    `    baseUrl: https://${name}.example${mount}`,
    ...(addresses.size > 0
      ? ['    furtherUrls:', ...[...addresses].map((each) => `      ${each}: https://${name}.example/${each}`)]
      : []),
    ...(roles.length > 0 ? ['    credentials:'] : []),
    ...roles.flatMap(([role, { description, values }]) => [
      `      # ${oneLine(description)}${unlocked(role, 'roles')}`,
      `      ${quote(role)}:`,
      ...Object.entries(values).map(([value]) => `        ${quote(value)}: {env: ${variableOf(name, role, value)}}`),
    ]),
    ...(resources.length > 0 ? ['    # resources:'] : []),
    ...resources.flatMap(([resource, { description }]) => [
      `    #   # ${oneLine(description)}${unlocked(resource, 'resources')}`,
      `    #   ${quote(resource)}: …`,
    ]),
    '    # nothing: checks only read. reversible: they change what you name, and put it back. lasting: something stays changed.',
    '    allow: nothing',
  ]
}

/** Says how many checks need a role or a resource. */
function countBy({ checks, samples }: InterfaceChecks<Record<string, unknown>>) {
  const needs = [...Object.values(checks), ...samples].map((one): Needs => one.needs ?? {})
  return (name: string, kind: 'roles' | 'resources'): string => {
    const count = (part: 'roles' | 'resources' | 'reads') => needs.filter((need) => need[part]?.includes(name)).length
    const [needed, read] = [count(kind), kind === 'resources' ? count('reads') : 0]
    if (read > 0) return ` Lets ${read} checks run under \`allow: nothing\`.`
    return needed === 0 ? '' : ` Needed by ${needed} ${needed === 1 ? 'check' : 'checks'}.`
  }
}

function quote(name: string): string {
  return /^[a-z][\w -]*$/i.test(name) ? name : JSON.stringify(name)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
