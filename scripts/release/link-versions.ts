import { cpSync, existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { noVersions, renderVersions, versionsPlace } from '../../src/docs/versions.ts'

// node scripts/release/link-versions.ts <folder>

const [folder] = process.argv.slice(2)
if (import.meta.main && folder !== undefined) linkVersions(folder)

/**
 * Copies the newest docs to `latest`, and links each page to the same page of the other versions, or to their home page where they have no
 * such page. With one version there is nothing to switch between, and pages show no switch.
 *
 * @param folder has the docs of each version in a folder of its name, such as `v0.1.0`
 */
export function linkVersions(folder: string): void {
  const versions = readdirSync(folder)
    .filter((name) => /^v\d/.test(name))
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
  const [newest] = versions
  if (newest === undefined) return
  rmSync(join(folder, 'latest'), { recursive: true, force: true })
  cpSync(join(folder, newest), join(folder, 'latest'), { recursive: true })

  for (const version of [...versions, 'latest']) {
    for (const page of globSync('**/*.html', { cwd: join(folder, version) })) {
      const file = join(folder, version, page)
      const text = readFileSync(file, 'utf8')
      writeFileSync(
        file,
        text.replace(versionsPlace, () => (versions.length > 1 ? switchFor(version, page) : noVersions)),
      )
    }
  }

  function switchFor(version: string, page: string): string {
    const links = versions.map((name) => {
      const isLatest = name === newest
      const target = isLatest ? 'latest' : name
      const path = existsSync(join(folder, target, page)) ? page : 'index.html'
      const href = posix.relative(posix.dirname(`${version}/${page}`), `${target}/${path}`)
      return { name, href, isLatest, isCurrent: version === name || (version === 'latest' && isLatest) }
    })
    return noVersions.replace('><', () => `>${renderVersions(links)}<`)
  }
}
