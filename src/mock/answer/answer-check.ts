import { Readable } from 'node:stream'
import type { Answer } from '../../behaviour/definition.ts'
import type { Contract } from '../../contract/contract.ts'
import { isXml, parseMediaType } from '../../contract/media-type.ts'
import { createMessageCheck } from '../../contract/message-check.ts'
import { findResponse, type Operation } from '../../contract/operation.ts'
import { bodyIn, isSequence, itemsIn } from '../../contract/published/media-example.ts'
import { memoize, memoizeByObject } from '../../memoize.ts'
import { isFrozenRecord } from '../storage/record.ts'
import { isRaw } from './serialize.ts'

/** Headers that the server sets, since they say how and to whom the answer is sent. */
const framing =
  /^(content-(length|encoding)|transfer-encoding|connection|keep-alive|trailer|upgrade|te|access-control-.*)$/

/** What a document says of the answers of one operation. */
export interface AnswerCheck {
  /** The ways in which an answer breaks the contract; empty when it keeps it. */
  breaches(answer: Answer): readonly string[]
  /** The answer with its body as it is sent: a value of XML as text. */
  written(answer: Answer): Answer
}

const none: readonly string[] = []

/** How a value is written in a media type; undefined where the value itself is sent. */
const writtenAs = memoize((contentType: string): 'items' | 'whole' | undefined => {
  const type = parseMediaType(contentType) ?? ''
  return isSequence(type, []) ? 'items' : isXml(type) || type.startsWith('multipart/') ? 'whole' : undefined
})

/** The checks of a contract's answers, by operation, as `validate` and `verify` judge them. */
export const answerChecksOf = memoizeByObject(({ document }: Contract): ((operation: Operation) => AnswerCheck) => {
  const check = createMessageCheck({ document }, { isLenient: true, isLeftOut: (name) => framing.test(name) })
  // Stored records never change, and may be answered many times.
  const validFor = memoizeByObject((_rule: object) => new WeakSet<object>())

  return memoizeByObject((operation) => ({
    breaches(answer) {
      const { status, body } = answer
      // An undocumented error is the mock's own.
      if (status >= 300 && findResponse(operation, status) === undefined) return none
      try {
        const { violations, body: rule } = check.checkHead(operation, answer, true)
        const isJudged =
          rule === undefined || rule.kind === 'nothing' || isRaw(body) || validFor(rule).has(body as object)
        const ofBody = isJudged ? [] : check.checkUnwritten(rule, body)
        if (!isJudged && ofBody.length === 0 && isFrozenRecord(body as object)) validFor(rule).add(body as object)
        if (violations.length + ofBody.length === 0) return none
        return [...violations, ...ofBody.map((violation) => ({ ...violation, at: `body ${violation.at}`.trim() }))].map(
          ({ at, expected, seen }) => `${at}: expected ${expected}, seen ${seen}`,
        )
      } catch (error) {
        if (error instanceof RangeError) return ['body or its schema is nested too deeply to be checked']
        throw error
      }
    },

    written(answer) {
      const { headers, body } = answer
      const contentType = headers['content-type'] ?? ''
      const form = typeof body !== 'object' || isRaw(body) ? undefined : writtenAs(contentType)
      if (form === undefined) return answer
      if (form === 'items') {
        const items = itemsIn(parseMediaType(contentType) ?? '', body)
        return { ...answer, body: Readable.from(items.map((item) => Buffer.from(item))) }
      }
      const media = check.checkHead(operation, answer, true).body?.media
      return { ...answer, body: bodyIn(contentType, body, document, media) }
    },
  }))
})
