import type { operations } from '../../../../generated/kv-cluster/types.ts'
import type { Check, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectSuccess } from '../../../check/expect-status.ts'
import { answersStatus, changesHeader, on } from '../../../check/sabotage.ts'
import { answers, of, shows, whileOneIsStopped } from './breaking.ts'
import { type Context, membersOf, metricsOf, newBinary, operate, versionOf } from './cluster.ts'

const needs = { resources: ['members'] }

/** A comment, or a name with optional labels, a value, and an optional time. */
const prometheusLine = /^(#.*|[a-zA-Z_:][\w:]*(\{.*\})?[ \t]+[-+.\w]+([ \t]+-?\d+)?)$/

export const answering: Record<string, Check<operations>> = {
  'KVC-002': {
    needs: { ...needs, control: true },
    async run(t) {
      const members = membersOf(t)
      await expectHealth(t, members, [])
      await expectHealth(t, members, members.slice(1))
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
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      for (const member of membersOf(t)) {
        const { status, headers, body } = await t.call('getVersion', { server: { member } })
        expectSuccess(t, { status }, { what: `GET /version of ${member}`, gap: 'KVC-G34' })
        expect(headers['content-type'] ?? 'none', `media type of /version of ${member}`).toMatch(
          /^application\/json\b/i,
        )
        expect(body, `answer of /version of ${member}`).toMatchObject({
          kvserver: expect.any(String),
          kvcluster: expect.any(String),
        })
        const other = await t.send({ method: 'GET', target: '/version/kv', server: { member } })
        t.assume('KVC-G11', () => expectNoSuchPath(other, `GET /version/kv of ${member}`))
      }
      if (!t.hasControl) return
      const nobody = await t.attempt('getVersion', { server: { member: 'nobody' } })
      t.assume('KVC-G14', () => {
        expectNoSuchPath(nobody, 'GET /version of a name that no member has')
        for (const member of membersOf(t)) expect(nobody.text, 'the names that there are').toContain(member)
      })
    },
    sabotage: [
      of('m2', on('getVersion', answersStatus(404))),
      on('getVersion', changesHeader('content-type', 'text/plain')),
      answers('m3', ({ kvserver }) => ({ kvserver })),
      answers('m3', ({ kvcluster }) => ({ kvcluster })),
    ],
  },
  'KVC-031': {
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      for (const member of membersOf(t)) {
        const { status, headers, text } = await t.call('getMetrics', { server: { member } })
        expectSuccess(t, { status }, { what: `GET /metrics of ${member}`, gap: 'KVC-G34' })
        const mediaType = headers['content-type'] ?? 'none'
        expect(mediaType, `media type of /metrics of ${member}`).toMatch(/^text\/plain\b/i)
        if (t.hasControl) {
          const published = 'text/plain; version=0.0.4; charset=utf-8'
          t.assume('KVC-G10', () => expect(mediaType, `media type of /metrics of ${member}`).toBe(published))
        }
        const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
        expect(lines, `lines of /metrics of ${member}`).not.toEqual([])
        for (const line of lines) expect(line, `line of /metrics of ${member}`).toMatch(prometheusLine)
      }
    },
    sabotage: [
      of('m2', on('getMetrics', answersStatus(404))),
      on('getMetrics', changesHeader('content-type', 'application/json')),
      shows('m3', (text) => text.replace('kv_server_is_leader 0', '{"leader":0}')),
      shows('m1', () => ''),
    ],
  },
}

/** These members become unhealthy, and the others stay healthy. */
async function expectHealth(t: Context, members: readonly string[], unhealthy: readonly string[]): Promise<void> {
  await t.control.setConditions({ unhealthy })
  for (const member of members) {
    const { status, body } = await t.attempt('getHealth', { server: { member } })
    const [expected, health] = unhealthy.includes(member) ? [503, 'false'] : [200, 'true']
    t.assume('KVC-G05', () => {
      expect(status, `status of /health of ${member}`).toBe(expected)
      expect(body, `answer of /health of ${member}`).toMatchObject({ health })
    })
  }
  await t.control.setConditions({ unhealthy: [] })
}

/** Expects one line of plain text. */
function expectNoSuchPath({ status, headers, text }: Reply, what: string): void {
  expect(status, `status of ${what}`).toBe(404)
  expect(headers['content-type'], `media type of ${what}`).toMatch(/^text\/plain\b/i)
  expect(text, `text of ${what}`).toMatch(/^.+\n$/)
}
