import { type ContractOperation, contractOf } from '../../../src/contract/contract.ts'
import { isObject } from '../../../src/contract/json-pointer.ts'
import { sampleOf } from '../../../src/contract/published/make-sample.ts'
import type { PublishedInterface } from '../../../src/contract/published/published-interface.ts'
import { bundleOwner } from '../../../src/contract/published/schema-bundle.ts'
import { createResponseCheck } from '../../../src/contract/response-validator.ts'
import type { RuntimeOperation } from '../../../src/contract/runtime.ts'
import { credentialsOf } from '../../../src/mock/published/credentials.ts'

export interface Sent {
  status: number
  headers: Headers
  text: string
  /** What was sent. */
  body: unknown
}

export interface Caller {
  /** Calls an operation with values that its document allows; `ids` are values of path parameters. */
  call(operation: RuntimeOperation, ids?: Readonly<Record<string, string>>, body?: unknown): Promise<Sent>
  /** What is wrong with an answer by the document; empty for a valid one. */
  faults(operation: RuntimeOperation, sent: Sent): string[]
}

/** @param origin where the paths of the document begin, without its server's path */
export function createCaller(
  published: PublishedInterface,
  origin: string,
  isBelowServer: boolean,
  session = 'default',
): Caller {
  const contract = contractOf(published.name, published.document, [])
  const check = createResponseCheck(contract)
  const credentials = credentialsOf(published.document)
  return {
    async call(operation, ids = {}, body) {
      const { http } = operation
      const value = (parameter: { name: string; schema?: unknown; examples?: readonly object[] | undefined }) =>
        sampleFor(operation, parameter.schema, parameter.name, parameter.examples)
      const path = (isBelowServer ? operation.template : operation.path.replace(/[?#].*/, '')).replaceAll(
        /\{([^{}]+)\}/g,
        (_, name: string) => {
          const parameter = http.request?.path?.find((one) => one.name === name) ?? { name }
          return encodeURIComponent(ids[name] ?? text(value(parameter)))
        },
      )
      const url = new URL(origin + path)
      const headers = new Headers({ accept: '*/*', 'x-mock-session': session })
      for (const parameter of http.request?.query?.filter(({ required }) => required) ?? []) {
        const made = value(parameter)
        for (const one of Array.isArray(made) ? made : [made]) url.searchParams.append(parameter.name, text(one))
      }
      for (const parameter of http.request?.headers?.filter(({ required }) => required) ?? [])
        headers.set(parameter.name, text(value(parameter)).replaceAll(/[^ -~]/g, '?'))
      for (const credential of credentials) {
        for (const [name, sent] of Object.entries(credential.headers))
          if (name !== 'authorization' || !headers.has(name)) headers.set(name, sent)
        for (const [name, sent] of Object.entries(credential.query ?? {})) url.searchParams.set(name, sent)
      }
      const scheme = (http.security ?? []).flat().find(({ type }) => type === 'http')
      if (scheme && 'scheme' in scheme && scheme.scheme === 'basic')
        headers.set('authorization', `Basic ${btoa('mock:mock')}`)
      const contents = http.request?.body?.contents ?? []
      const content = contents.find(({ mediaType }) => /json/.test(mediaType)) ?? contents[0]
      const sentBody =
        content && operation.method !== 'get' && operation.method !== 'head'
          ? (body ?? sampleFor(operation, content.schema, 'text', content.examples))
          : undefined
      const payload = content && sentBody !== undefined ? encode(content.mediaType, sentBody, headers) : undefined
      const response = await fetch(url, {
        method: operation.method.toUpperCase(),
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(60_000),
        ...(payload !== undefined && { body: payload }),
      })
      return { status: response.status, headers: response.headers, text: await response.text(), body: sentBody }
    },
    faults({ id, method }, { status, headers, text }) {
      const found: ContractOperation | undefined = contract.operations.get(id)
      if (!found) return ['no operation']
      // What the schema of another media type describes is not what is sent.
      const hasBody = text !== '' && method !== 'head' && /json/.test(headers.get('content-type') ?? '')
      try {
        return check
          .check(found, { status, headers: Object.fromEntries(headers), body: hasBody ? text : undefined })
          .map(({ at, expected, seen }) => `${at}: ${expected}, not ${seen}`)
      } catch (error) {
        // A pattern that is not ECMAScript, or a schema too deep for the second validator.
        return /regular expression|stack/i.test(String(error)) ? [] : [String(error)]
      }
    },
  }
}

function sampleFor(
  { http }: RuntimeOperation,
  schema: unknown,
  hint: string,
  examples: readonly object[] | undefined,
): unknown {
  const bundle = Object(Object(http).__bundled__) as Record<string, unknown>
  const owner = bundleOwner(bundle)
  const accepts = (one: object, value: unknown) =>
    owner?.accepts({ schema: one as Record<string, unknown>, bundle }, value) ?? true
  for (const example of examples ?? [])
    if ('value' in example && accepts(Object(schema), example.value)) return example.value
  return sampleOf(Object(schema), { bundle, side: 'request', accepts, hint }).value
}

function text(value: unknown): string {
  return isObject(value) ? JSON.stringify(value) : String(value)
}

function encode(mediaType: string, value: unknown, headers: Headers): string | FormData {
  if (mediaType === 'multipart/form-data') {
    const form = new FormData()
    for (const [name, one] of Object.entries(Object(value)))
      for (const each of [one].flat()) form.append(name, text(each))
    return form
  }
  const concrete = mediaType.includes('*') ? 'application/json' : mediaType
  headers.set('content-type', concrete)
  if (concrete === 'application/x-www-form-urlencoded') {
    return String(
      new URLSearchParams(
        Object.entries(Object(value)).flatMap(([name, one]) =>
          [one].flat().map((each): [string, string] => [name, text(each)]),
        ),
      ),
    )
  }
  return /json/.test(concrete) ? JSON.stringify(value) : text(value)
}
