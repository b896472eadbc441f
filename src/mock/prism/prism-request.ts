import type { IHttpRequest } from '@stoplight/prism-http'
import type { RequestContext } from '../request-context.ts'

/** A request in Prism's form. Prism passes it to its components unchanged, and these read the context from it. */
export interface PrismRequest extends IHttpRequest {
  context: RequestContext
  headers: Record<string, string>
}

export function toPrismRequest(context: RequestContext): PrismRequest {
  const { request, input, routed } = context
  return {
    context,
    // Prism knows no HEAD or LIST.
    method: routed?.method ?? 'get',
    url: {
      path: request.path,
      query: Object.assign(Object.create(null), Object.fromEntries(input.query.values)),
    },
    headers: headersFor(context),
    body: input.bodyForPrism,
  }
}

function headersFor({ request, input: { contentType, bodyBytes } }: RequestContext): Record<string, string> {
  const { 'content-type': _, ...headers } = request.headers
  // Without a body its media type means nothing, and Prism throws for an invalid one.
  if (contentType !== undefined && bodyBytes > 0) headers['content-type'] = contentType
  // Prism skips the media type check when the length is unknown, as it is for a chunked body.
  headers['content-length'] = String(bodyBytes)
  return headers
}
