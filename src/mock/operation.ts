import type { Answer } from '../behaviour/definition.ts'
import type { Contract } from '../contract/contract.ts'
import { below, type DocumentNode, nodeAt, pointerIn, resolvePointer, valueAt } from '../contract/json-pointer.ts'
import { type Operation, responseOf } from '../contract/operation.ts'
import { parametersIn } from '../contract/router.ts'
import { printJson } from '../json-text.ts'
import { type AnswerCheck, answerChecksOf } from './answer/answer-check.ts'
import { memoize, memoizeByObject } from './memoize.ts'
import { compileBodyReader } from './request/body.ts'
import { compileParameters, type MessageSchemas, messageSchemas } from './request/parameters.ts'
import { compileUndocumented } from './request/undocumented-parts.ts'

export type CompiledOperation = ReturnType<typeof compileOperation>

/** Compiles each operation of a contract when a request first needs it. */
export function compilerOf(contract: Contract): (operation: Operation) => CompiledOperation {
  const request = messageSchemas(contract.document, 'request', { isDouble: !contract.isPublished })
  const answersOf = answerChecksOf(contract)
  return memoizeByObject((operation) => compileOperation(operation, request, answersOf(operation)))
}

/** OpenAPI says that these are ignored: media types and security schemes say the same. */
const ignored = /^(accept|content-type|authorization)$/i

/** One operation, and what is computed of it before a request comes. */
function compileOperation(operation: Operation, request: MessageSchemas, answers: AnswerCheck) {
  const { http, parameters, path, pointer, requestBody } = operation
  const template = path.replace(/[?#].*/, '')
  const reader = (place: (typeof parameters)[number]['in']) =>
    compileParameters(
      request,
      place,
      parameters.filter(
        ({ in: at, name }) =>
          at === place && !(at === 'header' && ignored.test(name)) && (at !== 'path' || template.includes(`{${name}}`)),
      ),
    )
  const body = nodeAt(request.document, resolvePointer(request.document, below(pointer, 'requestBody')))
  const hasInt64 = () => [...requestBody.values()].some((media) => mentionsInt64(request.document, media))
  return {
    operation,
    path: reader('path'),
    query: reader('query'),
    header: reader('header'),
    cookie: reader('cookie'),
    /** Values of the variables in the address of the document's first server. */
    serverOf: compileServerVariables(operation),
    readBody: compileBodyReader(request, requestBody, { isRequired: body?.required === true, hasInt64 }),
    answers,
    /** Finds the parts of a request that the document does not know. */
    undocumented: compileUndocumented(operation),
    /** The first media type of the answer that is documented for a status. */
    mediaTypeOf: memoize((status: number) => responseOf(http.responses, status)?.contents?.[0]?.mediaType ?? ''),
  }
}

/** Whether the schemas of a media type, with those that they refer to, have the format `int64`. */
function mentionsInt64(document: DocumentNode, pointer: string, seen: Set<string> = new Set()): boolean {
  if (seen.has(pointer)) return false
  seen.add(pointer)
  const text = printJson(valueAt(document, pointer) ?? '')
  const refs = Array.from(text.matchAll(/"\$ref":"(#[^"]*)"/g), ([, ref = '']) => pointerIn(ref))
  return text.includes('"int64"') || refs.some((ref) => mentionsInt64(document, ref, seen))
}

/** The template has the server's variables before the path's own parameters. */
function compileServerVariables({
  template,
  path,
}: Operation): (parameters: Record<string, string>) => Record<string, string> {
  const names = parametersIn(template.slice(0, template.length - path.length))
  return (parameters) => Object.fromEntries(names.map((name) => [name, parameters[name] ?? '']))
}

/** The answer of a behaviour in the form that is sent. An answer that names no media type gets the documented one. */
export function toAnswer(response: unknown, { mediaTypeOf }: CompiledOperation): Answer {
  const { status, headers, mediaType, body } = response as LooseAnswer
  const media = body === undefined ? '' : (mediaType ?? mediaTypeOf(status))
  return { status, headers: { ...(media === '' ? {} : { 'content-type': media }), ...headers }, body }
}

interface LooseAnswer {
  status: number
  headers?: Record<string, string>
  mediaType?: string
  body?: unknown
}
