import type { operations } from '../../../../generated/cluster-agent/types.ts'
import type { CheckContext, Reply } from '../../../check/check.ts'

export type Context = CheckContext<operations>

/** An answer; of a stream, how it begins. */
export type Head = Pick<Reply, 'status' | 'headers' | 'text' | 'body'>
