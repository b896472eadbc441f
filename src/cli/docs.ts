import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { documentFlags, interfaces } from './common-flags.ts'
import { defineCommand, flag, toggle } from './define-command.ts'
import { openInterfaces, printLeftOut } from './open-words.ts'

export const command: Command = defineCommand('docs', {
  words: interfaces,
  flags: {
    out: flag('<folder>', 'where to write the pages; what it wrote there before is replaced', {
      short: 'o',
      default: 'dist/docs',
    }),
    seen: flag('<file>', 'what servers do where the documents are silent, from `verify --learn`; repeatable', {
      repeats: 'list',
    }),
    title: flag('<text>', 'the name of the site (default: the title of the document)'),
    logo: flag(
      '<file>',
      'a picture for the top of each page, at most 100 KB (default: `x-logo` of the document, if it is a data: address)',
    ),
    accent: flag('<colour>', 'a colour such as #0b5cad for the top of each page', { parse: parseColour }),
    ...documentFlags,
    verbose: toggle('list all parts of documents that are left out', { short: 'v' }),
  },
  more: 'Exit codes: 0, the pages are written; 2, they are not.',
  async run(words, { out, seen, title, logo, accent, verbose, ...flags }) {
    const { readPicture, writeSite } = await import('../docs/write-site.ts')
    const brand = { title, accent, logo: logo === undefined ? undefined : readPicture(logo) }
    const workspace = await openInterfaces(words, flags)
    printLeftOut(workspace, verbose)
    const { readAnswers } = await import('../verify/learn/read-answers.ts')
    const { files, bytes } = await writeSite(out, { workspace, brand, seen: seen.map(readAnswers) })
    console.log(`${files} files, ${(bytes / 1e6).toFixed(1)} MB: ${join(out, 'index.html')}`)
  },
})

function parseColour(text: string): string {
  if (/^#([\da-f]{3}|[\da-f]{6})$/i.test(text)) return text
  throw new InvalidArgumentError('A colour is written as #0b5cad.')
}
