import type { SeededCredential } from '../../../behaviour/definition.ts'
import { serializeBody } from '../../../client/body.ts'
import type { SystemData } from '../../layout.ts'
import type { CallBody, CallParameter, PageCall } from '../../samples/call.ts'
import { formType, parameterText, targetOf } from '../../samples/target.ts'
import { element, fieldOf, stored } from './elements.ts'
import { isServed } from './links.ts'

export interface PreparedRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: BodyInit | undefined
}

export interface CallForm {
  form: HTMLFormElement
  credential: HTMLSelectElement
  /** Where the credential that is chosen goes. */
  carrier(): Omit<SeededCredential, 'role'>
  addCredential(one: SeededCredential): void
  stop: HTMLButtonElement
  /** @throws {SyntaxError} for a body that is to be fields, and is no JSON */
  prepare(): PreparedRequest
}

const chosenSession = stored('sessionStorage', 'rulebound.session')
const maxOptional = 100
/** A larger body is typed by nobody. */
const maxBody = 20_000

/** The form that calls an operation, filled with the values of the samples. */
export function drawCallForm(call: PageCall, { isPublished, credentials }: SystemData): CallForm {
  const { method, sentHeaders, parameters, body } = call
  const roles = new Map(credentials.map((one) => [one.role, one]))
  const credential = element('select', { name: 'credential' }, ...credentials.map(({ role }) => new Option(role, role)))
  const isOpen = !call.credential && !credentials.some(({ form }) => form)
  if (isOpen) credential.value = 'nothing'
  const address = fieldOf({ name: 'address', type: 'url' }, isServed ? location.origin + call.mount : call.base)
  const session = fieldOf({ name: 'session', pattern: '[A-Za-z0-9_.\\-]{1,128}' }, chosenSession.get() ?? 'default')
  const fields = parameters.flatMap((one) => (one.input ? [{ parameter: one, field: drawField(one) }] : []))
  const labels = (all: typeof fields) =>
    all.map(({ parameter, field }) => labelOf(parameter.name, placeOf(parameter), field, parameter.input?.required))
  const optional = fields.filter(({ parameter }) => !parameter.input?.required).slice(0, maxOptional)
  const list = element('input', { type: 'checkbox', name: 'list' })
  const text = element('textarea', { name: 'body', spellcheck: 'false' })
  const stop = element('button', { type: 'button' }, 'Stop')
  stop.hidden = true
  const isOnMock = isServed || !isPublished
  const takesBody = !/^(GET|HEAD)$/.test(method)
  const form = element(
    'form',
    { novalidate: '' },
    ...(isServed ? [] : [element('label', {}, 'Address ', address)]),
    element('label', {}, 'Credential ', credential),
    ...(isOnMock ? [element('label', {}, 'Session ', session)] : []),
    ...labels(fields.filter(({ parameter }) => parameter.input?.required)),
    ...(optional.length > 0 ? [drawOptional(labels(optional))] : []),
    ...(call.hasListVerb
      ? [element('label', { class: 'check' }, list, ' Send with the verb ', element('code', {}, 'LIST'))]
      : []),
    ...(body && takesBody ? drawBody(body, text) : []),
    ...(body && !takesBody
      ? [element('p', { class: 'quiet' }, `No browser sends a body with ${method}: use curl.`)]
      : []),
    element('p', { class: 'buttons' }, element('button', { type: 'submit', class: 'primary' }, 'Send'), ' ', stop),
  )
  const carrier = (): Omit<SeededCredential, 'role'> => roles.get(credential.value) ?? { headers: {} }

  const prepare = (): PreparedRequest => {
    chosenSession.set(session.value)
    const { headers, query, form: ofForm } = carrier()
    const isAnonymous = credential.value === 'nothing'
    const given = fields.flatMap(({ parameter, field }) =>
      field.value === '' ? [] : [{ ...parameter, value: typedValue(parameter, field.value) }],
    )
    const fixed = parameters.filter(
      ({ input, in: place, isCredential, name }) =>
        !input && place === 'query' && !(isCredential && (isAnonymous || query)) && !(list.checked && name === 'list'),
    )
    const keys = Object.entries(query ?? {}).map(([name, value]) => ({ in: 'query' as const, name, value }))
    const isMultipart = body?.mediaType.startsWith('multipart/')
    const sent = takesBody && text.value !== '' ? body : undefined
    return {
      url: address.value.replace(/\/+$/, '') + targetOf(call.path, [...given, ...fixed, ...keys]),
      method: list.checked ? 'LIST' : method,
      headers: {
        Accept: sentHeaders.find(([name]) => name === 'Accept')?.[1] ?? '*/*',
        ...headers,
        ...Object.fromEntries(given.filter((one) => one.in === 'header').map((one) => [one.name, parameterText(one)])),
        // The browser adds the boundary of a multipart form.
        ...(sent && !isMultipart && { 'Content-Type': sent.mediaType }),
        ...(isOnMock && !/^(default)?$/.test(session.value) && { 'X-Mock-Session': session.value }),
      },
      body: sent && (isMultipart ? partsOf(text.value, sent) : withFields(text.value, sent, ofForm)),
    }
  }
  const addCredential = (one: SeededCredential) => {
    credential.querySelector(`option[value="${one.role}"]`)?.remove()
    roles.set(one.role, one)
    credential.prepend(new Option(one.role, one.role))
  }
  return { form, credential, carrier, addCredential, stop, prepare }
}

