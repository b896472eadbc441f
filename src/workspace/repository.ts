import { readFileSync } from 'node:fs'
import { rootUrl } from './root.ts'

/** A fork replaces the address on this host with its own. */
const placeholderHost = 'git.example'

/** Where the sources are: `https://forge.example/owner/name`; undefined while `package.json` still has the placeholder. */
export function readHome(): string | undefined {
  const { repository } = JSON.parse(readFileSync(new URL('package.json', rootUrl), 'utf8'))
  const home = repository.url.replace(/^git\+/, '').replace(/\.git$/, '')
  return new URL(home).host === placeholderHost ? undefined : home
}

/** The workflow of the job of GitHub Actions that this process runs in. Undefined elsewhere, and for a workflow of another repository. */
export function workflowOf({
  GITHUB_WORKFLOW_REF,
  GITHUB_REPOSITORY,
}: NodeJS.ProcessEnv): { file: string; line: number } | undefined {
  const prefix = `${GITHUB_REPOSITORY}/`
  if (!GITHUB_WORKFLOW_REF?.startsWith(prefix)) return undefined
  const file = GITHUB_WORKFLOW_REF.slice(prefix.length).replace(/@refs\/.*$/, '')
  return file === '' ? undefined : { file, line: 1 }
}
