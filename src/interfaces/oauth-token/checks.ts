import type { operations } from '../../../generated/oauth-token/types.ts'
import type { InterfaceChecks, Role } from '../../check/check.ts'
import { payments } from './checks/payments.ts'
import { lifetime } from './checks/provider.ts'
import { tokenRequest } from './checks/token-request.ts'
import { credentials } from './seed.ts'

export const checks: InterfaceChecks<operations> = {
  roles: { sandbox: clientOf('sandbox'), production: clientOf('production') },
  resources: {
    realm: { description: 'The realm in which both clients request their tokens.', onMock: 'merchants' },
    sandbox: { description: 'How paths of the payments API name the sandbox environment.', onMock: 'sandbox' },
    production: { description: 'How paths of the payments API name the production environment.', onMock: 'production' },
    'payments call': {
      description:
        'A call of the payments API that succeeds in both environments and changes nothing: method, endpoint and, if any, a body of JSON, as in `POST transactions/search {"limit":1}`.',
      onMock: 'POST transactions {"amount":1250}',
    },
  },
  successGap: 'OAT-G19',
  // A token expires by itself, and the payments call of the target changes nothing.
  safe: ['requestToken', 'callPayments'],
  samples: [
    {
      operation: 'requestToken',
      needs: { resources: ['realm'] },
      input: (t) => ({ path: { realm: t.resource('realm') }, body: { grant_type: 'client_credentials' } }),
    },
    {
      operation: 'requestToken',
      needs: { resources: ['realm'], roles: ['production'] },
      input: (t) => ({
        path: { realm: t.resource('realm') },
        body: { grant_type: 'client_credentials' },
        as: 'production',
      }),
    },
  ],
  checks: { ...tokenRequest, ...lifetime, ...payments },
}

function clientOf(environment: string): Role {
  const { form } = credentials.find(({ role }) => role === environment) ?? {}
  return {
    description: `Credentials of a client that belong to the ${environment} environment.`,
    values: { id: 'the client_id', secret: 'the client_secret' },
    onMock: { id: form?.client_id ?? '', secret: form?.client_secret ?? '' },
    form: ({ id = '', secret = '' }) => ({ client_id: id, client_secret: secret }),
  }
}
