/** Saved, because a test may replace the global one. */
const { fetch } = globalThis

/** Waits for an answer of a mock in a session, and meanwhile moves the clock of that session, because some answers take seconds. */
export async function advanceUntilAnswered<Answer>(
  origin: string,
  session: string,
  answer: Promise<Answer>,
): Promise<Answer> {
  const advance = () =>
    fetch(`${origin}/_control/sessions/${session}/clock/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"seconds":30}',
    })
  // If the mock has ended, there is no clock to move.
  const hurry = setInterval(() => void advance().catch(() => {}), 50)
  try {
    return await answer
  } finally {
    clearInterval(hurry)
  }
}
