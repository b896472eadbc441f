import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lint, lintFromString } from '@redocly/openapi-core'
import { below, isObject } from '../../../src/contract/json-pointer.ts'
import { proseAgrees } from '../../../src/pipeline/lint/prose-agrees.ts'
import { listDocuments, sampleBySeed } from '../published/documents.ts'

// node e2e/lab/prose/main.ts [findings | planted]
// Tries the rule `prose-agrees` on published documents that it was not written on. `findings` draws 100 findings of 50 documents and counts what
// judgements.tsv says of them; `planted` lets 100 descriptions say what their schemas do not, and counts
// how many of these are found.

const { folder, files } = listDocuments()
/** The list without samples of it, each given by its size and its seed. */
function without(list: readonly string[], ...samples: (readonly [count: number, seed: number])[]): string[] {
  const used = new Set(samples.flatMap(([count, seed]) => sampleBySeed(list, count, seed)))
  return list.filter((file) => !used.has(file))
}

// The rule was written on the documents that are left out here: samples that were drawn to be judged, and then used.
const small = without(files, [60, 101], [300, 103], [300, 104]).filter(
  (file) => statSync(join(folder, file)).size < 3_000_000,
)
const shuffled = sampleBySeed(small, small.length, 4052).slice(183)
const planted = new Set(sampleBySeed(without(shuffled, [331, 2026], [300, 8128]), 190, 8129))
const others = without(shuffled, [300, 8128]).filter((file) => !planted.has(file))
const config = await createConfig({ extends: ['rulebound/recommended'] }, { plugins: [proseAgrees] })

/** The draw that counts: after each of the former ones the rule was mended. */
const draw = '5'
const judged = readFileSync(join(import.meta.dirname, 'judgements.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [draw = '', judgement = '', file = '', ...finding] = line.split('\t')
    return { draw, judgement, file, finding: finding.join('\t') }
  })

interface Finding {
  file: string
  pointer: string
  message: string
}

async function findingsIn(file: string, text?: string): Promise<Finding[]> {
  const problems =
    text === undefined
      ? await lint({ ref: join(folder, file), config })
      : await lintFromString({ source: text, config })
  return problems.map(({ message, location: [at] }) => ({ file, pointer: at?.pointer?.slice(1) ?? '', message }))
}

/** Two findings of each document. The documents of former draws are left out. */
async function drawFindings(): Promise<Finding[]> {
  const drawn: Finding[] = []
  for (const file of sampleBySeed(others, others.length, 2031)) {
    if (judged.some((row) => row.draw !== draw && row.file === file)) continue
    const findings = await findingsIn(file)
    if (findings.length < 2) continue
    drawn.push(...sampleBySeed(findings, 2, 1))
    if (drawn.length === 100) break
  }
  return drawn
}

type Node = Record<string, unknown>

/** Sentences of authors of all kinds, some of which the rule does not know; each contradicts a schema that lacks the keywords. */
const sentences: Readonly<Record<string, { type: string; keywords: string[]; says: string[] }>> = {
  maximum: {
    type: 'integer',
    keywords: ['maximum'],
    says: [
      'max 100',
      'Maximum: 100.',
      'Must not exceed 100.',
      'At most 100.',
      'Values above 100 are refused.',
      '100 or less.',
    ],
  },
  range: {
    type: 'integer',
    keywords: ['minimum', 'maximum'],
    says: [
      'Between 1 and 10.',
      'Range: 1-10.',
      'Must be from 1 to 10.',
      'A value of 1 up to 10.',
      '(1-10)',
      '1 is the lowest, 10 the highest.',
    ],
  },
  default: {
    type: 'integer',
    keywords: ['default'],
    says: [
      'Defaults to 20.',
      'The default is 20.',
      '(default: 20)',
      'Default value: 20',
      'If omitted, 20 is used.',
      '20 by default.',
    ],
  },
  required: {
    type: 'string',
    keywords: ['required'],
    says: [
      'Required.',
      '(required)',
      'This field is required.',
      'Mandatory.',
      'Must be given.',
      'This is a required field.',
    ],
  },
  enum: {
    type: 'string',
    keywords: ['enum', 'pattern', 'format'],
    says: [
      'One of a, b.',
      'Possible values: `on`, `off`, `auto`.',
      'Can be either "up" or "down".',
      'Must be one of: asc, desc.',
      'Allowed values are on | off.',
      'Takes on or off.',
    ],
  },
  readOnly: {
    type: 'string',
    keywords: ['readOnly'],
    says: [
      'Read-only.',
      '(read-only)',
      'This field is read-only.',
      'Output only.',
      'Cannot be set.',
      'It is a read-only value.',
    ],
  },
  deprecated: {
    type: 'string',
    keywords: ['deprecated'],
    says: [
      'Deprecated.',
      'DEPRECATED: use another.',
      'This field is deprecated.',
      '(deprecated)',
      'No longer used.',
      'Deprecated since 2.0.',
    ],
  },
  UTC: {
    type: 'string',
    keywords: ['format', 'enum', 'pattern'],
    says: [
      'The time in UTC.',
      'Date and time, in UTC.',
      'UTC timestamp.',
      'A date in UTC.',
      'All times are UTC.',
      'Time (UTC).',
    ],
  },
}

