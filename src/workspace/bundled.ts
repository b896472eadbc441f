import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractOf, type InterfaceSummary, type Rule } from '../contract/contract.ts'
import type { DocumentNode } from '../contract/json-pointer.ts'
import { root, rootUrl } from './root.ts'
import {
  NoContractError,
  type RuleCatalogue,
  type Workspace,
  type WorkspaceInterface,
  withLookUp,
} from './workspace.ts'

/** Opens the bundled interfaces, whose documents and rules stand in `generated/`. A file is read when it is first needed. */
export function openBundled(): Workspace {
  const interfaces = once(() =>
    readGenerated<{ interfaces: InterfaceSummary[] }>('interfaces.json').interfaces.map(interfaceOf),
  )
  return withLookUp({
    recipe: { words: [], from: root },
    remarks: [],
    get interfaces() {
      return interfaces()
    },
    get known() {
      return interfaces()
    },
    get libraries() {
      const named = new Set(interfaces().map(({ name }) => name))
      const folder = join(root, 'generated')
      const catalogues = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'rules.json')))
      return catalogues.filter((name) => !named.has(name)).map(libraryOf)
    },
  })
}

/** The bundled interfaces as they are in this package. */
export const bundled: Workspace = openBundled()

function interfaceOf(summary: InterfaceSummary): WorkspaceInterface {
  const { name } = summary
  const rules = rulesOf(name)
  const contract = once(() => {
    const { $comment: _, ...document } = readGenerated<DocumentNode>(`${name}/openapi.json`)
    return contractOf(name, document, rules)
  })
  return {
    ...summary,
    catalogue: catalogueOf(name),
    tasks: `${root}generated/${name}/tasks.json`,
    code: `${root}src/interfaces/${name}`,
    get rules() {
      return rules()
    },
    get contract() {
      return contract()
    },
  }
}

function libraryOf(name: string): RuleCatalogue {
  const rules = rulesOf(name)
  return {
    name,
    catalogue: catalogueOf(name),
    get rules() {
      return rules()
    },
  }
}

function catalogueOf(name: string): string {
  return `${root}specs/${name}/rules.yaml`
}

function rulesOf(name: string): () => Rule[] {
  return once(() => readGenerated<{ rules: Rule[] }>(`${name}/rules.json`).rules)
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** @throws {NoContractError} for a file that is missing or is not valid JSON */
function readGenerated<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(new URL(`generated/${file}`, rootUrl), 'utf8'))
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is missing' : `cannot be read: ${(error as Error).message}`
    throw new NoContractError(`generated/${file} ${reason}; run: npm run generate`)
  }
}
