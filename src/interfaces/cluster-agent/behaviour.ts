import { knownServers } from './known-servers.ts'
import { monitor } from './logs/monitor.ts'
import { membership } from './membership.ts'
import { profiles } from './profiles/profiles.ts'
import { reports } from './reports/reports.ts'
import { schedulers } from './schedulers.ts'

export const behaviours = { ...membership, ...knownServers, ...reports, ...monitor, ...profiles, ...schedulers }
