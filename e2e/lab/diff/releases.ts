import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDocument } from '../../../src/contract/published/read-document.ts'
import { compareDocuments } from '../../../src/pipeline/diff/compare-documents.ts'
import { levels } from '../../../src/pipeline/diff/kinds.ts'
import { fetchModule, sampleBySeed } from '../published/documents.ts'

// node scripts/e2e/main.ts lab/diff/releases.ts [name of a pair…]
// Compares two releases of large published documents: counts, CPU seconds, memory, and ten findings of each, drawn by a seed, to be read.
// releases.md has what was found, with the figures of oasdiff.

const stripe = 'embedded/openapi/spec3.json'
const github = 'generated/api.github.com.json'
const pairs: Readonly<Record<string, readonly [registry: 'npm' | 'go', old: string, now: string, file: string]>> = {
  github: ['npm', '@octokit/openapi@22.0.0', '@octokit/openapi@23.0.2', github],
  figma: ['npm', '@figma/rest-api-spec@0.34.0', '@figma/rest-api-spec@0.43.0', 'openapi/openapi.yaml'],
  stripe: ['go', 'github.com/stripe/stripe-mock@v0.180.0', 'github.com/stripe/stripe-mock@v0.203.0', stripe],
  docker: [
    'go',
    'github.com/docker/docker@v26.0.0+incompatible',
    'github.com/docker/docker@v27.0.0+incompatible',
    'api/swagger.yaml',
  ],
  kubernetes: ['go', 'k8s.io/kubernetes@v1.29.0', 'k8s.io/kubernetes@v1.30.2', 'api/openapi-spec/swagger.json'],
}

async function compare(old: string, now: string): Promise<void> {
  const [before, present] = [await readDocument(old), await readDocument(now)]
  const changes = compareDocuments(before, present)
  const counts = levels.map((level) => `${level} ${changes.filter((change) => change.level === level).length}`)
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const megabytes = statSync(now).size / 1e6
  console.log(
    `${megabytes.toFixed(1)} MB: ${counts.join(', ')}; ${((userCPUTime + systemCPUTime) / 1e6).toFixed(1)} s of CPU, ${Math.round(maxRSS / 1024)} MB`,
  )
  const shown = changes.filter(({ level }) => level !== 'info')
  for (const { level, id, place, detail, exchange, twin, others } of sampleBySeed(shown, 10, 1))
    console.log(`  ${level} ${id} ${place}: ${detail} (${others})\n    ${exchange ?? ''}\n    ${twin ?? ''}`)
}

const [first = '', ...words] = process.argv.slice(2)
if (first === '--of') await compare(words[0] ?? '', words[1] ?? '')
else
  for (const [name, [registry, old, now, file]] of Object.entries(pairs)) {
    if (first !== '' && ![first, ...words].includes(name)) continue
    const files = [old, now].map((one) => join(fetchModule(registry, one, join(tmpdir(), 'openapi-finds')), file))
    // A separate process has separate figures.
    console.log(name, ...files)
    console.log(execFileSync(process.execPath, [import.meta.filename, '--of', ...files], { encoding: 'utf8' }))
  }
