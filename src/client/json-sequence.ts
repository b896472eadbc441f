import { StreamError } from './errors.ts'

/**
 * Reads JSON objects and arrays that follow one another. Chunks may end anywhere.
 *
 * @throws {StreamError} for anything else, and for an end within a value
 */
export async function* readJsonSequence(chunks: AsyncIterable<string>, operation: string): AsyncGenerator<unknown> {
  let pending = ''
  let depth = 0
  let isInString = false
  let isEscaped = false
  for await (const chunk of chunks) {
    let index = pending.length
    pending += chunk
    for (; index < pending.length; index++) {
      const character = pending[index] ?? ''
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (character === '\\') isEscaped = true
        else if (character === '"') isInString = false
      } else if (character === '{' || character === '[') depth += 1
      else if (character === '}' || character === ']') {
        depth -= 1
        if (depth > 0) continue
        yield parse(pending.slice(0, index + 1), operation)
        pending = pending.slice(index + 1)
        index = -1
      } else if (depth === 0) {
        if (!/\s/.test(character)) throw new StreamError(operation, 'text that is not a JSON object')
      } else if (character === '"') isInString = true
    }
  }
  if (depth > 0) throw new StreamError(operation, 'an end within a JSON object')
}

function parse(text: string, operation: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StreamError(operation, 'text that is not a JSON object')
  }
}
