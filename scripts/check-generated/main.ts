import { checkFreshness } from '../../src/pipeline/check-generated/check-freshness.ts'
import { root } from '../../src/pipeline/specs/interfaces.ts'
import { runCommand } from '../../src/user-error.ts'

// npm run check:generated

await runCommand(async () => {
  const files = await checkFreshness(root)
  console.log(`generated/ and the lists of interfaces are up to date: ${files} files`)
})
