import type { SeededCredential } from '../slice.ts'

export const credentials: SeededCredential[] = [
  {
    role: 'sandbox',
    headers: {},
    form: { client_id: 'shop-sandbox', client_secret: 'shop-sandbox.example-secret', grant_type: 'client_credentials' },
  },
]
