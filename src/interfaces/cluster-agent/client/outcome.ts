import type { components } from '../../../../generated/cluster-agent/types.ts'
import { ApiError } from '../../../client/errors.ts'
import { serverWords } from '../../../client/server-words.ts'

/** A join failed, or joined fewer servers than requested. The status is 200; `body` has the number of joined servers. */
export class JoinError extends ApiError {
  override readonly name = 'JoinError'
  readonly code = 'outcome'
  declare readonly body: components['schemas']['JoinResult']

  constructor(result: components['schemas']['JoinResult']) {
    const message = `joined ${result.num_joined} servers, and failed: ${serverWords(result)}`
    super({ operation: 'POST /v1/agent/join', status: 200, message, body: result })
  }
}
