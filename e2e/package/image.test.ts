import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPackage } from '../../scripts/package/build.ts'
import { root } from '../../src/workspace/root.ts'
import { keptFolder } from './installed.fixture.ts'

const minutes = 60_000
const run = promisify(execFile)
const storageFolder = keptFolder('image')
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }
const reason = whyNoImage()

interface Image {
  Docker: {
    config: { Entrypoint: string[]; User: string; Healthcheck: { Test: string[] } }
  }
}

describe.skipIf(reason !== undefined)(`the image${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  let container = ''
  let tree = ''
  let image: Image
  const started: ChildProcess[] = []

  beforeAll(async () => {
    await makeBase('rulebound-base')
    await buildPackage(join(root, 'dist/package'))
    await buildah('bud', '--format', 'docker', '--build-arg', 'BASE=localhost/rulebound-base', '-t', 'rulebound', root)
    image = JSON.parse(await buildah('inspect', '--type', 'image', 'rulebound'))
    container = await buildah('from', '--pull-never', 'rulebound')
    tree = await buildah('mount', container)
  }, 10 * minutes)

  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL')
    if (container) await buildah('rm', container)
  }, minutes)

  /** Runs the entry point as a container engine does with `--read-only --tmpfs /tmp`. */
  function start(...flags: string[]): ChildProcess {
    const { Entrypoint: command, User } = image.Docker.config
    const script =
      'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && mount -t tmpfs tmpfs "$1/tmp" && user=$2 && cd "$1" && shift 2 && ' +
      `exec chroot --userspec="$user" . "$@"`
    const words = ['--mount', 'sh', '-c', script, 'sh', tree, User, ...command, '--port', '0', 'orders', ...flags]
    const child = spawn('unshare', words, { env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'pipe'] })
    started.push(child)
    return child
  }

  it('the image adds at most 15 MB to its base, and does not run as root', async () => {
    const sizes = (await Promise.all(['rulebound-base', 'rulebound'].map(sizeOf))) as [number, number]
    expect(sizes[1] - sizes[0]).toBeLessThan(15)
    expect(image.Docker.config.User).toBe('65532:65532')
  })

  it(
    'the image answers with a read-only root, without its control plane, and drains on SIGTERM',
    async () => {
      const begun = performance.now()
      const mock = start()
      let complaints = ''
      mock.stderr?.on('data', (chunk) => {
        complaints += chunk
      })
      const port = await portOf(mock)
      // An address that only a server of all addresses answers.
      const origin = `http://127.0.0.2:${port}`
      expect((await fetch(`${origin}/orders/api/orders`)).status, complaints).toBe(401)
      console.log(`start in the container to first answer: ${Math.round(performance.now() - begun)} ms`)
      expect(await (await fetch(`${origin}/_control/health`)).json()).toEqual({ live: true, ready: true })
      expect((await fetch(`${origin}/_control/sessions`)).status).toBe(404)
      expect(complaints).toBe('no control token is set, so the control plane is off, except for /_control/health\n')

      const page = await fetch(`${origin}/docs/orders`)
      expect([page.status, page.url]).toEqual([200, `${origin}/docs/orders/`])
      expect(await page.text()).toContain('<h1')
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect((await fetch(`${origin}/docs/../../package.json`)).status).toBe(404)

      verifyInside(`http://127.0.0.1:${port}/orders/api`)
      expect(isHealthy(port)).toBe(true)
      mock.kill('SIGTERM')
      expect(await once(mock, 'exit')).toEqual([0, null])
      expect(isHealthy(port)).toBe(false)
    },
    minutes,
  )

  it(
    'the image is healthy when it serves HTTPS',
    async () => {
      const file = '/opt/tls.pem'
      const place = `${tree}${file}`
      const request = 'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost'.split(' ')
      expect(spawnSync('openssl', [...request, '-keyout', place, '-out', `${place}.crt`]).status).toBe(0)
      spawnSync('chmod', ['644', place])
      const mock = start('--tls-cert', `${file}.crt`, '--tls-key', file)
      expect(isHealthy(await portOf(mock))).toBe(true)
      mock.kill('SIGTERM')
      await once(mock, 'exit')
    },
    minutes,
  )

  /** Checks a server with the command of the image. */
  function verifyInside(baseUrl: string): void {
    const [node = '', program = ''] = image.Docker.config.Entrypoint
    const words = [tree, node, program, 'verify', 'orders', '--only', 'ORD-0[01]', '--base-url', baseUrl]
    const env = { ...process.env, RULEBOUND_ORDERS_FULL_KEY: 'orders.example-key' }
    const { status, stderr } = spawnSync('chroot', words, { env, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
  }

  /** Runs the health check of the image, in the container. */
  function isHealthy(port: string): boolean {
    const [, ...probe] = image.Docker.config.Healthcheck.Test
    const call = probe.map((word) => word.replace('4010', port))
    return spawnSync('chroot', [tree, ...call]).status === 0
  }
})

async function portOf(mock: ChildProcess): Promise<string> {
  let printed = ''
  for await (const chunk of mock.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    printed += chunk
    if (printed.includes('Try:')) break
  }
  return /https?:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1] ?? ''
}

/** Megabytes. */
async function sizeOf(name: string): Promise<number> {
  return Number(/^(\d+) MB$/.exec(await buildah('images', '--format', '{{.Size}}', name))?.[1])
}

/** Why no image can be built and run here; undefined where it can. */
function whyNoImage(): string | undefined {
  if (process.env.RULEBOUND_ALL !== '1') return 'it takes minutes; set RULEBOUND_ALL=1'
  if (process.getuid?.() !== 0) return 'a container with a read-only root needs the rights of root here'
  const missing = ['buildah', 'mmdebstrap', 'unshare'].find((tool) => spawnSync('which', [tool]).status !== 0)
  return missing && `${missing} is not installed`
}

/** Runs buildah on a storage that is kept from one run to the next. @returns its output */
async function buildah(...words: string[]): Promise<string> {
  const storage = [
    '--storage-driver',
    'vfs',
    '--root',
    join(storageFolder, 'storage'),
    '--runroot',
    join(storageFolder, 'run'),
  ]
  return (await run('buildah', [...storage, ...words], { env, maxBuffer: 1e8 })).stdout.trim()
}

/** Makes an image with Debian and the Node.js of this process, unless there is one. It needs no registry of images. */
async function makeBase(name: string): Promise<void> {
  if ((await buildah('images', '--format', '{{.Name}}')).split('\n').includes(`localhost/${name}`)) return
  mkdirSync(storageFolder, { recursive: true })
  const tree = join(storageFolder, 'debian.tar')
  if (!existsSync(tree)) await run('mmdebstrap', ['--variant=minbase', 'bookworm', tree])
  const container = await buildah('from', 'scratch')
  await buildah('add', container, tree, '/')
  await buildah('copy', '--chmod', '755', container, process.execPath, '/usr/local/bin/node')
  await buildah('commit', '--rm', container, name)
}
