import { type DocumentNode, isObject } from '../json-pointer.ts'
import { notInStyle, type ParameterForm, parameterForm, type RawPair, readTexts } from './style.ts'
import { compileTyped, namesIn, type PointerView, shapesOf } from './typed-text.ts'

/** The value of a parameter, or what should be there. A value that is empty because it may be is not to be validated. */
export type ReadParameter = { value: unknown; isEmpty?: true } | { expected: string }

/** A text of a path or a header, the pairs of a query or of cookies; undefined for what is not sent. */
export type RawValue = string | readonly RawPair[] | undefined

export interface StyledReader {
  read(raw: RawValue): ReadParameter | undefined
  /** All pairs of the value have its name; members of an object have their own names. */
  isNamed: boolean
}

/**
 * Compiles the reader of a value in a style: of a parameter, a header or a field of a form. The value has the types of the schema, but is
 * not validated.
 *
 * @param described a Parameter Object, a Header Object or an Encoding Object
 * @param others names of the other parameters of this place, which are no members of an object
 */
export function compileStyled(
  name: string,
  place: ParameterForm['in'],
  described: DocumentNode,
  { schema, view, others = [] }: { schema: string | undefined; view: PointerView; others?: readonly string[] },
): StyledReader {
  const typed = schema === undefined ? (texts: unknown) => texts : compileTyped(view, schema)
  const form = parameterForm(name, place, described)
  const shapes =
    schema !== undefined
      ? shapesOf(view, schema)
      : form.style === 'deepObject'
        ? (['members'] as const)
        : (['text', 'list'] as const)
  const isMember = schema === undefined ? undefined : memberTest(view, schema, others)
  const mayBeEmpty = place === 'query' && described.allowEmptyValue === true
  const isOptionalHeader = place === 'header' && described.required !== true
  const fault = { expected: `${wordsOf(form)}` }

  return { read, isNamed: form.style !== 'deepObject' && !shapes.some((shape) => shape === 'members') }

  function read(raw: RawValue): ReadParameter | undefined {
    if (raw === undefined) return undefined
    let last: ReadParameter | undefined
    for (const shape of shapes) {
      const texts = readTexts(form, shape, raw, isMember)
      if (texts === undefined) continue
      if (texts === notInStyle) {
        last ??= fault
        continue
      }
      if (!isText(texts)) return notText
      if (mayBeEmpty && texts === '') return { value: '', isEmpty: true }
      const value = typed(texts)
      const isEmpty = shape === 'list' && isEmptyText(texts)
      const isSettled = shapes.length === 1 && !isEmpty && !(isOptionalHeader && raw === '')
      if (isSettled || schema === undefined || view.accepts(schema, value)) return { value }
      // A list that is one empty text has one empty element, or none.
      if (isEmpty && view.accepts(schema, [])) return { value: [] }
      last = { value }
    }
    // Real clients send an empty header instead of none.
    return isOptionalHeader && raw === '' ? undefined : last
  }
}

export const notText: ReadParameter = { expected: 'valid UTF-8' }

function memberTest(view: PointerView, schema: string, others: readonly string[]): (name: string) => boolean {
  const { names, isOpen } = namesIn(view, schema)
  const taken = new Set(others)
  return (name) => names.has(name) || (isOpen && !taken.has(name))
}

/** What a text of a style looks like. */
function wordsOf({ name, in: place, style, explode }: ParameterForm): string {
  if (style === 'label') return 'a text that begins with a dot (style label)'
  if (style === 'matrix') return `a text such as ;${name}=… (style matrix)`
  return place === 'query' || place === 'cookie'
    ? `one value (style ${style}${explode ? '' : ', explode false'})`
    : `a text of the style ${style}${explode ? ', explode true' : ''}`
}

function isText(texts: unknown): boolean {
  if (typeof texts === 'string') return texts.isWellFormed()
  return !isObject(texts) || Object.entries(texts).every(([name, one]) => name.isWellFormed() && isText(one))
}

function isEmptyText(texts: unknown): boolean {
  return Array.isArray(texts) && texts.length === 1 && texts[0] === ''
}
