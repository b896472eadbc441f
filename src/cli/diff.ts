import { Command } from 'commander'
import { findWorkspace } from '../workspace/find-root.ts'
import { withPeers } from './peers.ts'
import { runCommand } from './run-command.ts'

export const command: Command = new Command('diff')
  .argument('[ref]', 'commit to compare with (default: where this branch left the main branch)')
  .addHelpText(
    'after',
    '\nExit codes: 0, nothing is left to do; 1, a change is not in order yet; 2, the documents could not be compared.',
  )
  .action((ref: string | undefined) => runCommand(() => withPeers(() => diff(ref))))

async function diff(ref: string | undefined): Promise<number> {
  const root = findWorkspace()
  const { diffSince } = await import('../pipeline/diff/diff.ts')
  const { text, failed } = await diffSince(root, ref)
  console.log(text)
  if (failed.length > 0) console.error(`\nNot in order yet: ${failed.join(', ')}`)
  return failed.length > 0 ? 1 : 0
}
