import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../../../src/workspace/root.ts'
import { temporaryFolder } from '../../bench/processes.ts'
import { lookAtPages } from './barriers.ts'
import { runSamples } from './samples.ts'

// node e2e/lab/docs/main.ts [--samples | --pages <folder>] <document>...
// Writes the docs of documents, beside `redocly build-docs`, and prints time, memory and sizes. With --samples, runs the curl sample of each
// operation against the mock of its document instead; with --pages, axe looks at pages of each document, and pictures go to the folder.

const { values, positionals } = parseArgs({
  options: { samples: { type: 'boolean' }, pages: { type: 'string' } },
  allowPositionals: true,
})

/** Prints the most memory that a process has had, when it ends. */
const reportMemory = `process.on('exit', () => require('node:fs').writeSync(2, 'peak ' + process.resourceUsage().maxRSS + '\\n'))`

interface Measurement {
  seconds: number
  megabytes: number
}

function measure(command: readonly string[]): Measurement {
  const [program = '', ...args] = command
  const hook = join(folder, 'report-memory.cjs')
  const start = performance.now()
  const { status, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: `--require=${hook}`, REDOCLY_TELEMETRY: 'off' },
  })
  const seconds = (performance.now() - start) / 1000
  if (status !== 0) throw new Error(`${command.join(' ')} failed: ${stderr.slice(0, 500)}`)
  const peaks = [...stderr.matchAll(/^peak (\d+)$/gm)].map(([, kilobytes]) => Number(kilobytes))
  return { seconds, megabytes: (Math.max(...peaks) * 1024) / 1e6 }
}

const folder = temporaryFolder()

function measureDocs(file: string): string[] {
  const site = join(folder, 'site')
  const ours = measure([process.execPath, join(root, 'src/cli/rulebound.ts'), 'docs', file, '--out', site])
  const page = join(folder, 'redoc.html')
  const redocly = measure([
    process.execPath,
    join(root, 'node_modules/@redocly/cli/bin/cli.js'),
    'build-docs',
    file,
    '-o',
    page,
  ])
  const files = globSync('**/*', { cwd: site, withFileTypes: true }).filter((entry) => entry.isFile())
  const sizeOf = (all: typeof files) => all.map(({ parentPath, name }) => statSync(join(parentPath, name)).size)
  const sum = (sizes: number[]) => sizes.reduce((one, other) => one + other, 0)
  const document = statSync(file).size
  const rest = sum(sizeOf(files.filter(({ parentPath }) => !parentPath.includes(`${site}/assets`))))
  const largest = Math.max(...sizeOf(files.filter(({ name }) => name.endsWith('.html'))))
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
  return [
    basename(file),
    megabytes(document),
    `${files.length}`,
    megabytes(rest),
    (rest / document).toFixed(1),
    (largest / 1000).toFixed(0),
    ours.seconds.toFixed(1),
    ours.megabytes.toFixed(0),
    megabytes(statSync(page).size),
    redocly.seconds.toFixed(1),
    redocly.megabytes.toFixed(0),
  ]
}

const columns =
  'document|MB|files|MB of files|times the document|largest page, KB|s|MB of memory|Redocly: MB|Redocly: s|Redocly: MB of memory'

async function main(): Promise<void> {
  const files = positionals.map((file) => resolve(file))
  if (values.samples) for (const file of files) await runSamples(file)
  else if (values.pages !== undefined) {
    for (const file of files) {
      const own = resolve(values.pages, basename(file))
      mkdirSync(own, { recursive: true })
      await lookAtPages(file, own)
    }
  } else {
    writeFileSync(join(folder, 'report-memory.cjs'), reportMemory)
    console.log(`| ${columns.replaceAll('|', ' | ')} |\n|${' --- |'.repeat(columns.split('|').length)}`)
    for (const file of files) console.log(`| ${measureDocs(file).join(' | ')} |`)
  }
  // The mock keeps the process alive.
  process.exit()
}

await main()
