import { gunzipSync } from 'node:zlib'
import { Profile } from 'pprof-format'
import { describe, expect, it } from 'vitest'
import { loadRuntime } from '../../../contract/registry.ts'
import { examplesOf } from '../../../mock/examples.ts'
import { openMock } from '../../../mock/open-mock.fixture.ts'
import { createClock } from '../../../mock/session/clock.ts'
import { openAgent } from '../agent.fixture.ts'
import { encodeTrace } from './execution-trace.ts'
import { availability, record } from './profiles.ts'

const mock = openMock('cluster-agent')

const client1 = '7f3c1e52-0b7d-4c52-9a0e-2f6d1c8b9a41'
const names = ['allocs', 'block', 'goroutine', 'heap', 'mutex', 'threadcreate']
const paths = ['cmdline', 'profile', 'trace', 'goroutine']

function decode(bytes: Uint8Array) {
  const profile = Profile.decode(gunzipSync(bytes))
  const text = (index: number | bigint) => profile.stringTable.strings[Number(index)]
  return {
    types: profile.sampleType.map(({ type, unit }) => `${text(type)}/${text(unit)}`),
    comment: text(profile.comment[0] ?? 0),
    seconds: Number(profile.durationNanos) / 1e9,
    begun: Number(profile.timeNanos) / 1e6,
    profile,
    functions: profile.function.map(({ name }) => text(name)),
  }
}

describe('record', () => {
  const because = () => {}

  it.each([
    [{}, 3],
    [{ seconds: 600 }, 600],
    [{ seconds: 0 }, 3],
    [{ seconds: -5 }, 3],
  ])('AGT-138, AGT-139: %j takes %i seconds of the clock', async (query, seconds) => {
    const clock = createClock()
    const { signal } = new AbortController()
    const answers: number[] = []
    const recording = record(query, { clock, signal, because }).then((answer) => answers.push(answer))
    clock.ahead += seconds * 1000 - 900
    await new Promise(setImmediate)
    expect(answers).toEqual([])
    clock.ahead += 900
    await recording
    expect(answers).toEqual([seconds])
  })

  it('AGT-138: a caller who goes is no fault', async () => {
    const leave = new AbortController()
    const recording = record({ seconds: 600 }, { clock: createClock(), signal: leave.signal, because })
    leave.abort()
    expect(await recording).toBe(600)
  })
})

it('AGT-083, AGT-138: a CPU profile lasts as long as it was asked to', async () => {
  const agent = openAgent(mock.origin)
  const before = await agent.now()
  const answer = await agent.overTime(agent.get('/pprof/profile?seconds=600'), 60)
  expect(answer).toMatchObject({ status: 200, type: 'application/octet-stream' })
  const { types, seconds, begun } = decode(answer.bytes)
  expect(types).toEqual(['samples/count', 'cpu/nanoseconds'])
  expect(seconds).toBe(600)
  expect(begun).toBeGreaterThanOrEqual(before)
  expect((await agent.now()) - begun).toBeGreaterThanOrEqual(600_000)
})

it('AGT-083: the documented example of a profile is one', async () => {
  const agent = openAgent(mock.origin)
  const { bytes } = await agent.get('/pprof/profile', { headers: { prefer: 'example=pprof-cpu' } })
  expect(decode(bytes).types).toEqual(['samples/count', 'cpu/nanoseconds'])
})

it('AGT-139: seconds is 3 when it is absent', async () => {
  const agent = openAgent(mock.origin)
  expect(decode((await agent.overTime(agent.get('/pprof/profile'))).bytes).seconds).toBe(3)
})

it('AGT-086, AGT-138: a trace is a Go execution trace, from its beginning to its end', async () => {
  const agent = openAgent(mock.origin)
  const answer = await agent.overTime(agent.get('/pprof/trace?seconds=5'))
  expect(answer).toMatchObject({ status: 200, type: 'application/octet-stream' })
  expect(answer.bytes.subarray(0, 16).toString('latin1')).toBe('go 1.22 trace\0\0\0')
  expect(answer.bytes).toEqual(Buffer.from(encodeTrace('server1.global', 5)))
  // 5 s in nanoseconds as LEB128: the time between the two notes.
  expect(answer.bytes.includes(Buffer.from([0x80, 0xe4, 0x97, 0xd0, 0x12]))).toBe(true)
})

it('AGT-G26: a recording of more than an hour is refused', async () => {
  const agent = openAgent(mock.origin)
  for (const seconds of ['3601', '1e300', '99999999999999999999']) {
    expect((await agent.get(`/pprof/profile?seconds=${seconds}`)).status).toBe(400)
  }
})

it.each(names)('AGT-142, AGT-141: %s is binary with debug=0 and without debug', async (name) => {
  const agent = openAgent(mock.origin)
  for (const query of ['', '?debug=0']) {
    const answer = await agent.get(`/pprof/${name}${query}`, { headers: { accept: 'text/plain' } })
    expect(answer).toMatchObject({ status: 200, type: 'application/octet-stream' })
    const { profile, comment } = decode(answer.bytes)
    expect(comment).toBe('server1.global')
    for (const { value, locationId } of profile.sample) {
      expect(value).toHaveLength(profile.sampleType.length)
      for (const id of locationId) expect(profile.location.some((location) => location.id === id)).toBe(true)
    }
  }
})

