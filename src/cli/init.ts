import { Command } from 'commander'
import { runCommand } from './run-command.ts'

export const command: Command = new Command('init')
  .option('--from <file>', 'an OpenAPI document to start with, in a folder that has none')
  .addHelpText('after', '\nExit codes: 0, the documents are listed; 2, the folder or the document cannot be used.')
  .action(({ from }: { from?: string }) =>
    runCommand(async () => {
      const { initWorkspace } = await import('../pipeline/init/init.ts')
      const { written, remaining } = initWorkspace(process.cwd(), from)
      console.log(written.length > 0 ? written.join('\n') : 'Nothing is left to do: the documents are listed already.')
      for (const text of remaining) console.log(`\n${text}`)
    }),
  )
