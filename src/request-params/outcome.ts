import type { ParamError } from './errors.ts'

/** The result of `paramOrError`: the value, or the error that `param` throws. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ParamError }
