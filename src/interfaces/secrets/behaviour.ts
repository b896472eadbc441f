import { loginBehaviours } from './auth/login.ts'
import type { SecretsBehaviours } from './caller.ts'
import { healthBehaviours } from './health.ts'
import { directoryBehaviours } from './kv/directories.ts'
import { secretBehaviours } from './kv/secrets.ts'
import { settingsBehaviours } from './kv/settings.ts'
import { versionBehaviours } from './kv/versions.ts'

export const behaviours: SecretsBehaviours = {
  ...secretBehaviours,
  ...directoryBehaviours,
  ...versionBehaviours,
  ...settingsBehaviours,
  ...loginBehaviours,
  ...healthBehaviours,
}
