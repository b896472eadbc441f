import { transformOas3Operation } from '@stoplight/http-spec/oas3/operation'
import type { IHttpOperation } from '@stoplight/types'
import { expect, it } from 'vitest'
import { bundled } from '../../workspace/bundled.ts'
import { prismOperation } from './prism-operation.fixture.ts'

type Described = { name: string; style: string; required?: boolean; explode?: boolean; examples?: object[] }
type Media = { mediaType: string; examples?: object[] }

const valuesOf = (examples: readonly object[] = []) => examples.map((one) => 'value' in one && one.value)
const parametersOf = (list: readonly Described[] = []) =>
  list.map((one) => [one.name, one.style, one.required === true, one.explode, valuesOf(one.examples)]).sort()
const contentsOf = (list: readonly Media[] = []) => list.map((one) => [one.mediaType, valuesOf(one.examples)])

/** An operation in Prism's form, without its schemas and its security. */
const formOf = ({ method, path, request = {}, responses }: IHttpOperation) => ({
  method,
  path,
  parameters: [request.path, request.query, request.headers, request.cookie].map(parametersOf),
  body: contentsOf(request.body?.contents),
  responses: responses.map(({ code, headers, contents }) => [code, parametersOf(headers), contentsOf(contents)]),
})

it.each(bundled.interfaces)('$name has the form in which Prism reads documents', ({ name }) => {
  const { document, operations } = bundled.find(name).contract
  const config = { type: 'operation', documentProp: 'paths', nameProp: 'path' } as const
  for (const operation of operations.values()) {
    const { path, method } = operation
    const theirs = transformOas3Operation({ document, name: path, method, config }) as IHttpOperation
    expect(formOf(prismOperation(operation))).toEqual(formOf(theirs))
  }
})
