import { isJson } from '../../client/body.ts'
import { printJson } from '../../json-text.ts'
import type { Call, CallBody, CallByClient } from './call.ts'
import { formType, secretOf, targetOf, valuesIn } from './target.ts'

// Runs in browsers as well, which write all samples of a page but the first.

export interface Sample {
  id: string
  label: string
  code: string
}

/** The call in each language. A page puts other base URLs and credentials in their places. */
export function writeSamples(call: Call): Sample[] {
  return [
    { id: 'curl', label: 'curl', code: writeCurl(call) },
    // `fetch` sends no body with GET.
    ...(call.body && /^(GET|HEAD)$/.test(call.method)
      ? []
      : [{ id: 'fetch', label: 'JavaScript', code: writeFetch(call) }]),
    ...(call.client ? [{ id: 'client', label: 'Typed client', code: writeClientCode(call, call.client) }] : []),
    { id: 'python', label: 'Python', code: writePython(call) },
    { id: 'go', label: 'Go', code: writeGo(call) },
  ]
}

function addressOf({ base, path, parameters }: Call): string {
  return base + targetOf(path, parameters)
}

/** The credential's header first, then the others. */
function headersOf({ credential, sentHeaders }: Call): [name: string, value: string][] {
  return credential ? [[credential.header, credential.value], ...sentHeaders] : sentHeaders
}

/** A literal that JavaScript, Python and Go read alike. */
function text(content: string): string {
  return printJson(content.toWellFormed())
}

/** Each item on its own line. */
function lines(indent: string, items: readonly string[]): string {
  return items.map((item) => `\n${indent}${item},`).join('')
}

function pairs(indent: string, headers: readonly [string, string][]): string {
  return lines(
    indent,
    headers.map(([name, value]) => `${text(name)}: ${text(value)}`),
  )
}

function isMultipart(body: CallBody | undefined): body is CallBody & { fields: NonNullable<CallBody['fields']> } {
  return body?.fields !== undefined && body.mediaType !== formType
}

export function writeCurl(call: Call): string {
  const { method, body, parseAs } = call
  const quoted = (content: string) => `'${content.replaceAll("'", `'\\''`)}'`
  const data = body ? curlBody(body) : []
  const usual = data.length > 0 ? 'POST' : 'GET'
  const options = [
    ...(method === 'HEAD' ? ['--head'] : method === usual ? [] : [`--request ${method}`]),
    ...headersOf(call).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...data.map(([option, content]) => `${option} ${quoted(content)}`),
    ...(parseAs === 'stream' ? ['--no-buffer'] : parseAs === 'arrayBuffer' ? ['--output answer.bin'] : []),
  ]
  return [`curl ${quoted(addressOf(call))}`, ...options].join(' \\\n  ')
}

function curlBody(body: CallBody): [option: string, content: string][] {
  if (!body.fields) return [['--data-raw', body.text]]
  return body.fields.map(({ name, value, type, file }) => {
    if (!isMultipart(body)) return ['--data-urlencode', `${encodeURIComponent(name)}=${value}`]
    if (type === undefined) return ['--form-string', `${name}=${value}`]
    const content = `"${value.replaceAll(/["\\]/g, '\\$&')}"`
    return ['--form', `${name}=${content}${file ? `;filename=${file}` : ''};type=${type}`]
  })
}

function writeFetch(call: Call): string {
  const { method, body, parseAs } = call
  const headers = headersOf(call).filter(([name]) => !(body?.fields && name === 'Content-Type'))
  const options = [
    ...(method === 'GET' ? [] : [`method: ${text(method)}`]),
    ...(headers.length > 0 ? [`headers: {${pairs('    ', headers)}\n  }`] : []),
    ...(body ? [`body: ${fetchBody(body)}`] : []),
  ]
  const argument = options.length > 0 ? `, {${lines('  ', options)}\n}` : ''
  const print =
    parseAs === 'stream'
      ? 'for await (const part of response.body) console.log(new TextDecoder().decode(part))'
      : 'console.log(response.status, await response.text())'
  return `${isMultipart(body) ? formData(body.fields) : ''}const response = await fetch(${text(addressOf(call))}${argument})\n${print}`
}

function fetchBody(body: CallBody): string {
  if (isMultipart(body)) return 'form'
  if (body.fields)
    return `new URLSearchParams([${body.fields.map((one) => `\n    [${text(one.name)}, ${text(one.value)}],`).join('')}\n  ])`
  return isJson(body.mediaType) ? `JSON.stringify(${json(body, '  ')})` : text(body.text)
}

function formData(fields: NonNullable<CallBody['fields']>): string {
  const appended = fields.map(({ name, value, type, file = name }) => {
    const part = type === undefined ? text(value) : `new File([${text(value)}], ${text(file)}, { type: ${text(type)} })`
    return `form.append(${text(name)}, ${part})\n`
  })
  return `const form = new FormData()\n${appended.join('')}\n`
}

/** A body as code of JavaScript, each line but the first with the indent. */
function json({ mediaType, text, value }: CallBody, indent: string): string {
  return (isJson(mediaType) ? text : printJson(value, 2)).replaceAll('\n', `\n${indent}`)
}

