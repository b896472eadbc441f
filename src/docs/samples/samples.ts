import { goNative } from '@scalar/snippetz/plugins/go/native'
import { jsFetch } from '@scalar/snippetz/plugins/js/fetch'
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests'
import { shellCurl } from '@scalar/snippetz/plugins/shell/curl'
import type { System } from '../data/system.ts'
import { type Call, credentialMarks, formType, sampleOrigin } from './call.ts'
import { writeClientCode } from './client-code.ts'

export interface Sample {
  id: string
  label: string
  /** Name of the language for highlighting. */
  language: string
  source: string
}

/** The call in each language, with marks in place of the credential. */
export function writeSamples(call: Call, system: System): Sample[] {
  const request = toHar(call)
  const curl = shellCurl.generate(request)
  const fetch = jsFetch.generate(request)
  const python = pythonRequests.generate(request)
  const client = {
    id: 'client',
    label: 'Typed client',
    language: 'typescript',
    source: writeClientCode(call, system.name, system.client),
  }
  return [
    {
      id: 'curl',
      label: 'curl',
      language: 'bash',
      source: `${curl}${call.parseAs === 'stream' ? ' \\\n  --no-buffer' : ''}${call.parseAs === 'arrayBuffer' ? ' \\\n  --output answer.bin' : ''}`,
    },
    {
      id: 'fetch',
      label: 'fetch',
      language: 'javascript',
      source: `const response = await ${fetch}\n${call.parseAs === 'stream' ? printStream : 'console.log(response.status, await response.text())'}`,
    },
    ...(system.published?.isInWorkspace === false ? [] : [client]),
    {
      id: 'python',
      label: 'Python',
      language: 'python',
      source: `import requests\n\nresponse = ${call.parseAs === 'stream' ? python.replace('(', '(\n    stream=True,\n    url=').replace(/url=\s+/, 'url=') : python}\n${call.parseAs === 'stream' ? 'for line in response.iter_lines():\n    print(line.decode())' : 'print(response.status_code, response.text)'}`,
    },
    { id: 'go', label: 'Go', language: 'go', source: writeGo(goNative.generate(request), call) },
  ]
}

const printStream = `for await (const part of response.body) console.log(new TextDecoder().decode(part))`

/** The generator reads the whole body and ignores errors; a stream has no end, and a mock may be down. */
function writeGo(source: string, { parseAs }: Call): string {
  const checked = source
    .replace(
      'res, _ := http.DefaultClient.Do(req)\n',
      'res, err := http.DefaultClient.Do(req)\n\tif err != nil {\n\t\tpanic(err)\n\t}\n',
    )
    .replace('\tfmt.Println(res)\n', '')
    .replace('fmt.Println(string(body))\n\n', 'fmt.Println(res.Status, string(body))\n')
  if (parseAs !== 'stream') return checked
  return checked
    .replace(
      '\tbody, _ := io.ReadAll(res.Body)\n\n\tfmt.Println(res.Status, string(body))\n',
      '\tio.Copy(os.Stdout, res.Body)\n',
    )
    .replace('\t"fmt"\n', '')
    .replace('\t"net/http"\n', '\t"net/http"\n\t"os"\n')
}

function toHar(call: Call) {
  const { method, headers, accept, credential, body } = call
  const list = Object.entries({
    Accept: accept,
    ...(credential ? { [credentialMarks.header]: credentialMarks.value } : {}),
    ...headers,
    ...(body ? { 'Content-Type': body.mediaType } : {}),
  }).map(([name, value]) => ({ name, value: String(value) }))
  const isForm = body?.mediaType === formType
  return {
    method,
    url: sampleOrigin + targetOf(call),
    headers: list,
    queryString: [],
    cookies: [],
    httpVersion: 'HTTP/1.1',
    headersSize: -1,
    bodySize: -1,
    ...(body && {
      postData: isForm
        ? { mimeType: formType, params: fieldsOf(body.value).map(([name, value]) => ({ name, value: String(value) })) }
        : // The generators write a body as JSON under this name alone, and `Content-Type` is among the headers.
          { mimeType: 'application/json', text: JSON.stringify(body.value) },
    }),
  }
}

function fieldsOf(value: unknown): [string, unknown][] {
  return Object.entries(Object(value))
}

/** The path and the query of a call. A value may hold `/` where the path allows it; several values are joined by commas. */
export function targetOf({ address, pathValues, query }: Pick<Call, 'address' | 'pathValues' | 'query'>): string {
  const encodePart = (text: unknown) => encodeURIComponent(String(text).toWellFormed())
  const encode = (text: unknown) => String(text).split('/').map(encodePart).join('/')
  const path = address.replace(/\{([^}]+)\}/g, (_, name) => [pathValues[name]].flat().map(encode).join(','))
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodePart(name)}=${encodePart(one)}`),
  )
  return path + (pairs.length === 0 ? '' : `?${pairs.join('&')}`)
}
