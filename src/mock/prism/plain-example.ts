import type { IHttpHeaderParam, IHttpOperation } from '@stoplight/types'
import type { Answer } from '../../behaviour/definition.ts'
import { acceptsMediaType } from '../../contract/media-type.ts'
import { lowestSuccess, named } from '../operation.ts'

/**
 * The example that Prism would answer, for an operation with one media type that the caller accepts and one example. Undefined when only
 * Prism can answer.
 */
export function plainExample(operation: IHttpOperation, accept: string | undefined): Answer | undefined {
  const { responses, method, deprecated, callbacks } = operation
  if (method === 'head' || deprecated || callbacks) return undefined
  const { code, contents: [content, ...others] = [], headers = [] } = lowestSuccess(responses) ?? {}
  if (code === '2XX' || !content || others.length > 0) return undefined
  if (content.mediaType.includes('*') || !acceptsMediaType(accept, content.mediaType)) return undefined
  const [example] = content.examples ?? []
  if (!example || !('value' in example) || example.value === undefined) return undefined
  if (!headers.every((header) => header.schema === undefined || shownValue(header) !== undefined)) return undefined
  const shown = headers.map((header): [string, string] => [header.name, shownValue(header) as string])
  return {
    status: Number(code),
    headers: named({ ...Object.fromEntries(shown), 'content-type': content.mediaType }),
    body: example.value,
  }
}

function shownValue({ schema, examples: [first] = [] }: IHttpHeaderParam): unknown {
  return schema && first && 'value' in first ? first.value : undefined
}
