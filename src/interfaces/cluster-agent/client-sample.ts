import type { ClientSample } from '../../behaviour/client-sample.ts'

export const clientSample: ClientSample = {
  maker: 'createClusterAgentClient',
  credential: 'token',
  calls: { streamLogs: 'for await (const frame of client.monitor()) console.log(frame.fileEvent, frame.text)' },
}
