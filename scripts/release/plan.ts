import { UserError } from '../../src/user-error.ts'

export interface ReleasePlan {
  version: string
  /** Versions of the documents that change, by interface. */
  documents: ReadonlyMap<string, string>
  /** The changelog with the release in place of `[Unreleased]`. */
  changelog: string
}

export interface Versions {
  package: string
  /** By interface. The version of an interface without a document is undefined. */
  documents: ReadonlyMap<string, string | undefined>
}

/** The heading of the package and its commands. */
const packageHeading = 'rulebound'
const kinds = ['patch', 'minor', 'major'] as const
type Kind = (typeof kinds)[number]

/** The effect of an entry on callers. A changed answer may break them. */
const kindOf: Record<string, Kind> = {
  Added: 'minor',
  Deprecated: 'minor',
  Fixed: 'patch',
  Changed: 'major',
  Removed: 'major',
}

/**
 * Plans a release from the entries under `[Unreleased]`. The first release keeps all versions.
 *
 * @param day as in 2026-12-01
 * @throws {UserError} when there is nothing to release, or an entry is about an interface that does not exist
 */
export function planRelease(changelog: string, versions: Versions, day: string): ReleasePlan {
  const [, head = '', body = '', rest = ''] =
    /^([\s\S]*?^)## \[Unreleased\]\n([\s\S]*?)(?=^## |(?![\s\S]))([\s\S]*)$/m.exec(changelog) ?? []
  const changes = readChanges(body)
  if (changes.size === 0)
    throw new UserError('CHANGELOG.md has no entry under [Unreleased]: there is nothing to release')
  const stray = [...changes.keys()].find((name) => name !== packageHeading && !versions.documents.has(name))
  if (stray) throw new UserError(`CHANGELOG.md has entries under '${stray}', which is not an interface`)
  const isFirst = !/^## \[\d/m.test(rest)
  const documents = [...versions.documents].flatMap(([name, version]) => {
    const kind = changes.get(name)
    return kind === undefined || version === undefined || isFirst ? [] : [[name, increase(version, kind)] as const]
  })
  // The package holds the documents, so that it changes as much as the most changed of them.
  const largest = kinds.findLast((kind) => [...changes.values()].includes(kind)) ?? 'patch'
  const version = isFirst ? versions.package : increase(versions.package, largest)
  const release = `## [${version}] - ${day}\n${body}`
  return {
    version,
    documents: new Map(documents),
    changelog: `${head}## [Unreleased]\n\n${release}${rest}`,
  }
}

/** The entries of a released version, under their headings. @throws {UserError} when the changelog has no such version */
export function notesOf(changelog: string, version: string): string {
  const start = changelog.indexOf(`## [${version}]`)
  if (start === -1)
    throw new UserError(`CHANGELOG.md has no version ${version}: check out a commit that npm run release has made`)
  const end = changelog.indexOf('\n## ', start)
  return `${changelog.slice(start, end === -1 ? undefined : end).trimEnd()}\n`
}

function readChanges(body: string): Map<string, Kind> {
  const changes = new Map<string, Kind>()
  let heading = ''
  for (const line of body.split('\n')) {
    heading = /^### (.*)$/.exec(line)?.[1] ?? heading
    const kind = kindOf[/^- \*\*(\w+)\*\*/.exec(line)?.[1] ?? '']
    const known = changes.get(heading)
    if (kind && (known === undefined || kinds.indexOf(kind) > kinds.indexOf(known))) changes.set(heading, kind)
  }
  return changes
}

/** The next version. Below 1.0.0, a breaking change increases the second number, as npm's ranges expect. */
function increase(version: string, kind: Kind): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  if (kind === 'patch') return `${major}.${minor}.${patch + 1}`
  return kind === 'major' && major > 0 ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`
}
