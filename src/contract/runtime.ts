import type { IHttpOperation } from '@stoplight/types'
import type { LeftOut } from './published/normalize.ts'

/** The methods that OpenAPI 3.1 has. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** An operation of a document: what it is called, and what leads to it. */
export interface Operation {
  /** `operationId` of the document. */
  id: string
  method: (typeof methods)[number]
  /** Path template of the document: `/orders/{token}`. */
  path: string
  /** Path template under the interface's name: the first server's path, then the document's: `/api/orders/{token}`. */
  template: string
  /** The last path parameter may hold `/` (`x-multi-segment`). */
  multiSegment: boolean
  /** The verb `LIST` reaches this operation too (`x-list-verb`). */
  listVerb: boolean
  /** Other methods that reach this operation (`x-also-accepts`), where the path has no operation for them. */
  alsoAccepts?: readonly string[]
}

/** One operation as the mock loads it. */
export interface RuntimeOperation extends Operation {
  /** What the document cites; absent when it cites nothing. */
  cited?: Citations
  /** The operation in Prism's form, with references resolved. */
  http: IHttpOperation
}

/** The response that is documented for a status: its own, that of its class, or the default. */
export function responseOf<Response extends { code: string }>(
  responses: readonly Response[],
  status: number,
): Response | undefined {
  const own = String(status)
  const withCode = (wanted: string) => responses.find(({ code }) => code === wanted)
  return withCode(own) ?? withCode(`${own[0]}XX`) ?? withCode('default')
}

/** Rules and gaps that the document cites at parts of an operation that Prism does not keep. */
export interface Citations {
  /** By code. The gaps are those of an assumed response. */
  responses: Record<string, { rules: string[]; gaps: string[] }>
  /** Rules, by place and name: `query.limit`. */
  parameters: Record<string, string[]>
  /** Gaps of assumed parameters, by place and name; absent when none is assumed. */
  assumed?: Record<string, string[]>
}

/** `generated/<interface>/runtime.json`. */
export interface RuntimeInterface {
  name: string
  /** First path segment under which the mock serves it: its name, except for the control plane of the mock. */
  prefix: string
  title: string
  version: string
  /** Base paths under the interface's name; a server variable with an enum gives one for each value. */
  mounts: string[]
  operations: RuntimeOperation[]
  /** Set for a document that is used as it is published. */
  published?: PublishedParts
}

/** What the mock needs of a published document beside its operations. */
export interface PublishedParts {
  /** Parts of the document that are not used. Grows while operations are used for the first time. */
  leftOut: readonly LeftOut[]
  /** ID of the first operation that documents a status. */
  operationWith(status: number): string | undefined
  /** Names of parameters, and media types. */
  words(): Iterable<string>
}

/** An entry of `generated/interfaces.json`, which lists the interfaces without their operations. */
export interface InterfaceSummary {
  name: string
  prefix: string
  title: string
  mounts: string[]
}
