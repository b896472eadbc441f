import type { DocumentNode } from '../../contract/json-pointer.ts'
import { sampleOf } from '../../contract/schema/make-sample.ts'
import { schemasOf } from '../../contract/schema/schemas.ts'
import { credentialsOf } from '../../contract/security.ts'
import { loadChecks, loadDefinition } from '../../interfaces/load.ts'
import { printJson } from '../../json-text.ts'
import { printable } from '../../printable.ts'
import type { DocumentInterface } from '../../workspace/workspace.ts'
import { firstSentence } from '../markup/markdown.ts'
import { tokenOf } from '../samples/call.ts'
import { folderName } from './operations.ts'
import { descriptionOf, type PublishedSystem, type System } from './system.ts'
import { readTasks } from './tasks.ts'

/** What pages show of a document that is used as it is published. */
export async function loadPublishedSystem(one: DocumentInterface): Promise<System> {
  const { published, contract, code, tasks } = one
  const { document, files, leftOut } = published
  const introduction = descriptionOf(document.info)
  const definition = await loadDefinition(one)
  return {
    name: folderName(contract.name),
    title: inOneLine(contract.title),
    summary: firstSentence(introduction),
    contract,
    catalogue: { prefix: '', rules: [...contract.rules.values()], gaps: [] },
    tasks: readTasks(tasks, contract),
    base: `/${contract.prefix}${contract.mount}`,
    prefix: contract.prefix,
    checks: await loadChecks(one),
    credentials: definition?.credentials ?? credentialsOf(document, tokenOf),
    published: {
      file: files.length === 1 ? files[0] : undefined,
      leftOut,
      isInWorkspace: code !== undefined,
      ...createSampler(document),
    },
  }
}

/** A title stands in lists and in Markdown, where a line break would begin something else. */
function inOneLine(text: string): string {
  return printable(text.replaceAll(/\s+/g, ' ')).trim()
}

function createSampler(document: DocumentNode): Pick<PublishedSystem, 'sample' | 'accepts'> {
  const schemas = schemasOf(document, { side: 'request' })
  const samples = new Map<string, unknown>()
  return {
    sample(schema, hint) {
      const key = `${hint} ${printJson(schema)}`
      if (!samples.has(key)) samples.set(key, sampleOf(schema, { schemas, hint }).value)
      return samples.get(key)
    },
    accepts: (schema, value) => schemas.accepts(schema, value),
  }
}
