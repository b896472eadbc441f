import { type DocumentNode, follow, isObject, nodeAt } from '../../contract/json-pointer.ts'
import { type Operation, type Parameter, sentParameters } from '../../contract/operation.ts'
import { elementText, type Html, html } from '../../html.ts'
import { printJson } from '../../json-text.ts'
import { bodyText, examplesOf } from '../data/operations.ts'
import type { System } from '../data/system.ts'
import { type Call, type CallBody, sampleOrigin, sentParameter, valuesIn } from '../samples/call.ts'

/** The form that calls an operation, filled with the values of the samples. `browser/try.ts` sends it. */
export function renderTryForm(operation: Operation, system: System, call: Call): Html {
  const { method, listVerb } = operation
  const { document = {} } = system.contract ?? {}
  const inputs = sentParameters(operation).filter((one) => one.in !== 'cookie')
  const isNeeded = ({ in: place, required }: Parameter) => required || place === 'path'
  const optional = inputs.filter((one) => !isNeeded(one))
  const roles = [
    ...system.credentials.map(({ role, headers, form }) => ({ role, headers, form })),
    { role: 'nothing', headers: {}, form: undefined },
  ]
  const chosen = call.credential || roles.some(({ form }) => form) ? roles[0]?.role : 'nothing'
  const input = (parameter: Parameter) => renderInput(parameter, document, call, isNeeded(parameter))
  return html`<details class="try" data-needs-script hidden><summary>Try it</summary>
<form novalidate data-method="${method.toUpperCase()}" data-address="${call.mount}${call.path}"${system.published && html` data-path="${call.path}"`} data-system="${system.name}" data-accept="${call.accept ?? '*/*'}"${call.parseAs === 'stream' && html` data-stream`}>
<label class="mock-address" hidden>${system.published ? 'Server' : 'Mock'} <input name="origin" type="url" value="${system.published ? call.base : sampleOrigin}" autocomplete="off"></label>
<label>Credential <select name="credential">${roles.map(
    ({ role, headers, form }) =>
      html`<option value="${role}" data-headers="${printJson(headers)}"${form && html` data-form="${printJson(form)}"`}${role === chosen && html` selected`}>${role}</option>`,
  )}</select></label>
<label class="on-mock">Session <input name="session" value="default" pattern="[A-Za-z0-9_.\\-]{1,128}" autocomplete="off" spellcheck="false"></label>
${inputs.filter(isNeeded).map(input)}
${
  optional.length > 0 &&
  html`<details class="optional"${optional.length < 4 && html` open`}><summary>Optional parameters (${optional.length})</summary>${optional.slice(0, maxOptional).map(input)}</details>`
}
${listVerb && html`<label class="check"><input type="checkbox" name="list"> Send with the verb <code>LIST</code></label>`}
${call.body && renderBody(call.body, operation, document)}
<p class="buttons"><button type="submit" class="primary">Send</button> <button type="button" data-stops hidden>Stop</button></p>
</form>
<div class="result" role="status" aria-live="polite"></div>
</details>`
}

const maxOptional = 100

/** A field of the form. Only what a request must have is filled in: a search by all of its filters finds nothing. */
function renderInput(parameter: Parameter, document: DocumentNode, call: Call, isNeeded: boolean): Html {
  const { name, in: place, node } = parameter
  const { in: at, name: _, ...form } = sentParameter(parameter, undefined)
  const values = valuesIn(call, at)
  const given: unknown = Object.hasOwn(values, name) ? values[name] : undefined
  const schema = isObject(node.schema) ? follow(document, node.schema) : {}
  const type = Array.isArray(given) ? 'array' : [schema.type].flat().find((one) => one !== 'null')
  const isListed = type === 'array' || type === 'object'
  const value = type === 'array' ? [given ?? []].flat().map(plain).join(',') : plain(given ?? '')
  const [hint] = [
    schema.format === 'date-time' && ', such as 2026-03-02T10:15:42Z',
    type === 'array' && ', separated by commas',
    type === 'object' && ', as JSON',
  ].filter((one) => one !== false)
  const choices = Array.isArray(schema.enum) ? schema.enum.map(String) : type === 'boolean' ? ['true', 'false'] : []
  const shared = html`name="${place}:${name}" data-parameter="${JSON.stringify(form).slice(2, -1) && JSON.stringify(form)}"${isListed && html` data-type="${type}"`}${isNeeded && html` required`}`
  const [example] = examplesOf(document, node)
  const kind =
    type === 'integer' || type === 'number'
      ? html`type="number" step="any" `
      : schema.format === 'date' && html`type="date" `
  const options = choices.slice(0, 300).map((one) => html`<option${one === value && html` selected`}>${one}</option>`)
  const control =
    choices.length > 0
      ? html`<select ${shared}>${!isNeeded && html`<option value="">–</option>`}${options}</select>`
      : html`<input ${kind}${shared} value="${value}"${example?.value !== undefined && html` placeholder="${plain(example.value)}"`} autocomplete="off" spellcheck="false">`
  return html`<label>${name}${isNeeded && html` <em>required</em>`} <span class="quiet">${place}${hint}</span>${control}</label>`
}

function plain(value: unknown): string {
  return isObject(value) ? printJson(value) : String(value)
}

/** A larger body is typed by nobody. */
const maxBody = 20_000

function renderBody(body: CallBody, { requestBody, node }: Operation, document: DocumentNode): Html {
  const { mediaType, value, fields } = body
  const isForm = fields !== undefined && mediaType.startsWith('multipart/')
  const textOf = (one: unknown) => (isForm ? printJson(one, 2) : bodyText(mediaType, one))
  const text = (isForm ? textOf(value) : body.text).slice(0, maxBody)
  const media = nodeAt(document, requestBody.get(mediaType) ?? '') ?? {}
  const examples = examplesOf(document, media).filter((one) => one.value !== undefined)
  const choice =
    examples.length > 1 &&
    html`<label>Example <select data-fills-body>${examples.map((example) => html`<option value="${textOf(example.value).slice(0, maxBody)}">${example.name}</option>`)}</select></label>`
  const rows = Math.min(16, Math.max(3, text.split('\n').length))
  const files = [...new Set(fields?.flatMap(({ name, file }) => (file === undefined ? [] : name)))]
  const isRequired = isObject(node.requestBody) && follow(document, node.requestBody).required === true
  return html`${choice}<label>Body${isRequired && html` <em>required</em>`} <span class="quiet">${mediaType}${isForm && ', its fields as JSON'}</span><textarea name="body" data-media-type="${mediaType}"${files.length > 0 && html` data-files="${files.join(' ')}"`}${isRequired && html` required`} rows="${rows}" spellcheck="false">${elementText(text)}</textarea></label>`
}
