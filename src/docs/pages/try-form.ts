import { type DocumentNode, follow, isObject, nodeAt } from '../../contract/json-pointer.ts'
import type { Operation, Parameter } from '../../contract/operation.ts'
import { type Html, html } from '../../html.ts'
import { bodyText, exampleOf, examplesOf } from '../data/operations.ts'
import type { System } from '../data/system.ts'
import { type Call, sampleOrigin } from '../samples/call.ts'

/** The form that calls an operation on the mock. `browser/try.ts` sends it. */
export function renderTryForm(operation: Operation, system: System, call: Call): Html {
  const { method, listVerb, parameters, requestBody } = operation
  const { document = {} } = system.contract ?? {}
  const [mediaType, pointer] = [...requestBody][0] ?? []
  const inputs = parameters.filter((one) => one.in !== 'cookie')
  const optional = inputs.filter(({ required }) => !required)
  const roles = [
    ...system.credentials.map(({ role, headers, form }) => ({ role, headers, form })),
    { role: 'nothing', headers: {}, form: undefined },
  ]
  const chosen = call.credential || roles.some(({ form }) => form) ? roles[0]?.role : 'nothing'
  return html`<details class="try" data-needs-script hidden><summary>Try it</summary>
<form novalidate data-method="${method.toUpperCase()}" data-address="${call.address}" data-system="${system.name}" data-accept="${call.accept}"${call.parseAs === 'stream' && html` data-stream`}>
<label class="mock-address" hidden>Mock <input name="origin" type="url" value="${sampleOrigin}" autocomplete="off"></label>
<label>Credential <select name="credential">${roles.map(
    ({ role, headers, form }) =>
      html`<option value="${role}" data-headers="${JSON.stringify(headers)}"${form && html` data-form="${JSON.stringify(form)}"`}${role === chosen && html` selected`}>${role}</option>`,
  )}</select></label>
<label>Session <input name="session" value="default" pattern="[A-Za-z0-9_.\\-]{1,128}" autocomplete="off" spellcheck="false"></label>
${inputs.filter(({ required }) => required).map((parameter) => renderInput(parameter, document, listVerb))}
${
  optional.length > 0 &&
  html`<details class="optional"${optional.length < 4 && html` open`}><summary>Optional parameters (${optional.length})</summary>${optional.map((parameter) => renderInput(parameter, document, listVerb))}</details>`
}
${listVerb && html`<label class="check"><input type="checkbox" name="list"> Send with the verb <code>LIST</code></label>`}
${mediaType !== undefined && pointer !== undefined && renderBody(mediaType, nodeAt(document, pointer) ?? {}, document)}
<p class="buttons"><button type="submit" class="primary">Send</button> <button type="button" data-stops hidden>Stop</button></p>
</form>
<div class="result" role="status" aria-live="polite"></div>
</details>`
}

/** A field of the form. Only what a request must have is filled in: a search by all of its filters finds nothing. */
function renderInput(parameter: Parameter, document: DocumentNode, listVerb: boolean): Html {
  const { name, in: place, required, node } = parameter
  const example = [exampleOf(document, node)].flat().join(',')
  const schema = isObject(node.schema) ? follow(document, node.schema) : {}
  // Without `list=true`, an address that ends with a slash is read as a secret, which does not exist.
  const value = required ? example : listVerb && name === 'list' ? 'true' : ''
  const isRepeated = place === 'query' && schema.type === 'array' && node.explode !== false
  const field = `${place}:${name}`
  const hint = schema.format === 'date-time' ? ', such as 2026-03-02T10:15:42Z' : isRepeated && ', separated by commas'
  return html`<label>${name}${required && html` <em>required</em>`} <span class="quiet">${place}${hint}</span>${control()}</label>`

  function control(): Html {
    const choices = Array.isArray(schema.enum)
      ? schema.enum.map(String)
      : schema.type === 'boolean'
        ? ['true', 'false']
        : []
    const must = required && html` required`
    if (choices.length > 0) {
      const options = choices.map((one) => html`<option${one === value && html` selected`}>${one}</option>`)
      return html`<select name="${field}"${must}>${!required && html`<option value="">–</option>`}${options}</select>`
    }
    const hint = example !== '' && html` placeholder="${example}"`
    if (schema.type === 'integer' || schema.type === 'number') {
      const step = schema.type === 'number' && html` step="any"`
      return html`<input type="number" name="${field}" value="${value}"${must}${hint}${step}>`
    }
    if (schema.format === 'date') return html`<input type="date" name="${field}" value="${value}"${must}>`
    return html`<input name="${field}" value="${value}"${must}${hint}${isRepeated && html` data-repeated`} autocomplete="off" spellcheck="false">`
  }
}

function renderBody(mediaType: string, node: DocumentNode, document: DocumentNode): Html {
  const [first, ...others] = examplesOf(document, node)
  const text = first ? bodyText(mediaType, first.value) : ''
  const choice =
    first &&
    others.length > 0 &&
    html`<label>Example <select data-fills-body>${[first, ...others].map(
      ({ name, value }) => html`<option value="${bodyText(mediaType, value)}">${name}</option>`,
    )}</select></label>`
  const rows = Math.min(16, Math.max(3, text.split('\n').length))
  return html`${choice}<label>Body <span class="quiet">${mediaType}</span><textarea name="body" data-media-type="${mediaType}" rows="${rows}" spellcheck="false">${text}</textarea></label>`
}
