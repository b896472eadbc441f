import { createSecretsClient } from './client.ts'

const secrets = createSecretsClient({ baseUrl: 'secrets.example', token: 'token' })
const params = { path: { mount: 'kv', path: 'app/db' } }

/** Calls that must not compile; they are never made. */
export async function refusedByTheCompiler() {
  await secrets.POST('/v1/{mount}/data/{path}', {
    params,
    // @ts-expect-error a write of kv version 2 holds its pairs in `data`
    body: { user: 'ada' },
  })
  const written = await secrets.POST('/v1/{mount}/data/{path}', { params, body: { data: { user: 'ada' } } })
  if (written.error) throw written.error
  const deleted = await secrets.DELETE('/v1/{mount}/data/{path}', { params })
  if (deleted.error) throw deleted.error
  // @ts-expect-error 204 has no body
  console.log(deleted.data.warnings)
  // @ts-expect-error versions are numbers
  await secrets.kv2('kv').destroyVersions('app/db', ['1'])
  createSecretsClient({
    baseUrl: 'secrets.example',
    // @ts-expect-error a token goes into one of two headers
    tokenHeader: 'X-Token',
  })
}
