import type { BodyRule } from './body-rule.ts'
import { below, type DocumentNode, resolvePointer } from './json-pointer.ts'
import { assertParsable, JsonValueSplitter, type ValueBytes } from './json-values.ts'
import { nearestProvenance } from './provenance.ts'
import { readParameter } from './read-parameter.ts'
import type { ValueCheck } from './value-check.ts'
import { defaultMaxViolations, limitViolations, preview, type Violation } from './violation.ts'

/**
 * What is wrong with the text of a body.
 *
 * @throws {RangeError} for a body that is nested too deeply to be checked
 */
export type BodyCheck = (rule: BodyRule, body: string, max?: number) => Violation[]

/** Compares bodies with one contract. */
export function createBodyCheck(document: DocumentNode, { accepts, checkValue }: ValueCheck): BodyCheck {
  return ({ schema, kind, around }, body, max = defaultMaxViolations) => {
    const violationAtRoot = (expected: string): Violation => ({
      at: '',
      expected,
      seen: preview(body),
      ...nearestProvenance(document, around),
    })
    if (kind === 'nothing') return body === '' ? [] : [violationAtRoot('no body')]
    if (kind === 'text' || kind === 'form') {
      if (schema === undefined) return []
      return checkValue(schema, kind === 'form' ? readForm(schema, body) : body, around, max)
    }
    const parsed = kind === 'json' ? parseJson(body) : parseSequence(body)
    if (parsed === undefined) return [violationAtRoot(kind === 'json' ? 'JSON' : 'JSON values one after another')]
    const violations: Violation[] = []
    for (const value of schema === undefined ? [] : parsed) {
      violations.push(...checkValue(schema ?? '', value, around, max + 1))
      if (violations.length > max) break
    }
    return limitViolations(violations, max)
  }

  function readForm(schema: string, body: string): Record<string, unknown> {
    const form = new URLSearchParams(body)
    const properties = below(resolvePointer(document, schema), 'properties')
    const members = [...new Set(form.keys())].map((name) => {
      const property = { schema: below(properties, name), style: 'form', explode: true }
      return [name, readParameter(document, property, form.getAll(name), accepts)]
    })
    return Object.fromEntries(members)
  }
}

/**
 * The value in a text; undefined when the text is not JSON.
 *
 * @throws {RangeError} for a text that is nested too deeply to be parsed
 */
function parseJson(text: string): unknown[] | undefined {
  assertParsable(text)
  try {
    return [JSON.parse(text)]
  } catch {
    return undefined
  }
}

/** The values in a text, one after another; undefined when one of them is not JSON. */
function parseSequence(text: string): unknown[] | undefined {
  const splitter = new JsonValueSplitter(Number.POSITIVE_INFINITY)
  const texts: string[] = []
  const keep = ({ bytes }: ValueBytes) => void texts.push(new TextDecoder().decode(bytes))
  const encoded = new TextEncoder().encode(text)
  const isRead = splitter.read(encoded, 0, keep) === encoded.length
  splitter.end(keep)
  const values = texts.map(parseJson)
  return isRead && !splitter.isOpen && values.every((value) => value !== undefined) ? values.flat(1) : undefined
}