/** The properties of a document that have a description of one sentence. */
function* propertiesIn(
  node: unknown,
  pointer: string,
): Generator<{ property: Node; name: string; owner: Node; pointer: string }> {
  if (!isObject(node) || pointer.length > 200) return
  for (const [name, property] of Object.entries(Object(node.properties)))
    if (isObject(property) && /^[^.]{5,100}\.?$/.test(String(property.description)))
      yield { property, name, owner: node, pointer: below(pointer, 'properties', name) }
  for (const [key, member] of Object.entries(node))
    if (!/^(examples?|default|enum)$/.test(key) && !key.startsWith('x-'))
      yield* propertiesIn(member, below(pointer, key))
}

/** One contradiction in each of 100 documents: a sentence before or after the author's, about a property whose schema does not say it. */
async function plantAndFind(): Promise<void> {
  const kinds = Object.entries(sentences)
  const found = new Map(kinds.map(([kind]) => [kind, 0]))
  let planted = 0
  for (const [seed, file] of sampleBySeed(others, others.length, 8130).entries()) {
    const document = Object(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    const [kind = '', { type, keywords, says } = { type: '', keywords: [], says: [] }] =
      kinds[planted % kinds.length] ?? []
    const places = [...propertiesIn(document.components, '/components')].filter(
      ({ property, name, owner }) =>
        property.type === type &&
        keywords.every((keyword) => property[keyword] === undefined) &&
        ![owner.required].flat().includes(name),
    )
    const [place] = sampleBySeed(places, 1, seed)
    const [sentence = ''] = sampleBySeed(says, 1, seed)
    if (!place) continue
    const author = String(place.property.description).replace(/\.?$/, '.')
    place.property.description = seed % 2 === 0 ? `${sentence} ${author}` : `${author} ${sentence}`
    const isFound = (await findingsIn(file, JSON.stringify(document))).some(
      ({ pointer }) => pointer === `${place.pointer}/description`,
    )
    if (isFound) found.set(kind, (found.get(kind) ?? 0) + 1)
    else console.log(`missed\t${kind}\t${file}\t${place.pointer}\t${sentence}`)
    planted += 1
    if (planted === 100) break
  }
  console.log([...found].map(([kind, count]) => `${kind} ${count}`).join(', '))
  console.log(
    `${[...found.values()].reduce((sum, count) => sum + count, 0)} of ${planted} planted contradictions are found`,
  )
}

if (process.argv[2] === 'planted') await plantAndFind()
else {
  const findings = await drawFindings()
  const judgements = findings.map(({ file, pointer, message }) => {
    const finding = `${pointer}\t${message}`
    const row = judged.find((one) => one.draw === draw && one.file === file && one.finding === finding)
    console.log(`${draw}\t${row?.judgement ?? 'not judged'}\t${file}\t${finding}`)
    return row?.judgement
  })
  console.log(`${judgements.filter((one) => one === 'right').length} of ${findings.length} findings are right`)
}
