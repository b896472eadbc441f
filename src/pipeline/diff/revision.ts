import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseYaml } from '../../contract/yaml-file.ts'
import { UserError } from '../../user-error.ts'
import { banner } from '../generate/banner.ts'
import { bundleInterface, printBundle } from '../generate/bundle.ts'
import { explainFault } from '../generate/faults/explain-fault.ts'
import { listUnits } from '../generate/units.ts'
import type { Git } from './git.ts'
import { type EntriesById, readIds } from './rule-ids.ts'

/** The contracts at one moment. */
export interface Revision {
  /** Bundled document of each interface, as YAML. */
  bundles: ReadonlyMap<string, string>
  ids: ReadonlyMap<string, EntriesById>
  changelog: string
}

/** The contracts at a commit. Its `generated/` has the bundles; `npm run check:generated` compares those with their sources. */
export function revisionAt(git: Git, commit: string): Revision {
  const files = git.ask('ls-tree', '-r', '--name-only', commit, '--', 'generated', 'specs')?.split('\n') ?? []
  const read = (pattern: RegExp) =>
    files.flatMap((file): [string, string][] => {
      const name = pattern.exec(file)?.[1]
      const text = name === undefined ? undefined : git.fileAt(commit, file)
      return name !== undefined && text !== undefined ? [[name, text]] : []
    })
  return {
    bundles: new Map(read(/^generated\/([^/]+)\/openapi\.yaml$/)),
    ids: new Map(read(/^specs\/([^/]+)\/rules\.yaml$/).map(([name, rules]) => [name, readIds(rules)])),
    changelog: git.fileAt(commit, 'CHANGELOG.md') ?? '',
  }
}

/** The contracts in the working tree, from the sources, so that nothing has to be generated or committed first. */
export async function workingTree(base: string): Promise<Revision> {
  const units = listUnits(base)
  const bundles = units.map(async ({ name, entry }): Promise<[string, string][]> => {
    if (!entry) return []
    const { document } = await bundleInterface(entry, base).catch(explainFault(entry, base))
    return [[name, printBundle(document, banner(`${entry.source}/`))]]
  })
  const changelog = join(base, 'CHANGELOG.md')
  return {
    bundles: new Map((await Promise.all(bundles)).flat()),
    ids: new Map(units.flatMap(({ name, source }) => readRules(base, name, `${source}/rules.yaml`))),
    changelog: existsSync(changelog) ? readFileSync(changelog, 'utf8') : '',
  }
}

function readRules(base: string, name: string, file: string): [string, EntriesById][] {
  if (!existsSync(join(base, file))) return []
  const text = readFileSync(join(base, file), 'utf8')
  const [problem] = parseYaml(file, text).diagnostics
  if (problem) throw new UserError(`${file}:${problem.line}:${problem.column}  ${problem.message}`)
  return [[name, readIds(text)]]
}
