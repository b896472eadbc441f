import { PagingError, UnreadableAnswerError } from './errors.ts'
import { type AnyCall, type AnyClient, type Call, nameOf, operation, type Paging, unwrap } from './operation.ts'
import type { CallOptions } from './options.ts'

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
export type PagedCall<Operation, Names extends readonly string[], Given extends string = never> = Call<
  Operation,
  Given
> & { readonly itemsAt?: Names }

/**
 * All items from the page that the arguments ask for. Pages are read when they are needed.
 *
 * ```ts
 * for await (const pet of paginate(listPets, client, { limit: 50 })) console.log(pet.name)
 * ```
 *
 * @throws {ApiError} `HttpError` when a page is refused, {@link PagingError} when pages lead in a circle, or another error of a call
 */
export async function* paginate<Args, Data, Names extends readonly string[]>(
  call: Pick<Call<unknown>, 'form'> & { readonly args?: Args; readonly data?: Data; readonly itemsAt?: Names },
  client: AnyClient,
  args?: NoInfer<Args>,
  options?: CallOptions,
): AsyncGenerator<ItemAt<Data, Names>> {
  const { paging } = call.form
  const name = nameOf(call.form)
  if (!paging) throw new TypeError(`${name} has no pages that the document shows`)
  const seen = new Set<string>()
  const ask = operation<AnyCall>(call.form)
  let query: Record<string, unknown> = { ...paging.with, ...args }
  for (;;) {
    const result = await ask(client, query, options)
    const data: unknown = await unwrap(Promise.resolve(result))
    // A last page may leave out a list that is empty.
    const items = memberAt(data, paging.items) ?? []
    const next = nextQuery(paging, query, data, items, result.response.headers)
    if (typeof data !== 'object' || data === null || !Array.isArray(items) || next === unreadable)
      throw new UnreadableAnswerError(name, result.response.status)
    yield* items
    if (!next) return
    const address = JSON.stringify(next)
    if (seen.has(address)) throw new PagingError(name)
    seen.add(address)
    query = { ...query, ...next }
  }
}

const unreadable = Symbol('unreadable')

function nextQuery(
  { kind, parameter = '', next, key, first = 1, total }: Paging,
  query: Record<string, unknown>,
  data: unknown,
  items: unknown,
  headers: Headers,
): Record<string, unknown> | typeof unreadable | undefined {
  const link = /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(headers.get('link') ?? '')?.[1]
  if (link !== undefined) {
    if (!URL.canParse(link, 'http://any')) return unreadable
    return Object.fromEntries(new URL(link, 'http://any').searchParams)
  }
  const { length = 0 } = items as { length?: number }
  if (kind === 'cursor') {
    if (memberAt(data, ['has_more']) === false) return undefined
    const cursor = next ? memberAt(data, next) : key && memberAt(memberAt(items, [String(length - 1)]), [key])
    if (cursor === undefined || cursor === null || cursor === '') return undefined
    return typeof cursor === 'object' ? unreadable : { [parameter]: cursorIn(cursor, parameter) }
  }
  const number = Number(query[parameter] ?? (kind === 'page' ? first : 0))
  const isLast = length === 0 || (kind === 'offset' && total && number + length >= Number(memberAt(data, total)))
  return kind === 'link' || isLast ? undefined : { [parameter]: kind === 'page' ? number + 1 : number + length }
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
