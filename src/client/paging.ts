import type { Arguments, DataOf } from './call-types.ts'
import { PagingError } from './errors.ts'
import type { AnyClient, Call, Paging } from './operation.ts'
import type { CallOptions } from './options.ts'
import { unwrap } from './unwrap.ts'

/** The items of a page, by the names of the members that lead to them. */
export type ItemAt<Data, Names extends readonly string[]> = Names extends readonly [
  infer Name,
  ...infer Rest extends string[],
]
  ? Data extends { [Key in Name & string]?: infer Member }
    ? ItemAt<NonNullable<Member>, Rest>
    : never
  : Data extends readonly (infer Item)[]
    ? Item
    : never

/** A call of an operation that is paged. */
export type PagedCall<Operation, Names extends readonly string[]> = Call<Operation> & { readonly itemsAt?: Names }

/**
 * All items from the page that the arguments ask for. Pages are read when they are needed.
 *
 * ```ts
 * for await (const pet of paginate(listPets, client, { limit: 50 })) console.log(pet.name)
 * ```
 *
 * @throws {ApiError} `HttpError` when a page is refused, {@link PagingError} when pages lead in a circle, or another error of a call
 */
export async function* paginate<Operation, Names extends readonly string[]>(
  call: PagedCall<Operation, Names>,
  client: AnyClient,
  args: Arguments<Operation> | Record<string, never> = {},
  options: CallOptions = {},
): AsyncGenerator<ItemAt<DataOf<Operation>, Names>> {
  const { paging, method, path } = call.form
  if (!paging) throw new TypeError(`${method.toUpperCase()} ${path} has no pages that the document shows`)
  const seen = new Set<string>()
  let query: Record<string, unknown> = { ...args }
  for (;;) {
    const result = await call(client, query as Arguments<Operation>, options)
    const data: unknown = await unwrap(Promise.resolve(result))
    const items = memberAt(data, paging.items)
    if (!Array.isArray(items)) return
    yield* items
    const next = nextQuery(paging, query, data, items, result.response.headers)
    if (!next) return
    const address = JSON.stringify(next)
    if (seen.has(address)) throw new PagingError(`${method.toUpperCase()} ${path}`)
    seen.add(address)
    query = { ...query, ...next }
  }
}

function nextQuery(
  { kind, parameter = '', next, key, first = 1 }: Paging,
  query: Record<string, unknown>,
  data: unknown,
  items: readonly unknown[],
  headers: Headers,
): Record<string, unknown> | undefined {
  const link = /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(headers.get('link') ?? '')?.[1]
  if (link !== undefined) return Object.fromEntries(new URL(link, 'http://any').searchParams)
  if (kind === 'link' || items.length === 0) return undefined
  if (kind === 'cursor') {
    const cursor = next ? memberAt(data, next) : undefined
    const isMore = memberAt(data, ['has_more']) ?? true
    const value =
      cursor ?? (next === undefined && isMore && key !== undefined ? memberAt(items.at(-1), [key]) : undefined)
    return value === undefined || value === null || value === ''
      ? undefined
      : { [parameter]: cursorIn(value, parameter) }
  }
  const number = Number(query[parameter] ?? (kind === 'page' ? first : 0))
  return { [parameter]: kind === 'page' ? number + 1 : number + items.length }
}

/** Some servers give the address of the next page in place of its cursor. */
function cursorIn(value: unknown, parameter: string): unknown {
  const found = typeof value === 'string' && URL.canParse(value) ? new URL(value).searchParams.get(parameter) : null
  return found ?? value
}

function memberAt(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (node, name) => (Object.hasOwn(Object(node), name) ? Object(node)[name] : undefined),
    value,
  )
}
