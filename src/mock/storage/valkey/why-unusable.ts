/** Further members of errors of the client library and of TLS. */
interface EngineFault {
  lastNodeError?: Error
  /** The reason in one line, on errors of TLS, whose message has several lines. */
  reason?: string
}

/** Why a command was given up. */
export const noAnswer = 'the state engine does not answer'

/** Why the engine cannot be used now; undefined for an error that is a bug of the mock. */
export function whyUnusable(error: Error): string | undefined {
  const { message, name } = error
  const { code = '', lastNodeError, reason = message || code } = error as NodeJS.ErrnoException & EngineFault
  if (lastNodeError) return whyUnusable(lastNodeError) ?? lastNodeError.message
  const [word = ''] = message.split(' ')
  switch (word) {
    case 'OOM':
      return 'the memory of the state engine is full (maxmemory); give it more, or end sessions'
    case 'READONLY':
      return 'the state engine is a read-only replica; a failover may be under way'
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
  if (code.startsWith('ERR_OSSL')) return `--state-cert and --state-key are not a certificate and its key (${reason})`
  if (code.startsWith('E') || code.includes('CERT') || code.includes('SSL') || name === 'AbortError') {
    return `the state engine cannot be reached (${reason})`
  }
  if (message.endsWith('Command timed out')) return noAnswer
  if (name === 'MaxRetriesPerRequestError' || unreachable.test(message)) return 'the state engine cannot be reached'
  return undefined
}

const unreachable =
  /^(Connection is closed|Stream isn't writeable|Failed to refresh slots|Cluster isn't ready|Too many Cluster|None of startup|Socket closed|Cluster is ended)/
