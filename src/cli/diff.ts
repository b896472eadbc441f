import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { findWorkspace } from '../workspace/find-root.ts'
import { documentFlags } from './common-flags.ts'
import { defineCommand, flag, toggle } from './define-command.ts'
import { readSingle, readWords } from './open-words.ts'
import { report, streamBeside, writeReports } from './report-flag.ts'

export const command: Command = defineCommand('diff', {
  words: {
    '[old]':
      'a document (file, folder, address, `ref:path`, or - for standard input), or a commit to compare the workspace with (default: where this branch left the main branch)',
    '[new]': 'the newer document',
  },
  flags: {
    failOn: flag('<level>', 'the least serious change that ends with 1', {
      choices: ['breaking', 'undecided', 'source-breaking', 'warning', 'info', 'never'],
      default: 'breaking',
    }),
    accepted: flag('<file>', 'YAML file with a list of accepted changes: {id, at, because, until}', {
      isContent: true,
    }),
    ...documentFlags,
    all: toggle('list every change, also where there are many'),
    report,
    json: toggle('print the changes as JSON'),
  },
  more: `Examples:
  rulebound diff                               the workspace, since this branch left the main branch
  rulebound diff old.yaml new.yaml             two documents
  rulebound diff main:openapi.yaml openapi.yaml

Exit codes: 0, no change fails; 1, a change fails; 2, the documents could not be compared.`,
  async run(words, { failOn, accepted, all, report, json, ...flags }) {
    const { diffDocuments, diffSince, findingsOf, printDiff } = await import('../pipeline/diff/diff.ts')
    const { readAccepted } = await import('../pipeline/diff/settings.ts')
    const { words: read, ...reading } = await readWords(words, flags, readSingle)
    const options = {
      ...reading,
      failOn,
      showsAll: all,
      ...(accepted && { accepted: readAccepted(accepted) }),
    }
    const [old, now] = read
    const isDocument = old !== undefined && (now !== undefined || existsSync(old))
    const result = isDocument
      ? await diffDocuments(now === undefined ? [old] : [old, now], options)
      : await diffSince(findWorkspace(), old, options)
    streamBeside(report).write(`${json ? JSON.stringify(result, null, 2) : printDiff(result, options)}\n`)
    writeReports({ tool: 'diff', subject: result.heading, findings: findingsOf(result) }, report)
    if (result.failed.length > 0) console.error(`\nNot in order yet: ${result.failed.join(', ')}`)
    return result.failed.length > 0 ? 1 : 0
  },
})
