import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'yaml'
import { root } from '../../src/workspace/root.ts'

interface Service {
  image?: string
  build?: string | { dockerfile_inline: string }
  command?: string[]
  configs?: { source: string; target: string }[]
  environment?: Record<string, string>
  healthcheck?: { test: string[] }
  ports?: string[]
  profiles?: string[]
  read_only?: boolean
  tmpfs?: string[]
}

interface Model {
  services: Record<string, Service>
  configs: Record<string, { content: string }>
}

/** Why the services cannot run here; undefined where they can. */
export function whyNoServices(): string | undefined {
  if (process.getuid?.() !== 0) return 'network namespaces need the rights of root here'
  const tools = ['unshare', 'nsenter', 'ip', 'setpriv', 'curl', 'haproxy', 'redis-server']
  const missing = tools.find((tool) => spawnSync('which', [tool]).status !== 0)
  if (missing) return `${missing} is not installed`
  const bridge = spawnSync('unshare', ['--mount', '--net', 'ip', 'link', 'add', 'bridge', 'type', 'bridge'])
  return bridge.status === 0 ? undefined : 'this machine allows no bridge in a network namespace'
}

/** compose.yaml as Docker Compose reads it, with this token in the environment. */
export function readModel(token: string): Model {
  const text = readFileSync(join(root, 'compose.yaml'), 'utf8')
  // A value becomes a string even where the token is empty, since variables are replaced after the file is parsed.
  const replaced = (_: unknown, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(`\${RULEBOUND_CONTROL_TOKEN:-}`, token) : value
  return parse(text, replaced, { merge: true })
}

/** The last stage of the Dockerfile of a service, and the library that an earlier stage installs. */
export function readDockerfile({ build }: Service) {
  const text = typeof build === 'object' ? build.dockerfile_inline : readFileSync(join(root, 'Dockerfile'), 'utf8')
  const last = text.slice(text.lastIndexOf('\nFROM '))
  const words = (instruction: RegExp): string[] => JSON.parse(instruction.exec(last)?.[1] ?? '[]')
  return {
    copies: [...last.matchAll(/^COPY (?:--from=\w+ )?(\S+) (\S+)$/gm)].map(([, from = '', to = '']) => ({ from, to })),
    entrypoint: words(/^ENTRYPOINT (.+)$/m),
    healthcheck: words(/^HEALTHCHECK [^[]*CMD (.+)$/m),
    user: /^USER (\d+):\1$/m.exec(last)?.[1] ?? '',
    library: /npm install --prefix \S+ (\S+)/.exec(text)?.[1] ?? '',
  }
}

/** Forwards a published port to a service, as the engine of a container does. */
const forward = `
  const { connect, createServer } = require('node:net')
  const [ip, published, host, port] = process.argv.slice(1)
  createServer((one) => {
    const other = connect(Number(port), host)
    one.on('error', () => other.destroy()).pipe(other.on('error', () => one.destroy())).pipe(one)
  }).listen(Number(published), ip)`

/** Makes a bridge and a network namespace for each service. The arguments are a file of hosts and the names of services. */
const network = `set -e
  mount -t tmpfs tmpfs /run; mount --bind "$1" /etc/hosts; shift
  ip link set lo up; ip link add bridge type bridge; ip link set bridge up; ip addr add 10.0.0.1/24 dev bridge
  for name in "$@"; do
    address=$(sed -n "s/ $name$//p" /etc/hosts); end=v\${address##*.}
    ip netns add $name; ip link add $end type veth peer name eth0 netns $name; ip link set $end master bridge up
    ip -n $name link set lo up; ip -n $name link set eth0 up; ip -n $name addr add $address/24 dev eth0
  done
  echo ready; exec sleep infinity`

/** Runs a program without capabilities in a root of its own. Its arguments are a folder, Node.js, read_only, tmpfs, the user, and the program's words. */
const container = `set -e
  mount --bind "$1" "$1"; cd "$1"; for part in usr etc proc dev; do mount --rbind /$part $part; done; mount --bind "$2" node/node
  if [ "$3" = true ]; then mount -o remount,bind,ro .; fi; for part in $4; do mount -t tmpfs tmpfs .$part; done; user=$5; shift 5
  exec chroot . setpriv --reuid $user --regid $user --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs "$@"`

const PATH = '/node:/usr/sbin:/usr/bin'

/**
 * Runs the services of a profile, each in a mount and a network namespace, where the names of services are host names. Valkey and haproxy
 * are programs of this machine.
 *
 * @param sources the folder for each source that a Dockerfile copies
 */
export async function startServices({ services, configs }: Model, profile: string, sources: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-compose-'))
  const chosen = Object.entries(services).filter(([, { profiles }]) => profiles?.includes(profile))
  const addresses = chosen.map(([name], index) => ({ name, address: `10.0.0.${index + 2}` }))
  const children = new Map<string, ChildProcess>()
  let log = ''
  const killAll = () => {
    for (const child of children.values()) child.kill('SIGKILL')
  }
  process.once('exit', killAll)

  function launch(name: string, command: string, words: string[], env = process.env): ChildProcess {
    const child = spawn(command, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const note = (text: Buffer) => {
      log += `${name}: ${text}`
    }
    child.stdout.on('data', note)
    child.stderr.on('data', note)
    children.set(name, child)
    return child
  }

  const hosts = addresses.map(({ name, address }) => `${address} ${name}\n`)
  writeFileSync(join(folder, 'hosts'), `127.0.0.1 localhost\n${hosts.join('')}`)
  const names = addresses.map(({ name }) => name)
  const script = ['sh', '-c', network, 'sh', join(folder, 'hosts')]
  const outer = launch('network', 'unshare', ['--mount', '--net', ...script, ...names])
  // Whoever enters earlier would still enter the namespaces of this machine.
  while (!log.includes('ready\n')) {
    if (outer.exitCode !== null) throw new Error(`the network could not be made: ${log}`)
    await sleep(20)
  }
  const inside = ['--target', String(outer.pid), '--mount', '--net']

  for (const [name, service] of chosen) {
    const { build, command = [], environment = {}, ports = [], read_only = false, tmpfs = [] } = service
    const place = join(folder, name)
    mkdirSync(place)
    for (const { source, target } of service.configs ?? []) {
      mkdirSync(dirname(join(place, target)), { recursive: true })
      writeFileSync(join(place, target), configs[source]?.content ?? '')
    }
    const enter = [...inside, 'ip', 'netns', 'exec', name]
    if (build) {
      const { copies, entrypoint, user } = readDockerfile(service)
      for (const part of ['usr', 'etc', 'proc', 'dev', 'tmp', 'node']) mkdirSync(join(place, part), { recursive: true })
      for (const part of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${part}`, join(place, part))
      writeFileSync(join(place, 'node/node'), '')
      for (const { from, to } of copies) if (sources[from]) cpSync(sources[from], join(place, to), { recursive: true })
      const words = [place, process.execPath, String(read_only), tmpfs.join(' '), user, ...entrypoint, ...command]
      launch(name, 'nsenter', [...enter, 'sh', '-c', container, 'sh', ...words], { PATH, ...environment })
    } else launch(name, 'nsenter', [...enter, ...programOf(service, place)])
    for (const port of ports) {
      const [ip = '', published = '', to = ''] = port.split(':')
      const address = addresses.find((one) => one.name === name)?.address ?? ''
      launch(`port of ${name}`, 'nsenter', [...inside, process.execPath, '-e', forward, ip, published, address, to])
    }
  }

  return {
    log: () => log,
    /** Runs the health check of a service as its image or compose.yaml says it. */
    isHealthy(name: string): boolean {
      const service = services[name] ?? {}
      const test = service.healthcheck?.test.slice(1) ?? readDockerfile(service).healthcheck
      const target = ['--target', String(children.get(name)?.pid), '--mount', '--net', '--root', '--wd']
      return spawnSync('nsenter', [...target, ...test], { env: { PATH } }).status === 0
    },
    /** Asks from the machine on which the ports are published. */
    ask(url: string, ...flags: string[]): { status: number; body: string } {
      const words = ['curl', '-sS', '--max-time', '20', '-w', '\n%{http_code}', ...flags, url]
      const lines = spawnSync('nsenter', [...inside, ...words], { encoding: 'utf8' }).stdout.split('\n')
      return { status: Number(lines.pop()), body: lines.join('\n') }
    },
    async stop(): Promise<void> {
      const running = [...children.values()].filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      )
      const ended = running.map((child) => once(child, 'exit'))
      killAll()
      process.off('exit', killAll)
      await Promise.all(ended)
      rmSync(folder, { recursive: true })
    },
  }
}

/** The program of this machine for an image of others, with what that image sets. */
function programOf({ image, command = [], configs = [] }: Service, place: string): string[] {
  // The image accepts callers from other machines.
  if (image?.startsWith('valkey/'))
    return ['redis-server', ...command.slice(1), '--protected-mode', 'no', '--dir', place]
  if (image?.startsWith('haproxy:')) return ['haproxy', '-W', '-db', '-f', join(place, configs[0]?.target ?? '')]
  throw new Error(`no program stands for the image ${image}`)
}
