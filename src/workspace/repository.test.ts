import { expect, it } from 'vitest'
import { workflowOf } from './repository.ts'

it.each([
  ['theirs/shop/.github/workflows/check.yml@refs/heads/a@b', '.github/workflows/check.yml'],
  ['ours/rulebound/.github/workflows/check.yml@refs/heads/main', undefined],
  [undefined, undefined],
])('the workflow %s of a job of theirs/shop is the file %s', (ref, file) => {
  expect(workflowOf({ GITHUB_REPOSITORY: 'theirs/shop', GITHUB_WORKFLOW_REF: ref })?.file).toBe(file)
})
