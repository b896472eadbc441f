import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { definition as orders } from '../../../src/interfaces/orders/definition.ts'
import { examplesOf } from '../../../src/mock/examples.ts'
import type { Recipe } from '../load/requests.ts'
import { collectionPath } from './document.ts'
import type { BenchDocument } from './documents.ts'

/** One line of the comparison: what is asked, of which document. */
export interface Scenario {
  name: string
  /** What this mock answers from: the document's examples, or the records that it keeps. */
  from: 'examples' | 'records'
  document: BenchDocument
  recipe: Recipe
  /** Holds an answer of the usual size, for the peer that answers constants: the document's example, at first. */
  answerFile: string
  /** Name of the scenario that asks the same of a smaller document. */
  smaller?: string
}

/** The generated documents, by what they are for. */
export interface ExampleDocuments {
  small: BenchDocument
  updates: BenchDocument
  large: BenchDocument
}

const full = orders.credentials.find(({ role }) => role === 'full')
/** What a caller with full rights sends. */
export const headers: Readonly<Record<string, string>> = { accept: 'application/json', ...full?.headers }

/** What is asked of the generated documents; the large one both at one operation and at all of them in turn. */
export function generatedScenarios(folder: string, { small, updates, large }: ExampleDocuments): Scenario[] {
  const first = [collectionPath(0)]
  const all = Array.from({ length: large.runtime.operations.length / 2 }, (_, index) => collectionPath(index))
  const example = (name: string, document: BenchDocument, recipe: Pick<Recipe, 'kind' | 'collections'>, id: string) =>
    scenario(folder, name, 'examples', document, { ...recipe, headers }, id)
  const list = (name: string, document: BenchDocument, collections: string[]) =>
    example(name, document, { kind: 'list', collections }, 'listOrders1')
  const count = large.runtime.operations.length
  const smallest = list('list, 2 operations', small, first)
  return [
    smallest,
    { ...list(`list, ${count} operations`, large, first), smaller: smallest.name },
    { ...list(`list, ${count} operations, all in turn`, large, all), smaller: smallest.name },
    example('read, 2 operations', small, { kind: 'read', collections: first }, 'getOrder1'),
    example('update, 2 operations', updates, { kind: 'update', collections: first }, 'updateOrder1'),
  ]
}

/** The order API as the mock serves it, from the records that it keeps. */
export function orderApiScenarios(folder: string, document: BenchDocument): [Scenario, ...Scenario[]] {
  const tokens = examplesOf(document.runtime)
    .of('getOrder', 200)
    .map((order) => (order as { token: string }).token)
  const stateful = (name: string, recipe: Omit<Recipe, 'collections' | 'headers'>, operationId: string) =>
    scenario(folder, name, 'records', document, { ...recipe, collections: ['/orders'], headers }, operationId)
  return [
    stateful('order API, list', { kind: 'search' }, 'listOrders'),
    stateful('order API, read', { kind: 'read', tokens }, 'getOrder'),
    stateful('order API, update', { kind: 'update', tokens }, 'updateOrder'),
  ]
}

function scenario(
  folder: string,
  name: string,
  from: Scenario['from'],
  document: BenchDocument,
  recipe: Recipe,
  operationId: string,
): Scenario {
  const answerFile = join(folder, `${document.name}-${operationId}.answer.json`)
  writeFileSync(answerFile, JSON.stringify(examplesOf(document.runtime).of(operationId, 200)[0]))
  return { name, from, document, recipe, answerFile }
}
