import { expect, it } from 'vitest'
import { sourcesOf, workflowOf } from './repository.ts'
import { rootUrl } from './root.ts'

const home = 'https://github.com/ours/rulebound'
const installed = { home, version: '1.2.0', isCheckout: false }
const job = (repository: string) => ({
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: repository,
  GITHUB_SHA: 'abc',
})

it.each([
  ['the installed package', installed, {}, `${home}/blob/v1.2.0/`],
  ['a job of our repository', { ...installed, isCheckout: true }, job('ours/rulebound'), `${home}/blob/abc/`],
  ["a caller's job", installed, job('theirs/shop'), `${home}/blob/v1.2.0/`],
  [
    "a caller's job that has the repository checked out",
    { ...installed, isCheckout: true },
    job('theirs/shop'),
    `${home}/blob/v1.2.0/`,
  ],
  ['a checkout', { ...installed, isCheckout: true }, {}, rootUrl.href],
  ['a package without an address', { ...installed, home: undefined }, job('theirs/shop'), undefined],
])('sources have their own address in %s', (_, repository, env, expected) => {
  expect(sourcesOf(repository, env)).toBe(expected)
})

it.each([
  ['theirs/shop/.github/workflows/check.yml@refs/heads/a@b', '.github/workflows/check.yml'],
  ['ours/rulebound/.github/workflows/check.yml@refs/heads/main', undefined],
  [undefined, undefined],
])('the workflow %s of a job of theirs/shop is the file %s', (ref, file) => {
  expect(workflowOf({ GITHUB_REPOSITORY: 'theirs/shop', GITHUB_WORKFLOW_REF: ref })?.file).toBe(file)
})
