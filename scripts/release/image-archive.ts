import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Builds the image with buildah, in a storage of its own, and writes it as an OCI archive.
 *
 * @param context folder with the Dockerfile and what it copies
 * @param archive file to write
 * @param base image to build on, in place of that of the Dockerfile: `oci-archive:/tmp/base.tar`
 * @returns why there is no archive; undefined when it is written
 */
export function writeImageArchive(context: string, archive: string, base: string | undefined): string | undefined {
  const storage = mkdtempSync(join(tmpdir(), 'rulebound-image-'))
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }
  const buildah = (...words: string[]) => {
    const places = ['--storage-driver', 'vfs', '--root', join(storage, 'root'), '--runroot', join(storage, 'run')]
    const { status, stderr, error } = spawnSync('buildah', [...places, ...words], { env, encoding: 'utf8' })
    if (error) return 'buildah is not installed'
    return status === 0 ? undefined : (stderr.trim().split('\n').at(-1) ?? `buildah ended with ${status}`)
  }
  try {
    const args = base === undefined ? [] : ['--build-arg', `BASE=${base}`]
    // The Docker form keeps the health check.
    return (
      buildah('bud', '--quiet', '--format', 'docker', ...args, '--tag', 'rulebound', context) ??
      buildah('push', '--quiet', '--format', 'oci', 'rulebound', `oci-archive:${archive}:rulebound`)
    )
  } finally {
    rmSync(storage, { recursive: true, force: true })
  }
}
