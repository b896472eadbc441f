import { printJson } from '../../json-text.ts'
import type { System } from '../data/system.ts'
import { type Call, type CallBody, formType } from './call.ts'
import { writeClientCode } from './client-code.ts'
import { type Code, code, literalOf, marked } from './code.ts'

export interface Sample {
  id: string
  label: string
  code: Code
}

/** The call in each language. */
export function writeSamples(call: Call, system: System): Sample[] {
  const client = { id: 'client', label: 'Typed client', code: writeClientCode(call, system) }
  return [
    { id: 'curl', label: 'curl', code: writeCurl(call) },
    { id: 'fetch', label: 'JavaScript', code: writeFetch(call) },
    ...(system.published?.isInWorkspace === false ? [] : [client]),
    { id: 'python', label: 'Python', code: writePython(call) },
    { id: 'go', label: 'Go', code: writeGo(call) },
  ]
}

function urlOf({ base, target }: Call): Code {
  return [marked('base', base), target]
}

/** The credential's header first, then the others. */
function headersOf({ credential, sentHeaders }: Call): [name: Code, value: Code][] {
  const { header, value } = credential ?? {}
  return [
    ...(header !== undefined && value !== undefined
      ? [[marked('header', header), marked('value', value)] as [Code, Code]]
      : []),
    ...sentHeaders,
  ]
}

/** A literal that JavaScript, Python and Go read alike. */
function text(content: Code): Code {
  return literalOf(content, (part) => printJson(part.toWellFormed()).slice(1, -1), '"')
}

/** Each item on a line of its own. */
function lines(indent: string, items: readonly Code[]): Code {
  return items.map((item) => [`\n${indent}`, item, ','])
}

function writeCurl(call: Call): Code {
  const { method, body, parseAs } = call
  const quoted = (content: Code) => literalOf(content, (part) => part.replaceAll("'", `'\\''`), "'")
  const data = body ? curlBody(body) : []
  const usual = data.length > 0 ? 'POST' : 'GET'
  const options: Code[] = [
    ...(method === 'HEAD' ? ['--head'] : method === usual ? [] : [`--request ${method}`]),
    ...headersOf(call).map(([name, value]) => code`--header ${quoted([name, ': ', value])}`),
    ...data.map(([option, content]) => code`${option} ${quoted(content)}`),
    ...(parseAs === 'stream' ? ['--no-buffer'] : parseAs === 'arrayBuffer' ? ['--output answer.bin'] : []),
  ]
  return ['curl ', quoted(urlOf(call)), options.map((one) => [' \\\n  ', one])]
}

function curlBody({ mediaType, fields, text: whole }: CallBody): [option: string, content: string][] {
  if (!fields) return [['--data-raw', whole]]
  if (mediaType === formType)
    return fields.map(({ name, value }) => ['--data-urlencode', `${encodeURIComponent(name)}=${value}`])
  return fields.map(({ name, value, type, file }) => {
    if (type === undefined) return ['--form-string', `${name}=${value}`]
    const content = `"${value.replaceAll(/["\\]/g, '\\$&')}"`
    return ['--form', `${name}=${content}${file ? `;filename=${file}` : ''};type=${type}`]
  })
}

function writeFetch(call: Call): Code {
  const { method, body, parseAs } = call
  const headers = headersOf(call).filter(([name]) => !(body?.fields && name === 'Content-Type'))
  const isRead = method === 'GET' || method === 'HEAD'
  const options: Code[] = [
    ...(method === 'GET' ? [] : [code`method: ${text(method)}`]),
    ...(headers.length === 0
      ? []
      : [
          code`headers: {${lines(
            '    ',
            headers.map(([name, value]) => code`${text(name)}: ${text(value)}`),
          )}\n  }`,
        ]),
    ...(body ? [code`body: ${fetchBody(body)}`] : []),
  ]
  const argument = options.length > 0 ? code`, {${lines('  ', options)}\n}` : ''
  // `fetch` has no body for GET.
  if (isRead && body) return writeNodeRequest(call, method, headersOf(call), body)
  const form = body?.fields && body.mediaType !== formType ? formData(body.fields) : ''
  const print =
    parseAs === 'stream'
      ? 'for await (const part of response.body) console.log(new TextDecoder().decode(part))'
      : 'console.log(response.status, await response.text())'
  return code`${form}const response = await fetch(${text(urlOf(call))}${argument})\n${print}`
}

function fetchBody({ mediaType, fields, value, text: whole }: CallBody): Code {
  if (fields && mediaType !== formType) return 'form'
  if (fields)
    return code`new URLSearchParams([${fields.map((one) => code`\n    [${text(one.name)}, ${text(one.value)}],`)}\n  ])`
  return /[/+]json\b/.test(mediaType) ? code`JSON.stringify(${json(value, '  ')})` : text(whole)
}

function formData(fields: readonly { name: string; value: string; type?: string; file?: string }[]): Code {
  const appended = fields.map(({ name, value, type, file }) => {
    const part =
      type === undefined
        ? text(value)
        : code`new File([${text(value)}], ${text(file ?? name)}, { type: ${text(type)} })`
    return code`form.append(${text(name)}, ${part})\n`
  })
  return code`const form = new FormData()\n${appended}\n`
}

