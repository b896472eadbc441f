import type { ClientSample } from '../../behaviour/client-sample.ts'
import { credentials } from './seed.ts'

const [{ form } = {}] = credentials

/** The client requests and renews tokens itself, so it takes the merchant's data and no credential. */
export const clientSample: ClientSample = {
  maker: 'createTokenClient',
  options: {
    baseUrl: 'http://127.0.0.1:4010/oauth-token',
    paymentsBaseUrl: 'http://127.0.0.1:4010/oauth-token/payments',
    realm: 'merchants',
    clientId: form?.client_id ?? '',
    clientSecret: form?.client_secret ?? '',
  },
  calls: {
    requestToken:
      'const { data, error, response } = await client.requestToken()\nconsole.log(response.status, data ?? error)',
  },
}
