import type { KnownDeviation, KnownFault } from '../target/target.ts'
import type { RuleResult } from './report.ts'

/** The reason that `--record` writes. It explains nothing, so the rule still fails. */
export const unexplained = 'not explained yet'

/** IDs of an entry of `known`, which may have several: `AGT-139, AGT-140`. */
export function idsOf(key: string): string[] {
  return key.split(/[\s,]+/).filter(Boolean)
}

/** The ID under which the probes of an operation are told. */
export function probesOf(operation: string): string {
  return `${operation}/probes`
}

/** What failed, in the form of an entry of `known`. How many other requests show it depends on the run. */
export function faultOf({ failure }: Pick<RuleResult, 'failure'>): KnownFault {
  const { message = '', expected, seen } = failure ?? {}
  const at = message.replace(/(; (so do|\d+ more requests show it).*)? \(seed \d+\)$/s, '')
  return { at, ...(expected !== undefined && { expected }), ...(seen !== undefined && { seen }) }
}

/** Numbers, keys and dates differ from run to run. */
function steady(text = ''): string {
  return text.replaceAll(
    /rb[\da-f]{10}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|"[^"]*"|(?<![\d/])\d[\d.:TZ-]*(?=\D|$)/g,
    (found) => (/^\d{3}$/.test(found) ? found : '#'),
  )
}

/** @param known covers a fault at the same places, and at fewer */
function isKnownFault(known: KnownFault, fault: KnownFault): boolean {
  const isSame = (one?: string, other?: string) => one === undefined || steady(one) === steady(other)
  const [[place = '', ...places], [found, ...others]] = [placesOf(known.at), placesOf(fault.at)]
  const isAtPlace = isSame(place, found) && others.every((one) => places.includes(one))
  return isAtPlace && isSame(known.expected, fault.expected) && isSame(known.seen, fault.seen)
}

/** Where a fault is, and where else. */
function placesOf(at: string): string[] {
  const [place = '', others] = at.split('; also at ')
  return [place, ...(others?.split(', ') ?? [])]
}

/**
 * Judges a rule that the target is known to break: the failure is expected until the deviation's date, and a pass says that the entry
 * can go.
 *
 * @param today `2026-11-22`
 */
export function applyKnown(
  result: RuleResult,
  deviations: readonly KnownDeviation[] | undefined,
  today: string,
): RuleResult {
  const [first] = deviations ?? []
  if (!deviations || !first) return result
  // Probes that find something else as well say nothing of what is known.
  const isKept = result.result === 'passed' || (result.result === 'differs' && !result.rule.id.endsWith(probesOf('')))
  if (isKept) {
    const { because } = first
    const message = `the target keeps this rule, and is known to break it (${because}): remove the rule from 'known' in the target file`
    const { differences: _, ...kept } = result
    return { ...kept, result: 'failed', failure: { message } }
  }
  if (result.result !== 'failed') return result
  const fault = faultOf(result)
  const deviation = deviations.find(({ faults }) => faults?.some((one) => isKnownFault(one, fault)) ?? true)
  if (!deviation) {
    const known = deviations.flatMap(({ faults = [] }) => faults.map(({ at }) => at)).join(', ')
    const message = `${result.failure?.message} (another fault of this rule is known: ${known})`
    return { ...result, failure: { ...result.failure, message } }
  }
  const { because, until } = deviation
  if (because === unexplained) {
    const message = `${result.failure?.message} (known, but ${unexplained}: say why in the target file)`
    return { ...result, failure: { ...result.failure, message } }
  }
  if (until === undefined || today <= until) {
    return { ...result, result: 'known', reason: `${because}${until === undefined ? '' : `, until ${until}`}` }
  }
  const { message = '', ...values } = result.failure ?? {}
  return { ...result, failure: { message: `${message} (known until ${until}, which is over: ${because})`, ...values } }
}