const pythonWords: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

function pythonJson(body: CallBody, indent: string): string {
  return json(body, indent).replaceAll(/"(?:\\.|[^"\\])*"|true|false|null/g, (token) => pythonWords[token] ?? token)
}

function writePython(call: Call): string {
  const headers = headersOf(call)
  const isStream = call.parseAs === 'stream'
  const options = [
    text(call.method),
    text(addressOf(call)),
    ...(headers.length > 0 ? [`headers={${pairs('        ', headers)}\n    }`] : []),
    ...(call.body ? [pythonBody(call.body)] : []),
    ...(isStream ? ['stream=True'] : []),
  ]
  const print = isStream
    ? 'for line in response.iter_lines():\n    print(line.decode())'
    : 'print(response.status_code, response.text)'
  return `import requests\n\nresponse = requests.request(${lines('    ', options)}\n)\n${print}`
}

function pythonBody(body: CallBody): string {
  if (!body.fields)
    return isJson(body.mediaType) ? `json=${pythonJson(body, '    ')}` : `data=${text(body.text)}.encode()`
  const entries = body.fields.map(({ name, value, type, file }) => {
    if (!isMultipart(body)) return `(${text(name)}, ${text(value)})`
    const parts = [file === undefined ? 'None' : text(file), text(value), ...(type === undefined ? [] : [text(type)])]
    return `(${text(name)}, (${parts.join(', ')}))`
  })
  return `${isMultipart(body) ? 'files' : 'data'}=[${lines('        ', entries)}\n    ]`
}

function writeGo(call: Call): string {
  const { method, body, parseAs } = call
  const isStream = parseAs === 'stream'
  const isForm = isMultipart(body)
  const packages = [
    isForm && 'bytes',
    !isStream && 'fmt',
    'io',
    isForm && 'mime/multipart',
    'net/http',
    isForm && 'net/textproto',
    isStream && 'os',
    body && !isForm && 'strings',
  ]
  const sent = isForm ? '&content' : body ? `strings.NewReader(${goText(body.text)})` : 'nil'
  const headers = headersOf(call).map(([name, value]) => `\treq.Header.Set(${text(name)}, ${text(value)})\n`)
  if (isForm) headers.push('\treq.Header.Set("Content-Type", form.FormDataContentType())\n')
  const check = '\tif err != nil {\n\t\tpanic(err)\n\t}\n'
  const print = isStream
    ? '\tio.Copy(os.Stdout, res.Body)'
    : `\tbody, err := io.ReadAll(res.Body)\n${check}\tfmt.Println(res.Status, string(body))`
  return `package main

import (${packages.map((name) => (name ? `\n\t${text(name)}` : '')).join('')}
)

func main() {
${isForm ? goForm(body.fields) : ''}\treq, err := http.NewRequest(${text(method)}, ${text(addressOf(call))}, ${sent})
${check}${headers.join('')}\tres, err := http.DefaultClient.Do(req)
${check}\tdefer res.Body.Close()
${print}
}
`
}

function goText(content: string): string {
  return content.includes('\n') && !/[`\r]/.test(content) ? `\`${content}\`` : text(content)
}

function goForm(fields: NonNullable<CallBody['fields']>): string {
  const parts = fields.map(({ name, value, type, file }) => {
    if (type === undefined) return `\tform.WriteField(${text(name)}, ${text(value)})\n`
    const disposition = `form-data; name="${name.replaceAll('"', '%22')}"${file ? `; filename="${file}"` : ''}`
    return `\tif part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {${text(disposition)}},
		"Content-Type": {${text(type)}},
	}); err == nil {
		io.WriteString(part, ${goText(value)})
	}
`
  })
  return `\tvar content bytes.Buffer\n\tform := multipart.NewWriter(&content)\n${parts.join('')}\tform.Close()\n`
}

/** The call by the generated client of its document. */
function writeClientCode({ base, parameters, body, credential, parseAs }: Call, client: CallByClient): string {
  const { create, name, from, credentials } = client
  const isStream = parseAs === 'stream'
  const given = (['path', 'query', 'header'] as const).flatMap((place) =>
    Object.entries(
      valuesIn(
        parameters.filter(({ isCredential }) => !isCredential),
        place,
      ),
    ),
  )
  const args = [
    ...given.map(([key, value]) => `${keyOf(key)}: ${printJson(value)}`),
    ...(body ? [`body: ${json(body, '  ')}`] : []),
  ]
  const argument = args.length > 0 ? `, {${lines('  ', args)}\n}` : ''
  const keys = credentials.map(
    ([scheme, secret], at) => `${keyOf(scheme)}: '${at === 0 && credential ? secretOf(credential.value) : secret}'`,
  )
  const options = `baseUrl: '${base}'${keys.length > 0 ? `, credentials: { ${keys.join(', ')} }` : ''}`
  return `import { ${[create, name, ...(isStream ? ['stream'] : [])].join(', ')} } from '${from}'

const client = ${create}({ ${options} })

${
  isStream
    ? `for await (const item of stream(${name}, client${argument})) console.log(item)`
    : `const { data, error, response } = await ${name}(client${argument})\nconsole.log(response.status, data ?? error)`
}`
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name)
}
