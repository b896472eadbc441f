import { isObject } from '../../contract/json-pointer.ts'
import { readYamlPart } from '../../contract/yaml-file.ts'
import { UserError } from '../../user-error.ts'
import type { LearnedAnswer } from './learn.ts'

/** A file of `verify --learn`: what one server does where the documents are silent. */
export interface AnswersFile {
  /** The title of the server. */
  title: string
  /** The day of the run: `2026-11-22`. */
  seen: string
  /** Answers by interface and gap. */
  interfaces: Readonly<Record<string, Readonly<Record<string, { seen: readonly LearnedAnswer[] }>>>>
}

/** @throws {UserError} when there is no such file, or it has another form */
export function readAnswers(file: string): AnswersFile {
  const { data: content } = readYamlPart({ file, path: [] })
  if (isAnswersFile(content)) return content
  throw new UserError(
    `${file} is not a file that \`verify --learn\` has written: it needs a title, the day \`seen\`, and for each gap of its interfaces a list \`seen\` of answers with operation and status`,
  )
}

function isAnswersFile(content: unknown): content is AnswersFile {
  const { title, seen, interfaces }: Record<string, unknown> = Object(content)
  const gapsOf = (gaps: unknown) => (isObject(gaps) ? Object.values(gaps) : [undefined])
  const hasAnswers = (entry: unknown) => isObject(entry) && Array.isArray(entry.seen) && entry.seen.every(isAnswer)
  return (
    typeof title === 'string' &&
    typeof seen === 'string' &&
    isObject(interfaces) &&
    Object.values(interfaces).flatMap(gapsOf).every(hasAnswers)
  )
}

function isAnswer(answer: unknown): boolean {
  const { operation, status, members = [] }: Record<string, unknown> = Object(answer)
  return typeof operation === 'string' && typeof status === 'number' && Array.isArray(members)
}
