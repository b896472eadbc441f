/** A test may put another one in its place. */
const { fetch } = globalThis

/** Waits for what a mock answers in a session, and moves the clock of that session on meanwhile, on which some answers take seconds. */
export async function hurried<Answer>(origin: string, session: string, answer: Promise<Answer>): Promise<Answer> {
  const advance = () =>
    fetch(`${origin}/_control/sessions/${session}/clock/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"seconds":30}',
    })
  // A mock that is gone is no matter of the clock.
  const hurry = setInterval(() => void advance().catch(() => {}), 50)
  try {
    return await answer
  } finally {
    clearInterval(hurry)
  }
}
