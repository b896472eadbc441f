import { bare, keyNames, type RecordCollection } from '../../contract/collections/collections.ts'
import { below, isObject, nodeAt } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import { mergeParts } from '../../contract/schema/merge.ts'
import { schemasOf } from '../../contract/schema/schemas.ts'
import type { Context } from '../context/context.ts'
import { scalarsIn } from '../context/ownership.ts'
import { pathValues, type ResourceObservation } from './observation.ts'
import { itemsOf } from './resource-keys.ts'
import { validRequest } from './valid-request.ts'

/** Items of a list that are asked for at once. */
const maxListed = 1000

/** Names of parameters that say how many items a list shows. */
export const sizeNames: RegExp = /^(limit|perpage|pagesize|maxresults|top|take|count|size|max)$/

/** Characters of a random key that nobody else has. */
export const minRandom = 8

/** What the lists of a server show, as one check reads them. */
export class Lists {
  readonly #observation: ResourceObservation
  readonly #context: Context

  constructor(observation: ResourceObservation, context: Context) {
    this.#observation = observation
    this.#context = context
  }

  /** Items of a collection; keys alone where another read shows them. */
  async list(collection: RecordCollection, parents: readonly unknown[]): Promise<readonly unknown[]> {
    const list = collection.operations.get('list')
    const other = list ? undefined : await this.otherList(collection)
    if (other) return keysShown((await this.#context.attempt(other.id, validRequest(other))).body)
    if (!list) return []
    const input = validRequest(list, pathValues(this.#observation, list, parents))
    const size = list.parameters.find(({ in: place, name }) => place === 'query' && sizeNames.test(bare(name)))
    const schemas = schemasOf(list.document)
    const { maximum } = mergeParts(nodeAt(list.document, below(size?.pointer ?? '/none', 'schema')) ?? {}, schemas)
    const query = {
      ...input.query,
      ...(size && typeof maximum === 'number' && { [size.name]: Math.min(maximum, maxListed) }),
    }
    return itemsOf(list, await this.#context.attempt(list.id, { ...input, query })) ?? []
  }

  /**
   * A read elsewhere that shows the things of a collection without a list: `GET /tags` for `POST /tag`.
   *
   * @param own key of a thing that the run has made; without it, the read is one that was found before
   */
  async otherList({ path, operations, parents }: RecordCollection, own?: unknown): Promise<Operation | undefined> {
    const { otherLists: found } = this.#observation
    // Any answer may have a short key in it.
    const isTelling = own !== undefined && String(own).length >= minRandom
    if (!isTelling || found.has(path) || operations.has('list') || parents > 0) return found.get(path)
    for (const one of this.#plainReads()) {
      const { status, body } = await this.#context.attempt(one.id, validRequest(one))
      if (status < 300 && keysShown(body).includes(String(own))) return found.set(path, one).get(path)
    }
    return found.set(path, undefined).get(path)
  }

  /** Reads that need no key. */
  #plainReads(): Operation[] {
    return [...this.#observation.contract.operations.values()].filter(
      ({ method, path, parameters }) =>
        method === 'get' && !path.includes('{') && parameters.every(({ required }) => !required),
    )
  }

  /** Keys that the lists of the server show. */
  keysOfOthers(): Promise<Set<string>> {
    return this.#context.once('keys of others', async () => {
      const keys = new Set<string>()
      for (const operation of this.#plainReads()) {
        const names = new Set(keyNames('id', operation.path).map(bare))
        const { status, body } = await this.#context.attempt(operation.id, validRequest(operation))
        for (const { name, value } of status < 300 ? scalarsIn(body) : [])
          if (names.has(bare(name)) || name === '') keys.add(String(value))
      }
      return keys
    })
  }
}

/** Texts and numbers that an answer shows, and the names of a map. */
function keysShown(body: unknown): string[] {
  const names = isObject(body) && !Array.isArray(body) ? Object.keys(body) : []
  return [...names, ...scalarsIn(body).map(({ value }) => String(value))]
}
