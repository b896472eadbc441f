import { currentParams } from './current.ts'
import type { Params } from './params.ts'

// The operations of the reference, by their names, on the request that the running action is serving: each does what the method of its
// name does, and throws an OutsideActionError when no action is running.

/** {@link Params.param} of the current request. Its errors abort the action (PRM-019). */
export const param: Params['param'] = (name, reader) => currentParams().param(name, reader)

/** {@link Params.paramText} of the current request. */
export const paramText: Params['paramText'] = (name) => currentParams().paramText(name)

/** {@link Params.paramInt} of the current request. */
export const paramInt: Params['paramInt'] = (name) => currentParams().paramInt(name)

/** {@link Params.paramBool} of the current request. */
export const paramBool: Params['paramBool'] = (name) => currentParams().paramBool(name)

/** {@link Params.paramUUID} of the current request. */
export const paramUUID: Params['paramUUID'] = (name) => currentParams().paramUUID(name)

/** {@link Params.paramOrDefault} of the current request. */
export const paramOrDefault: Params['paramOrDefault'] = (name, reader, fallback) =>
  currentParams().paramOrDefault(name, reader, fallback)

/** {@link Params.paramOrNothing} of the current request. */
export const paramOrNothing: Params['paramOrNothing'] = (name, reader) => currentParams().paramOrNothing(name, reader)

/** {@link Params.paramOrError} of the current request. */
export const paramOrError: Params['paramOrError'] = (name, reader) => currentParams().paramOrError(name, reader)

/** {@link Params.paramList} of the current request. */
export const paramList: Params['paramList'] = (name, reader) => currentParams().paramList(name, reader)

/** {@link Params.paramListOrNothing} of the current request. */
export const paramListOrNothing: Params['paramListOrNothing'] = (name, reader) =>
  currentParams().paramListOrNothing(name, reader)

/** {@link Params.hasParam} of the current request. */
export const hasParam: Params['hasParam'] = (name) => currentParams().hasParam(name)

/** {@link Params.queryOrBodyParam} of the current request. */
export const queryOrBodyParam: Params['queryOrBodyParam'] = (name) => currentParams().queryOrBodyParam(name)

/** {@link Params.allParams} of the current request. */
export const allParams: Params['allParams'] = () => currentParams().allParams()

/** {@link Params.fill} of the current request. */
export const fill: Params['fill'] = (record, names) => currentParams().fill(record, names)
