import { expect } from 'vitest'
import type { operations } from '../../../../generated/kv-cluster/types.ts'
import type { Check } from '../../check.ts'
import { answersStatus, changesBody, changesHeader, on } from '../../sabotage.ts'
import { of, whileOneIsStopped } from './breaking.ts'
import { membersOf, metricsOf, newBinary, operate, type Version, versionOf } from './cluster.ts'

const needs = { resources: ['members'] }

/** A comment, or a name with or without labels, a value, and perhaps a moment. */
const prometheusLine = /^(#.*|[a-zA-Z_:][\w:]*(\{.*\})?[ \t]+[-+.\w]+([ \t]+-?\d+)?)$/

export const answering: Record<string, Check<operations>> = {
  'KVC-002': {
    needs: { ...needs, control: true },
    async run(t) {
      const members = membersOf(t)
      for (const member of members) {
        await operate(t, 'stop', { member })
        for (const other of members.filter((one) => one !== member)) {
          await versionOf(t, other)
          await metricsOf(t, other)
          const { status } = await t.call('getHealth', { server: { member: other } })
          t.assume('KVC-G05', () => expect(status, `status of /health of ${other}, ${member} stopped`).toBe(200))
        }
        await operate(t, 'start', { member, version: newBinary })
        await versionOf(t, member)
      }
    },
    sabotage: [
      whileOneIsStopped(of('m1', on('getVersion', answersStatus(503)))),
      whileOneIsStopped(of('m2', on('getMetrics', answersStatus(503)))),
      whileOneIsStopped(of('m3', on('getHealth', answersStatus(503)))),
    ],
  },
  'KVC-029': {
    needs,
    async run(t) {
      for (const member of membersOf(t)) {
        const { status, headers, body } = await t.call('getVersion', { server: { member } })
        expect(status, `status of GET /version of ${member}`).toBe(200)
        expect(headers['content-type'] ?? 'none', `media type of /version of ${member}`).toMatch(/^application\/json\b/)
        expect(body, `answer of /version of ${member}`).toMatchObject({
          kvserver: expect.any(String),
          kvcluster: expect.any(String),
        })
      }
    },
    sabotage: [
      of('m2', on('getVersion', answersStatus(404))),
      on('getVersion', changesHeader('content-type', 'text/plain')),
      of(
        'm3',
        on(
          'getVersion',
          changesBody(({ kvserver }: Version) => ({ kvserver })),
        ),
      ),
      of(
        'm3',
        on(
          'getVersion',
          changesBody(({ kvcluster }: Version) => ({ kvcluster })),
        ),
      ),
    ],
  },
  'KVC-031': {
    needs,
    async run(t) {
      for (const member of membersOf(t)) {
        const { status, headers, text } = await t.call('getMetrics', { server: { member } })
        expect(status, `status of GET /metrics of ${member}`).toBe(200)
        expect(headers['content-type'] ?? 'none', `media type of /metrics of ${member}`).toMatch(/^text\/plain\b/)
        const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
        expect(lines, `lines of /metrics of ${member}`).not.toEqual([])
        for (const line of lines) expect(line, `line of /metrics of ${member}`).toMatch(prometheusLine)
      }
    },
    sabotage: [
      of('m2', on('getMetrics', answersStatus(404))),
      on('getMetrics', changesHeader('content-type', 'application/json')),
      of(
        'm3',
        on(
          'getMetrics',
          changesBody((text: string) => text.replace('kv_server_is_leader 0', '{"leader":0}')),
        ),
      ),
      of(
        'm1',
        on(
          'getMetrics',
          changesBody(() => ''),
        ),
      ),
    ],
  },
}
