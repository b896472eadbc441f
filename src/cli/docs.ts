import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Command } from 'commander'
import { UserError } from '../user-error.ts'
import { openInterfaces, printLeftOut } from './open-words.ts'
import { runCommand } from './run-command.ts'

interface Flags {
  out: string
  seen: string[]
  compress: boolean
  title?: string
  logo?: string
  accent?: string
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
  .option('--title <text>', 'the name of the site (default: the title of the document)')
  .option(
    '--logo <file>',
    'a picture for the top of each page, at most 100 KB (default: `x-logo` of the document, if it is a data: address)',
  )
  .option('--accent <colour>', 'a colour such as #0b5cad for the top of each page')
  .option('--compress', 'also write each file compressed, for servers that send these', false)
  .option(
    '--allow-files <folder...>',
    'folders whose files documents may refer to (default: the folder of each document)',
  )
  .option('-v, --verbose', 'list all parts of documents that are left out', false)
  .addHelpText('after', '\nExit codes: 0, the pages are written; 2, they are not.')
  .action((words: string[], flags: Flags) => runCommand(() => write(words, flags)))

async function write(words: string[], flags: Flags): Promise<void> {
  const { out, seen, compress: compressed, title, logo, accent, allowFiles, verbose } = flags
  if (accent !== undefined && !/^#([\da-f]{3}|[\da-f]{6})$/i.test(accent))
    throw new UserError(`--accent ${accent} is no colour; write one such as #0b5cad`)
  const brand = { title, accent, logo: logo === undefined ? undefined : readPicture(logo) }
  const workspace = await openInterfaces(words, allowFiles)
  printLeftOut(workspace, verbose)
  const { readAnswers } = await import('../verify/learn/read-answers.ts')
  const { writeSite } = await import('../docs/write-site.ts')
  const { files, bytes } = await writeSite(out, { workspace, brand, seen: seen.map(readAnswers), compressed })
  console.log(`${files} files, ${(bytes / 1e6).toFixed(1)} MB: ${join(out, 'index.html')}`)
}

function collect(file: string, files: string[]): string[] {
  return [...files, file]
}

const pictures: Readonly<Record<string, string>> = {
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/** Each page has the picture, and loads nothing. */
const maxPicture = 100_000

/** @returns a `data:` address */
function readPicture(file: string): string {
  const type = pictures[extname(file).toLowerCase()]
  if (type === undefined)
    throw new UserError(`--logo ${file} is no picture: give one of ${Object.keys(pictures).join(', ')}`)
  const content = existsSync(file) ? readFileSync(file) : undefined
  if (content === undefined) throw new UserError(`--logo ${file} does not exist`)
  if (content.length > maxPicture)
    throw new UserError(`--logo ${file} has ${content.length} bytes; at most ${maxPicture} are taken`)
  return `data:${type};base64,${content.toString('base64')}`
}
