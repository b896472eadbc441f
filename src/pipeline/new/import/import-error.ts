import { UserError } from '../../../user-error.ts'

/** A document that cannot be imported. The command ends with 2, and has written nothing. */
export class ImportError extends UserError {
  override readonly exitCode = 2
}

const maxLines = 20

/** One message for many faults of one kind: the first ones, and how many there are. */
export function listFaults(heading: string, faults: readonly string[]): ImportError {
  const rest = faults.length > maxLines ? [`… and ${faults.length - maxLines} more`] : []
  return new ImportError([heading, ...faults.slice(0, maxLines), ...rest].join('\n  '))
}
