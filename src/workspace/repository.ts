import { readFileSync } from 'node:fs'
import { rootUrl } from './root.ts'

/** Where the sources of the documents are. `repository` in `package.json` is the one place that says so. */
export interface Repository {
  /** `https://forge.example/owner/name`; undefined while `package.json` still has the placeholder. */
  home: string | undefined
  version: string
  /** True in a checkout; false in the installed package. */
  isCheckout: boolean
}

/** A fork replaces the address on this host with its own. */
const placeholderHost = 'git.example'

export function readRepository(): Repository {
  const manifest = JSON.parse(readFileSync(new URL('package.json', rootUrl), 'utf8'))
  const home = manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '')
  return {
    home: new URL(home).host === placeholderHost ? undefined : home,
    version: manifest.version,
    isCheckout: manifest.private === true,
  }
}

/**
 * The prefix of `specs/orders/rules.yaml` in links, with a slash at its end. In a checkout it leads to the file, and it is undefined
 * if the sources are not published. A job of another repository gets no link into that repository.
 */
export function sourcesOf({ home, version, isCheckout }: Repository, env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA } = env
  if (home !== undefined && home === `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`) return `${home}/blob/${GITHUB_SHA}/`
  if (isCheckout && GITHUB_REPOSITORY === undefined) return rootUrl.href
  return home && `${home}/blob/v${version}/`
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
