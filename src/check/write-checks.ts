/**
 * What the checks of an interface are written with: `src/interfaces/<name>/checks.ts` exports `checks`. A check shows one rule on the wire,
 * and names the sabotages under which it fails: `rulebound verify` runs the checks, and `rulebound verify prove` proves that they can fail.
 *
 * @module
 */

export type {
  AttemptInput,
  CallInput,
  Check,
  CheckContext,
  CheckControl,
  InterfaceChecks,
  Needs,
  OpenReply,
  RawRequest,
  Reply,
  Resource,
  Role,
  Sample,
} from './check.ts'
export { type Expectation, ExpectationError, expect } from './expect.ts'
export { expectRefusal, expectRefused, expectSuccess } from './expect-status.ts'
export { type Pattern, pattern } from './pattern.ts'
export {
  acceptsRefused,
  answersStatus,
  answersWith,
  changesAnswer,
  changesBody,
  changesHeader,
  changesQuery,
  ignoresQuery,
  on,
  remembersFirstAnswer,
  type Sabotage,
  type SabotagedRequest,
  seesBody,
  seesHeaders,
  seesPath,
  turnsStatus,
  when,
} from './sabotage.ts'