it.each(names)('AGT-143: %s is text with debug=1', async (name) => {
  const agent = openAgent(mock.origin)
  const answer = await agent.get(`/pprof/${name}?debug=1`, { headers: { accept: 'application/octet-stream' } })
  expect(answer).toMatchObject({ status: 200, type: 'text/plain' })
  expect(answer.text).toMatch(/^(\w+ profile: |--- \w+:)/)
  expect(answer.text).toMatch(/ @ 0x/)
  expect(answer.text).toMatch(/^#\t0x/m)
})

it('AGT-144: goroutine with debug=2 says since when goroutines are stalled', async () => {
  const agent = openAgent(mock.origin)
  const { type, text } = await agent.get('/pprof/goroutine?debug=2')
  expect(type).toBe('text/plain')
  expect(text).toMatch(/^goroutine \d+ \[chan receive, \d+ minutes\]:$/m)
  expect((await agent.get('/pprof/goroutine?debug=1')).text).not.toMatch(/minutes/)
  expect((await agent.get('/pprof/heap?debug=2')).text).toBe((await agent.get('/pprof/heap?debug=1')).text)
})

it('AGT-140: debug is 0, 1 or 2', async () => {
  const agent = openAgent(mock.origin)
  for (const debug of ['3', '-1', 'yes', '1.5', '0&debug=1']) {
    expect(await agent.get(`/pprof/goroutine?debug=${debug}`), debug).toMatchObject({ status: 400, type: 'text/plain' })
  }
})

it('AGT-080: the command line has a NUL between its arguments', async () => {
  const agent = openAgent(mock.origin)
  const answer = await agent.get('/pprof/cmdline')
  expect(answer).toMatchObject({ status: 200, type: 'text/plain' })
  expect(answer.text).toBe(examplesOf(loadRuntime('cluster-agent')).of('getPprofCmdline', 200)[0])
})

it.each([
  [`node_id=${client1}`, 'client1', 'client1'],
  ['server_id=server2.global', 'server2', 'server2.global'],
  ['server_id=server2', 'server2', 'server2.global'],
  ['server_id=leader', 'server1', 'server1.global'],
])('AGT-135, AGT-136, AGT-137: profiles with %s are those of %s', async (query, node, name) => {
  const agent = openAgent(mock.origin)
  expect((await agent.get(`/pprof/cmdline?${query}`)).text).toContain(`-node=${node}`)
  expect(decode((await agent.get(`/pprof/heap?${query}`)).bytes).comment).toBe(name)
  expect((await agent.get(`/pprof/heap?debug=1&${query}`)).text).toContain(`# agent: ${name}`)
  expect(decode((await agent.overTime(agent.get(`/pprof/profile?${query}`))).bytes).comment).toBe(name)
  expect((await agent.overTime(agent.get(`/pprof/trace?${query}`))).bytes.includes(name)).toBe(true)
})

it('AGT-137: the leader is another server once it leads', async () => {
  const agent = openAgent(mock.origin)
  await agent.set({ leader: 'server2.global' })
  expect((await agent.get('/pprof/cmdline?server_id=leader')).text).toContain('-node=server2')
})

it('AGT-G21, AGT-G24: unknown targets and profiles are not found', async () => {
  const agent = openAgent(mock.origin)
  for (const path of [
    'cmdline?node_id=x',
    'heap?server_id=x',
    'speed',
    '__proto__',
    'constructor',
    'a%00b',
    'x'.repeat(5000),
  ]) {
    expect(await agent.get(`/pprof/${path}`), path).toMatchObject({ status: 404, type: 'text/plain' })
  }
})

const rows = [
  { rule: 'AGT-145, AGT-148', aclsEnabled: false, enableDebug: 'unset', available: false },
  { rule: 'AGT-146, AGT-150', aclsEnabled: false, enableDebug: true, available: true },
  { rule: 'AGT-147', aclsEnabled: false, enableDebug: false, available: false },
  { rule: 'AGT-149', aclsEnabled: true, enableDebug: 'unset', available: true },
  { rule: 'AGT-151', aclsEnabled: true, enableDebug: false, available: true },
  { rule: 'AGT-G27', aclsEnabled: true, enableDebug: true, available: true },
] as const

it.each(rows)(
  '$rule: with ACLs $aclsEnabled and enable_debug $enableDebug, available is $available',
  async (row) => {
    const { aclsEnabled, enableDebug, available } = row
    const agent = openAgent(mock.origin)
    await agent.set({ aclsEnabled, enableDebug })
    for (const path of paths) {
      const answer = await agent.overTime(agent.get(`/pprof/${path}`))
      expect(answer.status, path).toBe(available ? 200 : 404)
      if (!available) expect(answer).toMatchObject({ type: 'text/plain', text: 'Profiles are not available' })
      if (aclsEnabled) expect((await agent.get(`/pprof/${path}`, { role: 'read-only' })).status, path).toBe(403)
    }
    expect(availability(row).available).toBe(available)
  },
  10_000,
)

it('AGT-G35: a profile that nobody has is "not available" while none is', async () => {
  const agent = openAgent(mock.origin)
  await agent.set({ aclsEnabled: false })
  expect((await agent.get('/pprof/speed?server_id=nobody')).text).toBe('Profiles are not available')
})
