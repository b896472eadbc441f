import type { IHttpRequest } from '@stoplight/prism-http'
import type { BehaviourContext } from '../../behaviour/behaviour.ts'
import type { Answer } from '../../behaviour/definition.ts'
import type { Refusal, Violation } from '../../behaviour/refusal.ts'
import type { RuntimeOperation } from '../../contract/runtime.ts'
import type { MockRequest } from '../types.ts'
import type { Values } from './parameters.ts'
import type { SentQuery } from './query.ts'

/** What goes through Prism: its own request, and beside it what has been found out about it so far. */
export interface PrismRequest extends IHttpRequest {
  operation: RuntimeOperation
  /** `sent` is what its `query` is made of. */
  url: IHttpRequest['url'] & { readonly sent: SentQuery }
  /** Upper case, as it came; Prism's own `method` is that of the operation. */
  verb: string
  headers: Record<string, string>
  parameters: { path: Values; query: Values; header: Values }
  /** Values of the variables in the address of the document's first server. */
  server: Record<string, string>
  violations: Violation[]
  /** The body as a behaviour reads it: a form as its fields. */
  parsedBody: unknown
  /** The interface decides on credentials itself, so that Prism need not look for them. */
  admitted: boolean
  /** What the interface has answered instead of letting the request in. */
  refusal: Refusal | Answer | undefined
  context: BehaviourContext<object>
  /** Hears the refusal that the answer is going to tell. */
  onRefusal: (refusal: Refusal) => void
  /** What it was made of. */
  source: MockRequest
}
