// @ts-check

/** `(?i)` and `(?i:…)` are errors in some engines, and a newer feature in others. */
const INLINE_FLAGS = /\(\?[a-z-]+[:)]/

/**
 * A `pattern` compiles as plain ECMAScript. Some tools silently turn validation off for a pattern that does not.
 *
 * @type {import('@stoplight/spectral-core').RulesetFunction}
 */
export default function plainPattern(pattern) {
  if (typeof pattern !== 'string') return
  const reason = INLINE_FLAGS.test(pattern) ? 'it sets a flag' : compileError(pattern)
  if (reason === undefined) return
  return [
    { message: `Pattern is not plain ECMAScript (${reason}); write it without flags, as \`[Aa]bc\` for \`(?i)abc\`.` },
  ]
}

/** @param {string} pattern */
function compileError(pattern) {
  try {
    new RegExp(pattern, 'u')
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*: /, '') : String(error)
  }
}
