import type { IHttpOperation, IHttpParam } from '@stoplight/types'
import { transformSync } from 'esbuild'
import { contentKey } from '../../src/mock/memoize.ts'
import { bodySchema } from '../../src/mock/prism/body-schema.ts'
import { createInstance, draftOf } from '../../src/mock/request/ajv-instance.ts'
import { bundleOf, contentOf } from '../../src/mock/request/compile-schema.ts'
import { parametersSchema } from '../../src/mock/request/parameters.ts'
import { requireAsPrism } from '../../src/mock/required-as-prism.ts'
import { listInterfaces, loadRuntime } from '../../src/workspace/interfaces.ts'

/**
 * Writes the code that AJV makes of every schema that the mock validates requests and answers with, so that an installed mock neither loads AJV nor
 * compiles a schema for them. Equal schemas are written once. A file exports a function of `require`.
 *
 * @returns texts by path in the package
 */
export function writeValidators(): Map<string, string> {
  const files = new Map<string, string>()
  for (const { name } of listInterfaces()) {
    for (const { http } of loadRuntime(name).operations) {
      const bundle = bundleOf(http)
      for (const [schema, convert] of schemasOf(http)) {
        const file = `generated/validators/${contentKey(contentOf(schema, bundle, convert))}.cjs`
        if (!files.has(file)) files.set(file, writeValidator(schema, bundle, convert))
      }
    }
  }
  return files
}

type ToValidate = readonly [schema: object, convert: boolean]

/** What `compileOperation` has validators for. */
function schemasOf({ request = {}, responses }: IHttpOperation): ToValidate[] {
  const parameters = (place: 'path' | 'query' | 'header', declared: readonly IHttpParam[] = []): ToValidate[] =>
    declared.length > 0 ? [[parametersSchema(place, declared), true]] : []
  const bodies = (contents: Parameters<typeof bodySchema>[0][] = [], of: 'request' | 'response') =>
    contents.flatMap((content): ToValidate[] => {
      const schema = bodySchema(content, of)
      return schema ? [[schema, false]] : []
    })
  return [
    ...parameters('path', request.path),
    ...parameters('query', request.query),
    ...parameters('header', request.headers),
    ...bodies(request.body?.contents, 'request'),
    ...responses.flatMap(({ headers, contents }) => [
      ...parameters('header', headers),
      ...bodies(contents, 'response'),
    ]),
  ]
}

const ajvCode: typeof import('ajv') = requireAsPrism('ajv')
const standalone: typeof import('ajv/dist/standalone/index.js').default = requireAsPrism('ajv/dist/standalone').default

function writeValidator(schema: object, bundle: unknown, convert: boolean): string {
  const ajv = createInstance(draftOf(schema), convert, {
    messages: false,
    code: { source: true, formats: ajvCode._`require("formats")` },
  })
  const code = standalone(ajv, ajv.compile({ ...schema, __bundled__: bundle }))
  return transformSync(`module.exports = (require) => { const module = {}; ${code}; return module.exports }`, {
    minify: true,
  }).code
}
