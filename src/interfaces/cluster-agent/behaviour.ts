import { knownServers } from './known-servers.ts'
import { membership } from './membership.ts'
import { monitor } from './monitor.ts'
import { profiles } from './profiles.ts'
import { reports } from './reports.ts'
import { schedulers } from './schedulers.ts'

export const behaviours = { ...membership, ...knownServers, ...reports, ...monitor, ...profiles, ...schedulers }
