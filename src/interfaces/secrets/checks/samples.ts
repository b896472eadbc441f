import type { operations } from '../../../../generated/secrets/types.ts'
import type { Sample } from '../../check.ts'
import { bothVersions, type Context, login } from './context.ts'

const mounts = { resources: bothVersions.resources }
const help = { help: 1 }
const ofMount = (t: Context) => ({ path: { mount: t.resource('version 1 mount') }, query: help })
const ofStore = (t: Context) => ({ path: { mount: t.resource('version 2 mount') }, query: help })
const below = (ask: typeof ofMount) => (t: Context) => {
  const { path, query } = ask(t)
  return { path: { ...path, path: 'contract-checks' }, query }
}

/** The help of every address. */
export const samples: readonly Sample<operations>[] = [
  { operation: 'readSecret', needs: mounts, input: below(ofMount) },
  { operation: 'listMount', needs: mounts, input: ofMount },
  { operation: 'listDirectory', needs: mounts, input: below(ofMount) },
  { operation: 'readStoreSettings', needs: mounts, input: ofStore },
  { operation: 'readVersion', needs: mounts, input: below(ofStore) },
  { operation: 'describeDeleteVersions', needs: mounts, input: below(ofStore) },
  { operation: 'describeUndeleteVersions', needs: mounts, input: below(ofStore) },
  { operation: 'describeDestroyVersions', needs: mounts, input: below(ofStore) },
  { operation: 'readKeySettings', needs: mounts, input: below(ofStore) },
  { operation: 'listKeys', needs: mounts, input: ofStore },
  { operation: 'listKeyDirectory', needs: mounts, input: below(ofStore) },
  {
    operation: 'describeLogin',
    needs: { resources: login.resources },
    input: (t) => ({
      path: { auth_method: t.resource('auth method'), username: t.resource('user') },
      query: help,
    }),
  },
  { operation: 'readHealth', input: { query: help } },
]
