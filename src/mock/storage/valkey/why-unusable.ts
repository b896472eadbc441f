/** Reasons by the first word of the engine's error. */
const reasons: Readonly<Record<string, string>> = {
  OOM: 'the memory of the state engine is full (maxmemory); give it more, or end sessions',
  READONLY: 'the state engine is a read-only replica; a failover may be under way',
  NOAUTH: 'the state engine refuses the user or the password; set RULEBOUND_STATE_USER and RULEBOUND_STATE_PASSWORD',
  WRONGPASS: 'the state engine refuses the user or the password; set RULEBOUND_STATE_USER and RULEBOUND_STATE_PASSWORD',
}

/** Why the engine cannot be used now; undefined for an error that is a bug of the mock. */
export function whyUnusable(error: Error): string | undefined {
  const { message, name } = error
  // Errors of TLS have a reason of one line, and a message of several.
  const { code = '', reason = message || code } = error as NodeJS.ErrnoException & { reason?: string }
  const [word = ''] = message.split(' ')
  if (Object.hasOwn(reasons, word)) return reasons[word]
  if (/^(LOADING|MOVED|ASK|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MISCONF|BUSY) /.test(message)) {
    return `the state engine is not ready (${message})`
  }
  if (/^NOPERM |^ERR .*(user executing the script|ACL failure in script)/.test(message)) {
    return `the user of the state engine lacks a right (${message})`
  }
  if (code.startsWith('E') || code.includes('CERT') || code.includes('SSL') || name === 'AbortError') {
    return `the state engine cannot be reached (${reason})`
  }
  if (message.startsWith('Socket timeout')) return 'the state engine does not answer'
  const lost =
    /^(Connection is closed|Stream isn't writeable|Cluster isn't ready|Too many Cluster|None of startup nodes)/
  return lost.test(message) ? 'the state engine cannot be reached' : undefined
}
