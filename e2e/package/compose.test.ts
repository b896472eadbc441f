import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { missingEngine, startEngine } from '../../src/mock/storage/valkey/engine.fixture.ts'
import { order, update } from '../../src/mock/storage/valkey/order-calls.fixture.ts'
import { missingBalancer, startHaproxy } from '../../src/mock/storage/valkey/replicas.fixture.ts'
import { startProcess } from '../../src/start-process.fixture.ts'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'
import { root } from '../../src/workspace/root.ts'
import { environmentWith, install, keptFolder } from './installed.fixture.ts'

// Runs the services of compose.yaml as processes of this machine, with their own entry points, environment, health checks and configuration.

interface Service {
  build: string | { dockerfile_inline: string }
  environment?: Record<string, string>
  healthcheck?: { test: string[] }
  ports?: string[]
}

const token = 'token-of-the-test'
const text = readFileSync(join(root, 'compose.yaml'), 'utf8')
const { services, configs } = parse(text, { merge: true })
const many: Service = services['many-1']
const dockerfileOf = ({ build }: Service) =>
  typeof build === 'string' ? readFileSync(join(root, build, 'Dockerfile'), 'utf8') : build.dockerfile_inline
const folder = keptFolder('compose')
let missing = missingEngine ?? missingBalancer ?? ''

beforeAll(async () => {
  const [, library = ''] = /npm install --prefix \S+ (\S+)/.exec(dockerfileOf(many)) ?? []
  missing ||= await install(folder, inject('packed').tarball, library)
})

/** Starts the mock of a service, and waits until its health check passes. @returns its origin */
async function startMock(service: Service, variables: Record<string, string>): Promise<string> {
  const dockerfile = dockerfileOf(service)
  const words = (instruction: RegExp): string[] => JSON.parse(instruction.exec(dockerfile)?.[1] ?? '[]')
  const [, program = '', ...flags] = words(/^ENTRYPOINT (.+)$/m)
  const [, ...probe] = service.healthcheck?.test.slice(1) ?? words(/^HEALTHCHECK [^[]*CMD (.+)$/m)
  const given = Object.entries(service.environment ?? {}).map(([name, value]) => [
    name,
    value
      .replace(`\${RULEBOUND_CONTROL_TOKEN:-}`, variables.token ?? '')
      .replace('valkey:6379', variables.engine ?? ''),
  ])
  const env = { ...environmentWith(process.execPath), ...Object.fromEntries(given) }
  const installed = program.replace('/opt', join(folder, 'node_modules'))
  const mock = startProcess([process.execPath, installed, ...flags, '--port', '0'], { cwd: folder, env })
  onTestFinished(async () => void (await mock.end()))
  const [, port = ''] = await mock.says(/http:\/\/127\.0\.0\.1:(\d+)/)
  const isHealthy = () =>
    spawnSync(process.execPath, [...probe.map((word) => word.replace('4010', port))], { env }).status === 0
  while (!isHealthy()) {
    if (mock.output.code !== null) throw new Error(`the mock ended: ${mock.output.stderr}`)
    await sleep(200)
  }
  return `http://127.0.0.1:${port}`
}

const statusOf = async (url: string, authorization?: string) =>
  (await fetch(url, { headers: { ...(authorization && { authorization }) } })).status

it('control: the control plane needs its token, and is off if none is set', async ({ skip }) => {
  if (missing) skip(missing)
  const service: Service = services['controlled-mock']
  expect(service.ports).toEqual(['127.0.0.1:4011:4010'])
  const sessions = `${await startMock(service, { token })}/_control/sessions`
  const statuses = [undefined, 'Bearer other', `Bearer ${token}`].map((sent) => statusOf(sessions, sent))
  expect(await Promise.all(statuses)).toEqual([401, 401, 200])
  const without = await startMock(service, {})
  expect(await statusOf(`${without}/_control/sessions`, 'Bearer ')).toBe(404)
  expect(await statusOf(`${without}/orders/api/orders`)).toBe(401)
})

it('many: two mocks behind one port share a session', async ({ skip }) => {
  if (missing) skip(missing)
  expect(services.balancer.ports).toEqual(['127.0.0.1:4012:4010'])
  // The image accepts callers from other machines.
  const engine = await startEngine(...services.valkey.command.slice(1), '--protected-mode', 'no')
  onTestFinished(() => engine.stop())
  const variables = { token, engine: new URL(engine.url).host }
  const names = ['many-1', 'many-2']
  const mocks = await Promise.all(names.map((name) => startMock(services[name], variables)))
  let configuration: string = configs[services.balancer.configs[0].source].content.replace('bind :4010', 'bind fd@3')
  for (const [index, name] of names.entries())
    configuration = configuration.replace(`${name}:4010`, new URL(mocks[index] ?? '').host)
  const file = join(temporaryFolder(), 'haproxy.cfg')
  writeFileSync(file, configuration)
  const balancer = await startHaproxy(['haproxy', '-W', '-db', '-f', file])
  onTestFinished(async () => void (await balancer.end()))
  const { origin } = balancer

  for (const trackingNumber of ['T-1', 'T-2', 'T-3']) {
    expect((await update(origin, 'shared', { status: 'InProgress', trackingNumber })).status).toBe(200)
    for (const one of [origin, ...mocks])
      expect(await (await order(one, 'shared')).json(), one).toMatchObject({ trackingNumber })
  }
  const sessions = `${origin}/_control/sessions`
  expect(await statusOf(sessions)).toBe(401)
  const listed = await fetch(sessions, { headers: { authorization: `Bearer ${token}` } })
  expect((await listed.json()).sessions).toHaveLength(1)
})
