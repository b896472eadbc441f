import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, it, vi } from 'vitest'
import { listenOnLoopback } from '../../listen-on-loopback.fixture.ts'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { kvUpgrade, startCommand } from '../run-command.fixture.ts'

const mock = openMock('kv-cluster')

// Each run starts the whole command, which takes seconds on a machine under load.
vi.setConfig({ testTimeout: 60_000 })

/** The options that name its own cluster, and its operator. */
function openCluster(session: string) {
  const endpoints = ['m1', 'm2', 'm3'].map((name) => `${mock.origin}/kv-cluster/${name}`)
  const act = (action: string, body: object) =>
    fetch(`${mock.origin}/_control/sessions/${session}/interfaces/kv-cluster/actions/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return { options: ['--endpoints', endpoints.join(), '--header', `X-Mock-Session: ${session}`], act }
}

it('flags prints the new configuration alone on standard output', async () => {
  const { stdout, stderr, code } = await kvUpgrade(['flags', '--', 'kv', '--experimental-max-learners', '2'])
  expect([stdout, code]).toEqual(['kv --max-learners 2\n', 0])
  expect(stderr).toContain('KVC-090')
})

it('flags gives everything as one JSON object', async () => {
  const args = ['flags', '--file', '-', '--format', 'yaml', '--report', 'json']
  const { stdout, code } = await kvUpgrade(args, 'enable-v2: true\nname: m1 # ours\n')
  expect(JSON.parse(stdout)).toMatchObject({ configuration: 'name: m1 # ours\n', changed: true, v2Store: 'to-check' })
  expect(code).toBe(1)
  const { code: told } = await kvUpgrade([...args, '--v2-store', 'no-custom-data'], 'enable-v2: true\n')
  expect(told).toBe(0)
})

it('every command asks a member for /version and /metrics, and for nothing else', async () => {
  const asked = new Set<string>()
  const answers: Record<string, string> = {
    '/version': '{"kvserver":"3.5.21","kvcluster":"3.5.0"}',
    '/metrics': 'kv_server_is_leader 1\n',
  }
  const member = createHttpServer(({ method, url = '' }, response) => {
    asked.add(`${method} ${url}`)
    const answer = answers[url]
    response.writeHead(answer === undefined ? 404 : 200).end(answer)
  })
  const endpoints = ['--endpoints', `http://127.0.0.1:${await listenOnLoopback(member)}`]
  const plan = ['plan', ...endpoints, '--v2-store', 'not-enabled']
  const watch = startCommand(['kv-upgrade', 'watch', ...endpoints, '--interval', '100ms', '--health-command', 'exit 1'])
  const runs = await Promise.all([
    kvUpgrade(plan),
    kvUpgrade([...plan, '--health', 'healthy']),
    kvUpgrade([...plan, '--health-command', 'exit 0']),
    kvUpgrade([...plan, '--health-command', 'echo m1 is unhealthy; exit 1']),
    kvUpgrade(['watch', ...endpoints, '--timeout', '500ms', '--interval', '100ms']),
    kvUpgrade(['rollback-check', ...endpoints]),
    kvUpgrade(['flags', '--', 'kv-server', '--listen-client-urls', endpoints[1] ?? '']),
  ])
  await watch.says(/Wait: the health command ended with status 1\./)
  await watch.end()
  member.close()
  expect([...asked].sort()).toEqual(['GET /metrics', 'GET /version'])
  expect(runs.map(({ code }) => code)).toEqual([1, 0, 0, 1, 1, 0, 0])
  expect(runs[0]?.stdout).toMatch(/Not certain: .*\.$/m)
  expect(runs[3]?.stdout).toMatch(/the health command ended with status 1: m1 is unhealthy\n[\s\S]*^Blocked: /m)
})

it('plan and rollback-check are blocked by a half-open member among others that answer', async () => {
  const silent = createServer()
  const port = await listenOnLoopback(silent)
  const { options } = openCluster('half-open')
  const args = [...options, '--endpoints', `http://127.0.0.1:${port}`, '--member-timeout', '5s', '--json']
  const { stdout, code } = await kvUpgrade(['plan', ...args, '--v2-store', 'not-enabled'])
  silent.close()
  expect(code).toBe(1)
  const { state, members } = JSON.parse(stdout)
  expect(state).toBe('blocked')
  expect(members.map(({ answers }: { answers: boolean }) => answers)).toEqual([true, true, true, false])
})

it('plan prints commands that can be pasted, with what it takes to be let in', async () => {
  const { options } = openCluster('pasted')
  const told = ['--v2-store', 'not-enabled', '--health', 'healthy']
  const { stdout, code } = await kvUpgrade(['plan', ...options, ...told, '--json'])
  expect(code).toBe(0)
  const { steps } = JSON.parse(stdout) as { steps: { commands: string[] }[] }
  expect(steps.at(-1)?.commands.slice(1)).toEqual(
    ['m1', 'm2', 'm3'].map((name) => `curl -H 'X-Mock-Session: pasted' ${mock.origin}/kv-cluster/${name}/version`),
  )
})

it('watch ends in time although a member accepts and says nothing', async () => {
  const silent = createServer()
  const port = await listenOnLoopback(silent)
  const endpoints = ['--endpoints', `http://127.0.0.1:${port}`, '--member-timeout', '24h']
  const { stderr, code } = await kvUpgrade(['watch', ...endpoints, '--timeout', '200ms'])
  silent.close()
  expect([stderr, code]).toEqual(['Not done within 0.2 s.\n', 1])
})

it('KVC-003, KVC-111: watch follows an upgrade to its end, and ends with 0', async () => {
  const { options, act } = openCluster('watched')
  const left = ['m2', 'm3', 'm1']
  const states: string[] = []
  const flags = ['--health-command', 'true', '--interval', '100ms', '--timeout', '60s', '--json', '--report']
  let report: { rule: string; result: string }[] = []
  const watch = startCommand(['kv-upgrade', 'watch', ...options, ...flags])
  for await (const line of createInterface({ input: watch.process.stdout ?? process.stdin })) {
    const { verdict, rules } = JSON.parse(line) as {
      verdict?: { state: string; next?: string }
      rules?: typeof report
    }
    report = rules ?? report
    if (!verdict) continue
    states.push(verdict.state)
    const member = verdict.next && left.shift()
    if (!member) continue
    expect(verdict.next).toMatch(new RegExp(`/${member}$`))
    await act('stop', { member })
    await act('start', { member, version: '3.6.4' })
  }
  expect((await watch.ended).code).toBe(0)
  expect([states[0], states.at(-1)]).toEqual(['not-started', 'done'])
  expect(left).toEqual([])
  expect(report.map(({ rule, result }) => `${rule} ${result}`)).toEqual(
    expect.arrayContaining(['KVC-014 passed', 'KVC-015 passed', 'KVC-018 passed', 'KVC-019 passed']),
  )
  expect(report.map(({ result }) => result)).not.toContain('failed')
})
