import { inspect } from 'node:util'
import { product } from '../../product.ts'
import { type Call, credentialMarks, formType, sampleOrigin } from './call.ts'
import type { ClientMaker } from './client-maker.ts'

/** The call by the typed client of its interface, or by `openapi-fetch` where there is no such client. */
export function writeClientCode(call: Call, system: string, maker: ClientMaker | undefined): string {
  const baseUrl = sampleOrigin + call.address.slice(0, -call.path.length)
  if (!maker) {
    return `import createClient from 'openapi-fetch'
import type { paths } from '../../generated/${system}/types.ts'

const client = createClient<paths>(${literal({ baseUrl })})

${callVerb(call, call.parseAs ? { parseAs: call.parseAs } : {})}`
  }
  const { name, credential, sample } = maker
  const options = {
    baseUrl,
    ...(credential && call.credential ? { [credential]: credentialMarks.secret } : {}),
    ...sample?.options,
  }
  return `import { ${name} } from '${product}/${system}'

const client = ${name}(${literal(options)})

${sample?.calls[call.operation] ?? callVerb(call)}`
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
