import { inspect } from 'node:util'
import { product } from '../../product.ts'
import type { System } from '../data/system.ts'
import { type Call, formType, sampleOrigin } from './call.ts'
import { type Code, code, marked } from './code.ts'
import { secretOf } from './secret-of.ts'

/** The call by the typed client of its interface, or by `openapi-fetch` where there is no such client. */
export function writeClientCode(call: Call, { name: system, client }: System): Code {
  const baseUrl = marked('string', ["'", marked('base', call.base), "'"])
  if (!client)
    return code`import createClient from 'openapi-fetch'
import type { paths } from '../../generated/${system}/types.ts'

const client = createClient<paths>({ baseUrl: ${baseUrl} })

${callVerb(call, call.parseAs ? { parseAs: call.parseAs } : {})}`
  const { maker, credential, options = {}, calls = {} } = client
  const settings: Code[] = [
    ...(options.baseUrl === undefined ? [code`baseUrl: ${baseUrl}`] : []),
    ...(credential && call.credential
      ? [code`${credential}: '${marked('secret', secretOf(call.credential.value))}'`]
      : []),
    ...Object.entries(options).map(([option, value]) => code`${option}: ${optionValue(value, call)}`),
  ]
  return code`import { ${maker} } from '${product}/${system}'

const client = ${maker}({ ${settings.map((one, at) => [at > 0 ? ', ' : '', one])} })

${calls[call.operation] ?? callVerb(call)}`
}

/** An address of the mock is marked, so that a page can show its own. */
function optionValue(value: string, { base }: Call): Code {
  if (value === base) return code`'${marked('base', value)}'`
  if (!value.startsWith(sampleOrigin)) return inspect(value)
  return code`'${marked('origin', sampleOrigin)}${value.slice(sampleOrigin.length)}'`
}

function callVerb({ method, path, pathValues, query, headers, body }: Call, more: object = {}): string {
  const isFilled = (values: object) => Object.keys(values).length > 0
  const params = { ...(isFilled(pathValues) && { path: pathValues }), ...(isFilled(query) && { query }) }
  const sent = { ...headers, ...(body?.mediaType === formType && { 'Content-Type': formType }) }
  const options = {
    ...(isFilled(params) && { params }),
    ...(isFilled(sent) && { headers: sent }),
    ...(body && { body: body.value }),
    ...more,
  }
  const argument = isFilled(options) ? `, ${literal(options)}` : ''
  return `const { data, error, response } = await client.${method}('${path}'${argument})
console.log(response.status, data ?? error)`
}

/** A value as code. A long value takes several lines. */
function literal(value: object): string {
  return inspect(value, { depth: null, breakLength: 64, compact: 3, maxArrayLength: null, maxStringLength: null })
}
