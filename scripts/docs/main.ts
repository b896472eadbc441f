import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, UserError } from '../../src/user-error.ts'
import { readAnswers } from '../../src/verify/learn/read-answers.ts'
import { writeSite } from './write-site.ts'

// npm run docs [-- <folder> --seen <answers.yaml>… --compress | --packed]

await runCommand(async () => {
  const { folder, ...options } = readArguments()
  const { files, bytes } = await writeSite(folder, options)
  console.log(`${files} files, ${(bytes / 1e6).toFixed(1)} MB: ${join(folder, 'index.html')}`)
})

function readArguments() {
  try {
    const options = {
      seen: { type: 'string', multiple: true, default: [] as string[] },
      compress: { type: 'boolean', default: false },
      packed: { type: 'boolean', default: false },
    } as const
    const { positionals, values } = parseArgs({ options, allowPositionals: true })
    const [folder = 'dist/docs', ...others] = positionals
    if (others.length > 0)
      throw new Error('Give one folder: npm run docs -- <folder> [--seen <answers.yaml>…] [--compress | --packed]')
    return { folder, seen: values.seen.map(readAnswers), compressed: values.compress, packed: values.packed }
  } catch (error) {
    throw new UserError((error as Error).message)
  }
}
