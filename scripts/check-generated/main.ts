import { runCommand } from '../../src/cli/user-error.ts'
import { root } from '../specs/interfaces.ts'
import { checkFreshness } from './check-freshness.ts'

// npm run check:generated

await runCommand(async () => {
  const files = await checkFreshness(root)
  console.log(`generated/ and the lists of interfaces are up to date: ${files} files`)
})
