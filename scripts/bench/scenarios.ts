import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { slice as orders } from '../../src/interfaces/orders/slice.ts'
import { examplesOf } from '../../src/mock/examples.ts'
import { collectionPath } from './document.ts'
import type { BenchDocument } from './documents.ts'
import type { Recipe } from './requests.ts'

/** One line of the comparison: what is asked, of which document. */
export interface Scenario {
  name: string
  document: BenchDocument
  recipe: Recipe
  /** Holds an answer of the usual size, for the peer that answers constants: the document's example, at first. */
  answerFile: string
  /** Name of the scenario that asks the same of a smaller document. */
  smaller?: string
}

const full = orders.credentials.find(({ role }) => role === 'full')
const headers = { accept: 'application/json', ...full?.headers }

/** What is asked of the two generated documents; the large one both at one operation and at all of them in turn. */
export function generatedScenarios(folder: string, small: BenchDocument, large: BenchDocument): Scenario[] {
  const first = [collectionPath(0)]
  const all = Array.from({ length: large.runtime.operations.length / 2 }, (_, index) => collectionPath(index))
  const list = (name: string, document: BenchDocument, collections: string[]) =>
    scenario(folder, name, document, { kind: 'list', collections, headers }, 'listOrders1')
  const count = large.runtime.operations.length
  const smallest = list('list, 2 operations', small, first)
  return [
    smallest,
    { ...list(`list, ${count} operations`, large, first), smaller: smallest.name },
    { ...list(`list, ${count} operations, all in turn`, large, all), smaller: smallest.name },
    scenario(folder, 'read, 2 operations', small, { kind: 'read', collections: first, headers }, 'getOrder1'),
  ]
}

/** The order API as the mock serves it, from the records that it keeps. */
export function orderApiScenarios(folder: string, document: BenchDocument): [Scenario, ...Scenario[]] {
  const tokens = examplesOf(document.runtime)
    .of('getOrder', 200)
    .map((order) => (order as { token: string }).token)
  const collections = ['/orders']
  return [
    scenario(folder, 'order API, list', document, { kind: 'search', collections, headers }, 'listOrders'),
    scenario(folder, 'order API, read', document, { kind: 'read', collections, tokens, headers }, 'getOrder'),
    scenario(folder, 'order API, update', document, { kind: 'update', collections, tokens, headers }, 'updateOrder'),
  ]
}

function scenario(
  folder: string,
  name: string,
  document: BenchDocument,
  recipe: Recipe,
  operationId: string,
): Scenario {
  const answerFile = join(folder, `${document.name}-${operationId}.answer.json`)
  writeFileSync(answerFile, JSON.stringify(examplesOf(document.runtime).of(operationId, 200)[0]))
  return { name, document, recipe, answerFile }
}
