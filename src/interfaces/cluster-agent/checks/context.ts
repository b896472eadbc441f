import type { operations } from '../../../../generated/cluster-agent/types.ts'
import type { CheckContext, Reply } from '../../../check/check.ts'

export type Context = CheckContext<operations>

/** An answer, or the beginning of a stream. */
export type Head = Pick<Reply, 'status' | 'headers' | 'text' | 'body'>
