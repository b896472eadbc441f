/**
 * What the definition of an interface is written with: `src/interfaces/<name>/definition.ts` exports `definition`.
 *
 * @example
 * ```ts
 * import { type InterfaceDefinition, problemDetails, Refusal } from 'rulebound/behaviour'
 *
 * export const definition: InterfaceDefinition<operations> = {
 *   behaviours: {
 *     async getLamp({ path }, { store }) {
 *       const lamp = await store.collection<Lamp>('lamps').get(path.lampId)
 *       return lamp ? { status: 200, body: lamp } : new Refusal('not-found', `There is no lamp ${path.lampId}.`)
 *     },
 *   },
 *   credentials: [],
 *   renderRefusal: problemDetails,
 * }
 * ```
 *
 * @module
 */

export { bearerToken } from './bearer-token.ts'
export type {
  Behaviour,
  BehaviourContext,
  BehaviourRequest,
  BehaviourResponse,
  Behaviours,
  RawBody,
} from './behaviour.ts'
export type { Clock } from './clock.ts'
export {
  type Action,
  type Address,
  type Admission,
  type AdmissionContext,
  type Answer,
  type Condition,
  type Examples,
  hangUp,
  type IncomingRequest,
  type InterfaceDefinition,
  type JsonSchema,
  type RecordKind,
  type SeededCredential,
  type SeededRecord,
} from './definition.ts'
export { plainProblem, problemDetails } from './problem-details.ts'
export { type InvalidPart, Refusal, type RefusalKind } from './refusal.ts'
export { refusalAnswer } from './refusal-answer.ts'
export type { Collection, Store } from './store.ts'
