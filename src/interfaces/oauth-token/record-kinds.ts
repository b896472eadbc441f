import type { RecordKind } from '../../behaviour/definition.ts'
import { environments } from './state.ts'

const environment = { enum: environments, description: 'The environment that it opens.' }

export const recordKinds = {
  clients: {
    description: 'Clients that may request tokens, by client_id.',
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['secret', 'environment'],
      properties: { secret: { type: 'string', minLength: 1, description: 'Its client_secret.' }, environment },
    },
  },
  tokens: {
    description: 'Access tokens that were issued, by token. A deleted one is unknown from then on.',
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['client', 'environment', 'expiresAt'],
      properties: {
        client: { type: 'string', description: 'The client_id that it was issued to.' },
        environment,
        issuedAt: { type: 'string', format: 'date-time', description: 'When the mock issued it.' },
        expiresAt: { type: 'string', format: 'date-time', description: 'From when on it is refused.' },
      },
    },
  },
} satisfies Record<string, RecordKind>
