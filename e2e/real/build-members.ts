import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The programs of one version of the family, as absolute paths. */
export interface Members {
  server: string
  controlTool: string
  offlineUtility: string
}

const here = fileURLToPath(new URL('.', import.meta.url))
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'rulebound')
const programs = { server: 'server', controlTool: 'etcdctl', offlineUtility: 'etcdutl' }

/** Why the members cannot be built here. Undefined where they can. */
export function whyNotBuilt(): string | undefined {
  const { error, stdout } = spawnSync('go', ['version'], { encoding: 'utf8' })
  if (error) return 'Go is not installed'
  const [, minor = 0] = /go1\.(\d+)/.exec(stdout) ?? []
  return Number(minor) < 25 ? `Go 1.25 or later is needed, and this is ${stdout.trim()}` : undefined
}

/**
 * Builds the three programs of a version, unless the cache has them. Their modules hold `replace` lines, which `go install` refuses:
 * so our module requires them as tools. One package is compiled at a time, at low priority, since all of them take minutes.
 */
export async function buildMembers(version: '3.5' | '3.6'): Promise<Members> {
  const module = join(here, `members-${version}`)
  const sources = ['go.mod', 'go.sum'].map((file) => readFileSync(join(module, file)))
  const key = createHash('sha256').update(Buffer.concat(sources)).digest('hex').slice(0, 12)
  const folder = join(cache, `members-${version}-${key}`)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const unfinished = mkdtempSync(join(cache, 'building-'))
    try {
      await goBuild(module, unfinished)
      // Another run may have been faster.
      if (!existsSync(folder)) renameSync(unfinished, folder)
    } finally {
      rmSync(unfinished, { recursive: true, force: true })
    }
  }
  const { server, controlTool, offlineUtility } = programs
  return {
    server: join(folder, server),
    controlTool: join(folder, controlTool),
    offlineUtility: join(folder, offlineUtility),
  }
}

function goBuild(module: string, folder: string): Promise<void> {
  const env = { ...process.env, GOFLAGS: `${process.env.GOFLAGS ?? ''} -p=1 -mod=readonly`.trim() }
  const child = spawn('go', ['build', '-trimpath', '-o', `${folder}/`, 'tool'], { cwd: module, env, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.on('spawn', () => setPriority(child.pid ?? 0, 19))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`go build in ${module} ended with ${code}`)),
    )
  })
}
