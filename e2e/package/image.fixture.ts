import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { keptFolder } from './installed.fixture.ts'

const run = promisify(execFile)
const folder = keptFolder('image')
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }

/** Why no image can be built and run here; undefined where it can. */
export function whyNoImage(): string | undefined {
  if (process.env.RULEBOUND_ALL !== '1') return 'it takes minutes; set RULEBOUND_ALL=1'
  if (process.getuid?.() !== 0) return 'a container with a read-only root needs the rights of root here'
  const missing = ['buildah', 'mmdebstrap', 'unshare'].find((tool) => spawnSync('which', [tool]).status !== 0)
  return missing && `${missing} is not installed`
}

/** Runs buildah on a storage that is kept from one run to the next. @returns its output */
export async function buildah(...words: string[]): Promise<string> {
  const storage = ['--storage-driver', 'vfs', '--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
  return (await run('buildah', [...storage, ...words], { env, maxBuffer: 1e8 })).stdout.trim()
}

/** Makes an image with Debian and the Node.js of this process, unless there is one. It needs no registry of images. */
export async function makeBase(name: string): Promise<void> {
  if ((await buildah('images', '--format', '{{.Name}}')).split('\n').includes(`localhost/${name}`)) return
  mkdirSync(folder, { recursive: true })
  const tree = join(folder, 'debian.tar')
  if (!existsSync(tree)) await run('mmdebstrap', ['--variant=minbase', 'bookworm', tree])
  const container = await buildah('from', 'scratch')
  await buildah('add', container, tree, '/')
  await buildah('copy', '--chmod', '755', container, process.execPath, '/usr/local/bin/node')
  await buildah('commit', '--rm', container, name)
}
