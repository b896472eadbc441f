const maxLength = 300

/** Members in which servers explain an error, in the order in which a message shows them. */
const members = ['title', 'detail', 'error', 'error_description', 'message', 'errors'] as const

/**
 * The server's explanation of an error, as one line of at most 300 characters: the text members of its problem details (RFC 9457), of an
 * OAuth error (RFC 6749), or the first of its `errors`.
 *
 * @returns undefined for a body without such members, such as a page of HTML
 */
export function serverWords(body: unknown): string | undefined {
  const words = [...new Set(collect(body))].join(': ').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
  if (words.trim() === '') return undefined
  return words.length > maxLength ? `${words.slice(0, maxLength - 1)}…` : words.trim()
}

function collect(body: unknown, depth = 0): string[] {
  if (typeof body !== 'object' || body === null || depth > 1) return []
  const record: Partial<Record<string, unknown>> = { ...body }
  return members.flatMap((member) => {
    const value = record[member]
    const first = Array.isArray(value) ? value[0] : value
    return typeof first === 'string' ? [first] : collect(first, depth + 1)
  })
}
