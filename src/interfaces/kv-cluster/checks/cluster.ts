import type { components, operations } from '../../../../generated/kv-cluster/types.ts'
import type { CheckContext } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectSuccess } from '../../../check/expect-status.ts'

export type Context = CheckContext<operations>
export type Version = components['schemas']['Version']

/** A binary of each minor version, in the form of the control plane. */
export const newBinary = '3.6.4'
export const oldBinary = '3.5.21'

export const gauge = 'kv_server_is_leader'

/** The same version for each member. */
export const all = (members: readonly string[], version: string): string[] => members.map(() => version)

export function membersOf(t: Context): string[] {
  const members = t.resource('members').split(',')
  return members.length > 1 ? members : t.inconclusive('the target names no second member')
}

export async function versionOf(t: Context, member: string): Promise<Version> {
  const { status, body } = await t.call('getVersion', { server: { member } })
  expectSuccess(t, { status }, { what: `/version of ${member}`, gap: 'KVC-G34' })
  const shape = { kvserver: expect.any(String), kvcluster: expect.any(String) }
  expect(body, `answer of /version of ${member}`).toMatchObject(shape)
  return body
}

/** `3.6` of `3.6.4`: the documents leave the form of the patch level open (gap KVC-G03). */
export const minorOf = (version: string) => version.split('.').slice(0, 2).join('.')

/** Minor versions that the members report, in their order. */
export async function minorsOf(t: Context, field: keyof Version): Promise<string[]> {
  const minors: string[] = []
  for (const member of membersOf(t)) minors.push(minorOf((await versionOf(t, member))[field]))
  return minors
}

export async function metricsOf(t: Context, member: string): Promise<string> {
  const { status, text } = await t.call('getMetrics', { server: { member } })
  expectSuccess(t, { status }, { what: `/metrics of ${member}`, gap: 'KVC-G34' })
  return text
}

/** Samples of a metric: their labels as text, and their values. */
export function samplesOf(metrics: string, name: string): { labels: string; value: string }[] {
  const samples = new RegExp(`^${name}(?:\\{(.*)\\})?[ \\t]+(\\S+)`, 'gm')
  return [...metrics.matchAll(samples)].map(([, labels = '', value = '']) => ({ labels, value }))
}

export function valuesOf(metrics: string, name: string): string[] {
  return samplesOf(metrics, name).map(({ value }) => value)
}

/** Members whose `kv_server_is_leader` is 1. */
export async function leadersOf(t: Context, members: readonly string[]): Promise<string[]> {
  const leaders: string[] = []
  for (const member of members) {
    const [value] = valuesOf(await metricsOf(t, member), gauge)
    if (Number(value) === 1) leaders.push(member)
  }
  return leaders
}

/** Performs an operator's action through the control plane. Expects success. */
export async function operate(t: Context, action: string, input: Record<string, string>): Promise<object> {
  const answer = (await t.control.run(action, input)) as { refused?: string }
  if (answer.refused !== undefined) throw new Error(`the cluster refused to ${action}: ${answer.refused}`)
  return answer
}

/** Stops a member, and starts it with another binary. */
export async function replace(t: Context, member: string, version = newBinary): Promise<void> {
  await operate(t, 'stop', { member })
  await operate(t, 'start', { member, version })
}

/** The first and the last member, and those between, of a cluster of 3.5 members that can lose one. */
export async function startOn35(t: Context) {
  const members = membersOf(t)
  expect(await minorsOf(t, 'kvserver'), 'members before the upgrade').toEqual(all(members, '3.5'))
  expect(await minorsOf(t, 'kvcluster'), 'cluster version before the upgrade').toEqual(all(members, '3.5'))
  const last = members.at(-1) ?? ''
  return { members, last, others: members.slice(0, -1) }
}
