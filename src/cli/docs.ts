import { join } from 'node:path'
import { Command } from 'commander'
import { openInterfaces, printLeftOut } from './open-words.ts'
import { runCommand } from './run-command.ts'

interface Flags {
  out: string
  seen: string[]
  compress: boolean
  allowFiles?: string[]
  verbose: boolean
}

export const command: Command = new Command('docs')
  .argument('[interface...]', 'names such as orders, or OpenAPI documents such as ./openapi.yaml (default: all)')
  .option('-o, --out <folder>', 'where to write the pages; what it wrote there before is replaced', 'dist/docs')
  .option(
    '--seen <file>',
    'what servers do where the documents are silent, from `verify --learn`; repeatable',
    collect,
    [],
  )
  .option('--compress', 'also write each file compressed, for servers that send these', false)
  .option(
    '--allow-files <folder...>',
    'folders whose files documents may refer to (default: the folder of each document)',
  )
  .option('-v, --verbose', 'list all parts of documents that are left out', false)
  .addHelpText('after', '\nExit codes: 0, the pages are written; 2, they are not.')
  .action((words: string[], flags: Flags) => runCommand(() => write(words, flags)))

async function write(words: string[], flags: Flags): Promise<void> {
  const { out, seen, compress: compressed, allowFiles, verbose } = flags
  const workspace = await openInterfaces(words, allowFiles)
  printLeftOut(workspace, verbose)
  const { readAnswers } = await import('../verify/learn/read-answers.ts')
  const { writeSite } = await import('../docs/write-site.ts')
  const { files, bytes } = await writeSite(out, { workspace, seen: seen.map(readAnswers), compressed })
  console.log(`${files} files, ${(bytes / 1e6).toFixed(1)} MB: ${join(out, 'index.html')}`)
}

function collect(file: string, files: string[]): string[] {
  return [...files, file]
}
