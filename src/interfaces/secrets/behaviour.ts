import type { SecretsBehaviours } from './caller.ts'
import { directoryBehaviours } from './directories.ts'
import { healthBehaviours } from './health.ts'
import { loginBehaviours } from './login.ts'
import { secretBehaviours } from './secrets.ts'
import { settingsBehaviours } from './settings.ts'
import { versionBehaviours } from './versions.ts'

export const behaviours: SecretsBehaviours = {
  ...secretBehaviours,
  ...directoryBehaviours,
  ...versionBehaviours,
  ...settingsBehaviours,
  ...loginBehaviours,
  ...healthBehaviours,
}
