import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, UserError } from '../../src/cli/user-error.ts'
import { root } from '../specs/interfaces.ts'
import { temporaryFolder } from './documents/documents.ts'
import { type Copies, copyInterfaces, forgetGenerated } from './pipeline/copies.ts'
import { timeEdits } from './pipeline/edits.ts'
import { type PipelineResults, printPipeline, type SizeResults } from './pipeline/pipeline-report.ts'
import { type TimedRun, timed } from './pipeline/timed-run.ts'
import { endEverythingAtExit } from './processes/children.ts'

// Times what lies between a source and the mock, beside the peers' commands. Usage: pipeline.ts [--sizes 8,80,800] [--rounds 3] [--edits 20] [--peers-to 80]

const redocly = join(root, 'node_modules/.bin/redocly')

/** Milliseconds. */
const maxUnchanged = 300
const maxOfEdit = 700

await runCommand(async () => {
  const { sizes, rounds, edits, peersTo } = readOptions()
  endEverythingAtExit()
  const folder = temporaryFolder()
  const measured: SizeResults[] = []
  for (const size of sizes) measured.push(await measure(folder, size, { rounds, withPeers: size <= peersTo }))
  console.error(`${edits} edits in npm run dev`)
  const results: PipelineResults = {
    node: process.version,
    rounds,
    sizes: measured,
    edits: edits > 0 ? await timeEdits(folder, edits) : [],
  }
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist/bench-pipeline.json'), `${JSON.stringify(results, null, 1)}\n`)
  const { text, missed } = printPipeline(results, { maxUnchanged, maxOfEdit })
  console.log(text)
  if (missed.length > 0) {
    console.error(`\n${missed.join('\n')}`)
    process.exitCode = 1
  }
})

/** @throws {UserError} when a number is none */
function readOptions() {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '8,80,800' },
      rounds: { type: 'string', default: '3' },
      edits: { type: 'string', default: '20' },
      'peers-to': { type: 'string', default: '80' },
    },
  })
  const sizes = values.sizes.split(',').map(Number)
  const [rounds, edits, peersTo] = [Number(values.rounds), Number(values.edits), Number(values['peers-to'])]
  if (!(Math.min(...sizes, rounds) >= 1 && Math.min(edits, peersTo) >= 0))
    throw new UserError('--sizes and --rounds are numbers from 1, --edits and --peers-to from 0.')
  return { sizes, rounds, edits, peersTo }
}

/** Ours and the peers' by turns, so that what else the machine does falls on all alike. */
async function measure(
  folder: string,
  size: number,
  { rounds, withPeers }: { rounds: number; withPeers: boolean },
): Promise<SizeResults> {
  const copies = copyInterfaces(folder, size)
  const generate = [[process.execPath, join(root, 'scripts/bench/pipeline/generate-at.ts'), copies.base]]
  const samples: Record<string, TimedRun[]> = {}
  const note = async (name: string, commands: Iterable<readonly string[]>, folder = copies.base) => {
    console.error(`${size} interfaces: ${name}`)
    samples[name] ??= []
    samples[name].push(await timed(commands, folder))
  }
  for (let round = 0; round < rounds; round++) {
    forgetGenerated(copies)
    await note('generate, from cold', generate)
    await note('generate, nothing changed', generate)
    const [[first = ''] = []] = copies.documents
    appendFileSync(join(copies.base, `specs/${first}/openapi.yaml`), '# Edited.\n')
    await note('generate, one edited', generate)
    if (!withPeers) continue
    await note('`redocly bundle` and `openapi-typescript`, file by file', bundleAndType(copies), copies.peers)
    await note('`redocly lint`, file by file', lint(copies), copies.peers)
  }
  return { size, samples }
}

function* bundleAndType({ documents }: Copies): Iterable<readonly string[]> {
  for (const [name, document] of documents) {
    yield [redocly, 'bundle', `../${document}`, '--output', `${name}.yaml`]
    yield [join(root, 'node_modules/.bin/openapi-typescript'), `${name}.yaml`, '--output', `${name}.ts`]
  }
}

function* lint({ documents }: Copies): Iterable<readonly string[]> {
  for (const document of documents.values()) yield [redocly, 'lint', `../${document}`]
}
