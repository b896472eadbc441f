/** Why a command was given up. */
export const noAnswer = 'the state engine does not answer'

/** Why a primary is left for another one. */
export const readOnly = 'the state engine is a read-only replica; a failover may be under way'

/** Why the engine cannot be used now; undefined for an error that is a bug of the mock. */
export function whyUnusable(error: Error): string | undefined {
  const { message, name } = error
  // Errors of TLS have a reason of one line, and a message of several.
  const { code = '', reason = message || code } = error as NodeJS.ErrnoException & { reason?: string }
  const [word = ''] = message.split(' ')
  switch (word) {
    case 'OOM':
      return 'the memory of the state engine is full (maxmemory); give it more, or end sessions'
    case 'READONLY':
      return readOnly
    case 'LOADING':
    case 'MOVED':
    case 'ASK':
    case 'MASTERDOWN':
    case 'CLUSTERDOWN':
    case 'TRYAGAIN':
    case 'MISCONF':
    case 'BUSY':
      return `the state engine is not ready (${message})`
    case 'NOAUTH':
    case 'WRONGPASS':
      return 'the state engine refuses the user or the password; set RULEBOUND_STATE_USER and RULEBOUND_STATE_PASSWORD'
    case 'NOPERM':
      return `the user of the state engine lacks a right (${message})`
    default:
  }
  if (/^ERR .*(user executing the script|ACL failure in script)/.test(message)) {
    return `the user of the state engine lacks a right (${message})`
  }
  if (code.startsWith('E') || code.includes('CERT') || code.includes('SSL') || name === 'AbortError') {
    return `the state engine cannot be reached (${reason})`
  }
  if (message.endsWith('Command timed out')) return noAnswer
  if (
    name === 'MaxRetriesPerRequestError' ||
    /^(Connection is closed|Stream isn't writeable|Socket closed)/.test(message)
  ) {
    return 'the state engine cannot be reached'
  }
  return undefined
}
