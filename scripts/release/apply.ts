import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { planRelease, type ReleasePlan } from './plan.ts'

/** Reads the versions of a checkout, and plans its release. @throws {UserError} as `planRelease` does */
export function readPlan(checkout: string, day: string): ReleasePlan {
  const read = (file: string) => readFileSync(join(checkout, file), 'utf8')
  const names = globSync('specs/*/rules.yaml', { cwd: checkout }).map((file) => basename(dirname(file)))
  const documents = names.map((name) => {
    const document = existsSync(join(checkout, documentOf(name))) ? read(documentOf(name)) : ''
    return [name, versionLine.exec(document)?.[2]] as const
  })
  const { version } = JSON.parse(read('package.json'))
  return planRelease(read('CHANGELOG.md'), { package: version, documents: new Map(documents) }, day)
}

/** Writes the changelog and the versions of a release. Generated files follow by `npm run generate`. */
export function applyPlan(checkout: string, { version, documents, changelog }: ReleasePlan): void {
  const change = (file: string, edit: (text: string) => string) => {
    const path = join(checkout, file)
    writeFileSync(path, edit(readFileSync(path, 'utf8')))
  }
  change('CHANGELOG.md', () => changelog)
  for (const [name, next] of documents) change(documentOf(name), (text) => text.replace(versionLine, `$1'${next}'`))
  // The first versions of both files are those of the package itself.
  change('package.json', (text) => text.replace(/"version": "[^"]*"/, `"version": "${version}"`))
  const own =
    /^(\{\n {2}"name": "[^"]*",\n {2}"version": ")[^"]*|^( {4}"": \{\n {6}"name": "[^"]*",\n {6}"version": ")[^"]*/gm
  change('package-lock.json', (text) => text.replace(own, (_, top = '', inner = '') => `${top}${inner}${version}`))
}

const versionLine = /^( {2}version: )['"]?([\w.-]+)['"]?$/m

function documentOf(name: string): string {
  return `specs/${name}/openapi.yaml`
}
