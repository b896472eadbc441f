import { join } from 'node:path'
import { Command } from 'commander'
import { runCommand } from '../user-error.ts'

interface Flags {
  seen: string[]
  compress: boolean
}

export const command: Command = new Command('docs')
  .argument('[folder]', 'where to write them; its contents are replaced', 'dist/docs')
  .option(
    '--seen <file>',
    'what servers do where the documents are silent, from `verify --learn`; repeatable',
    collect,
    [],
  )
  .option('--compress', 'also write each file compressed, for servers that send these', false)
  .action((folder: string, flags: Flags) => runCommand(() => write(folder, flags)))

async function write(folder: string, { seen, compress: compressed }: Flags): Promise<void> {
  const { readAnswers } = await import('../verify/learn/read-answers.ts')
  const { writeSite } = await import('../docs/write-site.ts')
  const { files, bytes } = await writeSite(folder, { seen: seen.map(readAnswers), compressed })
  console.log(`${files} files, ${(bytes / 1e6).toFixed(1)} MB: ${join(folder, 'index.html')}`)
}

function collect(file: string, files: string[]): string[] {
  return [...files, file]
}
