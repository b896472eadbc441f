import { element } from './elements.ts'

/** What is wrong with a part of a request. */
interface FieldViolation {
  /** Name of the parameter; undefined for a part of the body. */
  parameter: string | undefined
  message: string
}

/**
 * Finds the violations in a refusal: the `errors` of a problem document, or the sentences that name a parameter or the body. The
 * mock gives these sentences as its reason, too, where the error body of a system has no place for them.
 */
function findViolations(text: string, reason: string): FieldViolation[] {
  const listed = listedErrors(text)
  if (listed.length > 0) return listed
  const sentences = (reason || text).matchAll(
    /(?:Request (?:query|path|header|cookie) parameter (\S+)|Request body(?: property \S+)?|The request body) [^;"\\]+/g,
  )
  return [...sentences].map(([message, parameter]) => ({ parameter, message }))
}

function listedErrors(text: string): FieldViolation[] {
  try {
    const { errors } = JSON.parse(text)
    if (!Array.isArray(errors)) return []
    return errors.flatMap((one) => {
      if (typeof one?.detail !== 'string') return []
      return [{ parameter: typeof one.parameter === 'string' ? one.parameter : undefined, message: one.detail }]
    })
  } catch {
    return []
  }
}

/** Puts each violation below the field that it is about, and a refused credential below the list of credentials. */
export function showViolations(form: HTMLFormElement, { status, headers }: Response, text: string): void {
  const reason = headers.get('x-mock-reason') ?? ''
  const credential = form.querySelector<HTMLElement>('[name=credential]')
  if ((status === 401 || status === 403) && credential) {
    // Its second sentence tells programs where they find credentials; the list has them.
    showViolation(
      credential,
      reason.replace(/ GET \/_control\/.*/, '') || `Refused with ${status}.`,
      'violation-credential',
    )
    return
  }
  findViolations(text, reason).forEach(({ parameter, message }, at) => {
    const field = [...form.querySelectorAll<HTMLElement>('input, select, textarea')].find((one) => {
      const name = one.getAttribute('name') ?? ''
      return parameter === undefined ? name === 'body' : name.slice(name.indexOf(':') + 1) === parameter
    })
    if (!field) return
    showViolation(field, message, `violation-${at}`)
  })
}

function showViolation(field: HTMLElement, message: string, id: string): void {
  field.closest('details')?.setAttribute('open', '')
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', `${field.getAttribute('aria-describedby') ?? ''} ${id}`.trim())
  field.closest('label')?.after(element('p', { class: 'violation', id }, message))
}

export function clearViolations(form: HTMLFormElement): void {
  for (const message of form.querySelectorAll('.violation')) message.remove()
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid')
    field.removeAttribute('aria-describedby')
  }
}