function writeNodeRequest(call: Call, method: string, headers: [Code, Code][], { text: whole }: CallBody): Code {
  const fields = headers.map(([name, value]) => code`${text(name)}: ${text(value)}`)
  return code`import { request } from ${text(call.base.startsWith('https') ? 'node:https' : 'node:http')}

const sent = request(${text(urlOf(call))}, {${lines('  ', [code`method: ${text(method)}`, code`headers: {${lines('    ', fields)}\n  }`])}
}, async (response) => {
  console.log(response.statusCode, (await response.toArray()).join(""))
})
sent.end(${text(whole)})`
}

/** A value as code, its strings marked. */
function json(value: unknown, indent: string, words: Readonly<Record<string, string>> = {}): Code {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) {
    const word = printJson(value) ?? 'null'
    return words[word] ?? word
  }
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const items = isList
    ? value.map((one) => json(one, inner, words))
    : Object.entries(value).map(([name, one]) => code`${text(name)}: ${json(one, inner, words)}`)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  return items.length === 0 ? open + close : [open, lines(inner, items), `\n${indent}`, close]
}

const pythonWords = { true: 'True', false: 'False', null: 'None' }

function writePython(call: Call): Code {
  const { method, body, parseAs } = call
  const headers = headersOf(call)
  const isStream = parseAs === 'stream'
  const options: Code[] = [
    text(method),
    text(urlOf(call)),
    ...(headers.length > 0
      ? [
          code`headers={${lines(
            '        ',
            headers.map(([name, value]) => code`${text(name)}: ${text(value)}`),
          )}\n    }`,
        ]
      : []),
    ...(body ? [pythonBody(body)] : []),
    ...(isStream ? ['stream=True'] : []),
  ]
  const print = isStream
    ? 'for line in response.iter_lines():\n    print(line.decode())'
    : 'print(response.status_code, response.text)'
  return code`import requests\n\nresponse = requests.request(${lines('    ', options)}\n)\n${print}`
}

function pythonBody({ mediaType, fields, value, text: whole }: CallBody): Code {
  const entries = (items: readonly Code[]) => code`[${lines('        ', items)}\n    ]`
  if (fields && mediaType === formType)
    return code`data=${entries(fields.map((one) => code`(${text(one.name)}, ${text(one.value)})`))}`
  if (fields)
    return code`files=${entries(
      fields.map(({ name, value, type, file }) => {
        const fileName = file === undefined ? 'None' : text(file)
        return code`(${text(name)}, (${fileName}, ${text(value)}${type === undefined ? '' : [', ', text(type)]}))`
      }),
    )}`
  if (/[/+]json\b/.test(mediaType)) return code`json=${json(value, '    ', pythonWords)}`
  return code`data=${text(whole)}.encode()`
}

function writeGo(call: Call): Code {
  const { method, body, parseAs } = call
  const isStream = parseAs === 'stream'
  const isMultipart = body?.fields !== undefined && body.mediaType !== formType
  const packages = [
    ...(isMultipart ? ['bytes'] : []),
    ...(isStream ? [] : ['fmt']),
    'io',
    ...(isMultipart ? ['mime/multipart'] : []),
    'net/http',
    ...(isMultipart ? ['net/textproto'] : []),
    ...(isStream ? ['os'] : []),
    ...(body && !isMultipart ? ['strings'] : []),
  ]
  const sent = isMultipart ? '&content' : body ? code`strings.NewReader(${goText(body.text)})` : 'nil'
  const headers = [
    ...headersOf(call).map(([name, value]) => code`\treq.Header.Set(${text(name)}, ${text(value)})\n`),
    isMultipart ? '\treq.Header.Set("Content-Type", form.FormDataContentType())\n' : '',
  ]
  const print = isStream
    ? '\tio.Copy(os.Stdout, res.Body)'
    : '\tbody, err := io.ReadAll(res.Body)\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tfmt.Println(res.Status, string(body))'
  return code`package main

import (${packages.map((name) => code`\n\t${text(name)}`)}
)

func main() {
${isMultipart ? goForm(body?.fields ?? []) : ''}\treq, err := http.NewRequest(${text(method)}, ${text(urlOf(call))}, ${sent})
	if err != nil {
		panic(err)
	}
${headers}	res, err := http.DefaultClient.Do(req)
	if err != nil {
		panic(err)
	}
	defer res.Body.Close()
${print}
}
`
}

function goText(content: string): Code {
  const isRaw = content.includes('\n') && !/[`\r]/.test(content)
  return isRaw ? marked('string', `\`${content}\``) : text(content)
}

function goForm(fields: readonly { name: string; value: string; type?: string; file?: string }[]): Code {
  const parts = fields.map(({ name, value, type, file }) => {
    if (type === undefined) return code`\tform.WriteField(${text(name)}, ${text(value)})\n`
    const disposition = `form-data; name="${name.replaceAll('"', '%22')}"${file ? `; filename="${file}"` : ''}`
    return code`\tif part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {${text(disposition)}},
		"Content-Type": {${text(type)}},
	}); err == nil {
		io.WriteString(part, ${goText(value)})
	}
`
  })
  return code`\tvar content bytes.Buffer
	form := multipart.NewWriter(&content)
${parts}	form.Close()
`
}
