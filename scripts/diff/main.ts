import { runCommand, UserError } from '../../src/cli/user-error.ts'
import { root } from '../specs/interfaces.ts'
import { diffSince } from './diff.ts'

// npm run diff [-- <base-ref>]

await runCommand(async () => {
  const { text, failed } = await diffSince(root, process.argv[2])
  console.log(text)
  if (failed.length > 0) throw new UserError(`\nNot in order yet: ${failed.join(', ')}`)
})
