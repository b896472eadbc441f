import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../src/user-error.ts'
import { root } from '../../src/workspace/root.ts'

/**
 * The notices that the licences of bundled packages ask for.
 *
 * @param folders of the packages, relative to the root of the repository
 * @throws {UserError} for a package that names no licence: its code may not be published
 */
export function writeNotices(folders: readonly string[]): string {
  const parts = folders.map((folder) => {
    const { name, version, license, licenses } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const named = license?.type ?? license ?? licenses?.map(({ type }: { type: string }) => type).join(' OR ')
    if (typeof named !== 'string') throw new UserError(`${folder} names no licence, and is bundled into the package`)
    const [file] = globSync('{LICEN[CS]E,licen[cs]e,COPYING}*', { cwd: join(root, folder) }).sort()
    const text = file && readFileSync(join(root, folder, file), 'utf8').trim()
    return `${name} ${version} (${named})\n${'-'.repeat(70)}\n${text ?? 'The package has no licence file.'}\n`
  })
  return ['This package contains code of the packages below, under their licences.\n', ...parts].join('\n')
}
