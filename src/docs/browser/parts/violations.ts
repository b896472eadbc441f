import { element } from './elements.ts'

/** What is wrong with a part of a request. */
interface FieldViolation {
  /** Name of the parameter; undefined for a part of the body. */
  parameter: string | undefined
  message: string
}

/**
 * Finds the violations in the reason that the mock gives for a refusal: sentences that name a parameter or the body. Not each system has
 * a place for them in its error bodies.
 */
function findViolations(reason: string): FieldViolation[] {
  const sentences = reason.matchAll(
    /(?:Request (?:query|path|header|cookie) parameter (\S+)|Request body(?: property \S+)?|The request body) [^;"\\]+/g,
  )
  return [...sentences].map(([message, parameter]) => ({ parameter, message }))
}

/** Puts each violation below the field that it is about, and a refused credential below the list of credentials. */
export function showViolations(form: HTMLFormElement, { status, headers }: Response): void {
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
  findViolations(reason).forEach(({ parameter, message }, at) => {
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
