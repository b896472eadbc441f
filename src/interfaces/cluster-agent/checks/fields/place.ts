import type { operations } from '../../../../../generated/cluster-agent/types.ts'
import type { CheckContext, Needs } from '../../../../check/check.ts'
import { changesBody, on, type Sabotage } from '../../../../check/sabotage.ts'
import { endpoints, needsOf, whileHealthy } from '../endpoints.ts'
import { assertServed } from '../outcomes.ts'

type Members = Record<string, unknown>

export interface Place {
  operation:
    | 'listMembers'
    | 'listServers'
    | 'getSelf'
    | 'listSchedulers'
    | 'getSchedulerConfig'
    | 'getHealth'
    | 'getHost'
    | 'updateSchedulerConfig'
  /** Names of members; `*` stands for all members of an object and all items of an array. */
  path: readonly string[]
}

export function describePlace({ operation, path }: Place): string {
  return [operation, ...path].join(' / ')
}

/** The needs of a check that reads all of these places. */
export function needsOfPlaces(places: readonly Place[]): Needs {
  const operations: ReadonlySet<string> = new Set(places.map(({ operation }) => operation))
  const needs = endpoints.filter(({ operation }) => operations.has(operation)).map(needsOf)
  return {
    resources: [...new Set(needs.flatMap(({ resources = [] }) => resources))],
    ...(needs.some(({ changes }) => changes) ? { changes: 'reversible' } : {}),
  }
}

/** All values of the target's answer at a place; undefined if a name does not exist. */
export async function valuesAt(t: CheckContext<operations>, { operation, path }: Place): Promise<unknown[]> {
  // An update sends the current configuration, so that it changes nothing.
  const body = operation === 'updateSchedulerConfig' ? (await t.call('getSchedulerConfig')).body : undefined
  const reply = await t.attempt(operation, { body })
  assertServed(t, operation === 'getHealth' ? whileHealthy(t, reply) : reply, operation)
  return find(reply.body, path)
}

/** Changes the value at a place of the answer. */
export function changesValue({ operation, path }: Place, change: (value: never) => unknown): Sabotage {
  return on(operation, changesBody, (body) => replace(body, path, change))
}

function find(value: unknown, [name, ...path]: readonly string[]): unknown[] {
  if (name === undefined) return [value]
  if (name === '*') return Object.values((value ?? {}) as Members).flatMap((member) => find(member, path))
  return find((value as Members | undefined)?.[name], path)
}

function replace(value: unknown, [name, ...path]: readonly string[], change: (value: never) => unknown): unknown {
  if (name === undefined) return change(value as never)
  if (name !== '*') return { ...(value as Members), [name]: replace((value as Members)[name], path, change) }
  if (Array.isArray(value)) return value.map((item) => replace(item, path, change))
  const members = Object.entries(value as Members)
  return Object.fromEntries(members.map(([name, member]) => [name, replace(member, path, change)]))
}
