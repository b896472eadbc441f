import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { isObject } from '../../contract/json-pointer.ts'
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

/** @throws {UserError} when there is no such file, or it has another form; the message says where */
export function readAnswers(file: string): AnswersFile {
  const content = parseFile(file)
  const wrong = findWrong(content)
  if (wrong !== undefined) throw new UserError(`${file} is not a file that \`verify --learn\` has written: ${wrong}`)
  return content as AnswersFile
}

function parseFile(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    throw new UserError(`${file} cannot be read: ${reason}`)
  }
}

function findWrong(content: unknown): string | undefined {
  if (!isObject(content)) return 'it is not an object'
  const { title, seen, interfaces } = content
  if (typeof title !== 'string') return 'title is missing, or is not a text'
  if (typeof seen !== 'string') return 'seen is missing, or is not a date'
  if (!isObject(interfaces)) return 'interfaces is missing, or is not an object'
  for (const [name, gaps] of Object.entries(interfaces)) {
    if (!isObject(gaps)) return `interfaces.${name} is not an object`
    for (const [gap, entry] of Object.entries(gaps)) {
      const answers = isObject(entry) ? entry.seen : undefined
      if (!Array.isArray(answers)) return `interfaces.${name}.${gap}.seen is missing, or is not a list`
      const index = answers.findIndex((answer) => !isAnswer(answer))
      if (index !== -1) return `interfaces.${name}.${gap}.seen[${index}] needs an operation and a status`
    }
  }
  return undefined
}

function isAnswer(answer: unknown): boolean {
  if (!isObject(answer)) return false
  const { operation, status, members = [] } = answer
  return typeof operation === 'string' && typeof status === 'number' && Array.isArray(members)
}
