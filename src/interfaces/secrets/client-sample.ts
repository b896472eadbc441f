import type { ClientSample } from '../../behaviour/client-sample.ts'

export const clientSample: ClientSample = { maker: 'createSecretsClient', credential: 'token' }