function labelOf(name: string, about: string, field: HTMLElement, isRequired = false): HTMLElement {
  const required = isRequired ? [' ', element('em', {}, 'required')] : []
  if (isRequired) field.setAttribute('required', '')
  return element('label', {}, name, ...required, ' ', element('span', { class: 'quiet' }, about), field)
}

function placeOf({ in: place, input: { type, format } = {} }: CallParameter): string {
  if (format === 'date-time') return `${place}, such as 2026-03-02T10:15:42Z`
  return `${place}${type === 'array' ? ', separated by commas' : type === 'object' ? ', as JSON' : ''}`
}

/** Only what a request must have is filled in: a search by all of its filters finds nothing. */
function drawField({ in: place, name, value, input = {} }: CallParameter): ReturnType<typeof fieldOf> {
  const { type, format, choices = type === 'boolean' ? ['true', 'false'] : [], example = '', required } = input
  const isNumber = type === 'integer' || type === 'number'
  const kind = isNumber ? { type: 'number', step: 'any' } : format === 'date' && { type: 'date' }
  const text = Array.isArray(value) ? value.map(plain).join(',') : plain(value ?? '')
  const listed = choices.length > 0 && !required ? ['', ...choices] : choices
  return fieldOf({ name: `${place}:${name}`, placeholder: example, ...kind }, text, listed)
}

function plain(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** The value of a field in the type that the document gives it. */
function typedValue({ input }: CallParameter, text: string): unknown {
  if (input?.type === 'array') return text.split(',').map((one) => one.trim())
  if (input?.type !== 'object') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function drawOptional(labels: readonly HTMLElement[]): HTMLElement {
  const summary = element('summary', {}, `Optional parameters (${labels.length})`)
  const details = element('details', { class: 'optional' }, summary, ...labels)
  details.open = labels.length < 4
  return details
}

function drawBody(
  { mediaType, text, value, isRequired, examples = [] }: CallBody,
  field: HTMLTextAreaElement,
): HTMLElement[] {
  const isMultipart = mediaType.startsWith('multipart/')
  const write = (one: unknown) => (typeof one === 'string' ? one : JSON.stringify(one, null, 2)).slice(0, maxBody)
  field.value = isMultipart ? write(value) : text.slice(0, maxBody)
  field.rows = Math.min(16, Math.max(3, field.value.split('\n').length))
  const choice = element('select', {}, ...examples.map(({ name, value }) => new Option(name, write(value))))
  choice.addEventListener('change', () => {
    field.value = choice.value
  })
  return [
    ...(examples.length > 0 ? [element('label', {}, 'Example ', choice)] : []),
    labelOf('Body', isMultipart ? `${mediaType}, its fields as JSON` : mediaType, field, isRequired),
  ]
}

/** The fields of a multipart form, from a text of JSON. A file has its text. */
function partsOf(text: string, { mediaType, fields = [] }: CallBody): BodyInit {
  const files = new Set(fields.flatMap(({ name, file }) => (file === undefined ? [] : [name])))
  const parts = Object.entries(JSON.parse(text)).map(([name, value]) => [
    name,
    files.has(name) ? [value].flat().map((one) => new File([plain(one)], `${name}.bin`)) : value,
  ])
  return serializeBody(Object.fromEntries(parts), mediaType)
}

/** The credential of a token request is a part of its form. */
function withFields(text: string, { mediaType }: CallBody, fields: Readonly<Record<string, string>> = {}): string {
  if (mediaType !== formType) return text
  const form = new URLSearchParams(text)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form.toString()
}
