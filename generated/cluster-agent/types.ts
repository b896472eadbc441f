// Generated from specs/cluster-agent/ by `npm run generate`. Do not edit: change the source and run it again.

export interface paths {
    "/v1/agent/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of the gossip pool
         * @description For servers. The members as this agent sees them now, including itself; gossip needs time, so a change made
         *     elsewhere can be missing for a while.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the servers that the agent knows
         * @description For agents in client mode. The addresses at which this client reaches servers.
         */
        get: operations["listServers"];
        put?: never;
        /**
         * Replace the servers that the agent knows
         * @description For agents in client mode. The given addresses become the whole list: the agent forgets a server that is not named. The
         *     addresses travel in the query; there is no request body.
         */
        post: operations["replaceServers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the agent's configuration and state
         * @description The configuration in force, the agent as a member of the gossip pool, and runtime figures. Takes no parameters. Do
         *     not rely on token values inside the configuration.
         */
        get: operations["getSelf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join other servers to the gossip pool
         * @description For servers. Introduces this agent and the agents at the given addresses to each other. Read `error` of the answer: it says whether the join
         *     failed. The addresses travel in the query; there is no request body. No permission is needed.
         */
        post: operations["joinCluster"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/force-leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Force a failed member to leave
         * @description For servers. A member that is `failed` becomes `left`, so that the servers drop it as a peer and stop replicating to
         *     it. With `prune=true` a server that is `failed` or `left` disappears from the member list at once; if it is alive
         *     after all, it rejoins in time.
         */
        post: operations["forceLeaveMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the agent's health
         * @description Suitable for a health check, because the status tells a healthy agent from an unhealthy one. Takes no parameters and needs no permission.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/host": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read data about the agent's host
         * @description The host as this agent sees it, or, with `server_id` or `node_id`, as another agent sees its own. Known sensitive
         *     environment variables appear as `<redacted>`; the rest may be sensitive nonetheless.
         */
        get: operations["getHost"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/monitor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the agent's logs
         * @description The response begins at once and goes on until one side closes the connection: read it as it comes, and close it when you have enough. The body is
         *     not one JSON document but a sequence of frames, each a JSON object; the schema describes one frame. With `plain=true`, the body is the log lines
         *     without frames.
         */
        get: operations["streamLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/pprof/cmdline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the command line of the agent
         * @description The command line that the agent was started with.
         *     Available while ACLs are on, or `enable_debug` is true; with ACLs on, the permission is needed either way. The agent is this one, or the one that
         *     `node_id` or `server_id` names.
         */
        get: operations["getPprofCmdline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/pprof/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Record a runtime profile
         * @description Records for `seconds` and then answers. The mock answers a CPU profile.
         *     Available while ACLs are on, or `enable_debug` is true; with ACLs on, the permission is needed either way. The agent is this one, or the one that
         *     `node_id` or `server_id` names.
         */
        get: operations["getPprofProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/pprof/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Record an execution trace
         * @description Records for `seconds` and then answers.
         *     Available while ACLs are on, or `enable_debug` is true; with ACLs on, the permission is needed either way. The agent is this one, or the one that
         *     `node_id` or `server_id` names.
         */
        get: operations["getPprofTrace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/pprof/{profile}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the profile; the known ones are those of the agent's runtime.
                 * @example goroutine
                 */
                profile: string;
            };
            cookie?: never;
        };
        /**
         * Read a named runtime profile
         * @description A profile by its name, such as `goroutine` or `heap`. It is binary; with `debug=1` it is text for human readers; with `debug=2`, a goroutine
         *     profile is text with more about stalled goroutines. The paths `cmdline`, `profile` and `trace` are
         *     separate operations.
         *     Available while ACLs are on, or `enable_debug` is true; with ACLs on, the permission is needed either way. The agent is this one, or the one that
         *     `node_id` or `server_id` names.
         */
        get: operations["getPprofNamed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/schedulers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the scheduler workers
         * @description For servers. The workers of this server and what each is doing. Takes no parameters.
         */
        get: operations["listSchedulers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/schedulers/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the scheduler configuration
         * @description For servers. How many workers run and which schedulers they serve. Takes no parameters.
         */
        get: operations["getSchedulerConfig"];
        /**
         * Change the scheduler configuration
         * @description For servers. Takes effect on this server until the next update or until it restarts; for a durable change, edit the
         *     node's configuration file. Compare the answer with what was sent: it is the configuration after the attempt, and an attempt can have no effect.
         */
        put: operations["updateSchedulerConfig"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A server in the gossip pool. */
        Member: {
            /** @description The name of the member, unique in the pool. Force-leave takes it as `node`. */
            Name: string;
            /** @description The IP address at which the member gossips. */
            Addr: string;
            /** @description The port at which the member gossips. */
            Port: number;
            /** @description What the member tells the others about itself, such as its region and version. Every value is a string, numbers too. */
            Tags: {
                [key: string]: string;
            };
            /**
             * @description Whether the member answers (`alive`), has stopped answering (`failed`), or has left the pool (`left`).
             * @enum {string}
             */
            Status: "alive" | "failed" | "left";
            /** @description The lowest gossip protocol version that the member understands. */
            ProtocolMin: number;
            /** @description The highest gossip protocol version that the member understands. */
            ProtocolMax: number;
            /** @description The gossip protocol version that the member speaks now. */
            ProtocolCur: number;
            /** @description The lowest version of the layer above gossip that the member understands. */
            DelegateMin: number;
            /** @description The highest version of the layer above gossip that the member understands. */
            DelegateMax: number;
            /** @description The version of the layer above gossip that the member speaks now. */
            DelegateCur: number;
        };
        /** @description A server and the gossip pool as it sees it. */
        MemberList: {
            /** @description The name of the server that answers. The mock gives it without the region. */
            ServerName: string;
            /** @description The region of the server that answers. */
            ServerRegion: string;
            /** @description The data centre of the server that answers. */
            ServerDC: string;
            /** @description The members, the answering server among them. */
            Members: components["schemas"]["Member"][];
        };
        /** @description What went wrong, in one line. It is for people; its wording is not a contract. */
        ErrorText: string;
        /** @description The addresses of the servers that a client knows. */
        ServerList: string[];
        /** @description An IP address and a port from 1 to 65535, `ip:port`; an IPv6 address stands in square brackets. */
        IpPort: string;
        /**
         * @description The configuration in force. Entries beside the listed ones may exist. Do not rely on token values in the integration
         *     groups.
         */
        AgentConfig: {
            /** @description Addresses that single services of the agent bind to. */
            Addresses: Record<string, unknown>;
            /** @description Addresses that the agent tells other agents to use. */
            AdvertiseAddrs: Record<string, unknown>;
            /** @description The address that services bind to unless told otherwise. */
            BindAddr: string;
            /** @description Settings of the client half. */
            Client: Record<string, unknown>;
            /** @description The directory in which the agent keeps its state. */
            DataDir: string;
            /** @description The data centre of the agent. */
            Datacenter: string;
            /** @description Whether the agent runs in development mode. */
            DevMode: boolean;
            /** @description Whether the anonymous signature is left out of the update check. */
            DisableAnonymousSignature: boolean;
            /** @description Whether the agent does not look for new versions. */
            DisableUpdateCheck: boolean;
            /** @description Whether debugging is enabled: `enable_debug` of the table on which profiles depend. */
            EnableDebug: boolean;
            /** @description Whether the agent also logs to syslog. */
            EnableSyslog: boolean;
            /** @description The configuration files that were read. */
            Files: string[] | null;
            /** @description Headers that the agent adds to its HTTP answers. */
            HTTPAPIResponseHeaders: Record<string, unknown>;
            /** @description Whether an interrupt signal makes the agent leave the pool. */
            LeaveOnInt: boolean;
            /** @description Whether a termination signal makes the agent leave the pool. */
            LeaveOnTerm: boolean;
            /** @description The level at which the agent logs. */
            LogLevel: string;
            /** @description The name of the agent. */
            NodeName: string;
            /** @description The ports of the services of the agent. */
            Ports: Record<string, unknown>;
            /** @description The region of the agent. */
            Region: string;
            /** @description The source revision that the agent was built from. */
            Revision: string;
            /** @description Settings of the server half. */
            Server: Record<string, unknown>;
            /** @description The syslog facility that the agent logs to. */
            SyslogFacility: string;
            /** @description Settings of TLS. */
            TLSConfig: Record<string, unknown>;
            /** @description Settings of the export of metrics. */
            Telemetry: Record<string, unknown>;
            /** @description The version of the agent. */
            Version: string;
            /** @description The pre-release part of the version; empty for a release. */
            VersionPrerelease: string;
            /** @description Settings of the integration with a service-discovery tool. */
            ServiceDiscovery?: Record<string, unknown>;
            /** @description Settings of the integration with a secrets service. */
            SecretsService?: Record<string, unknown>;
        };
        /** @description Figures by name. Every value is a string, numbers too. */
        StatsGroup: {
            [key: string]: string;
        };
        /** @description Figures of the running agent, by group. */
        AgentStats: {
            runtime: components["schemas"]["StatsGroup"];
            svc: components["schemas"]["StatsGroup"];
            raft: components["schemas"]["StatsGroup"];
            client: components["schemas"]["StatsGroup"];
            serf: components["schemas"]["StatsGroup"];
        };
        /** @description What an agent says of itself. */
        SelfReport: {
            config: components["schemas"]["AgentConfig"];
            member: components["schemas"]["Member"];
            stats: components["schemas"]["AgentStats"];
        };
        /** @description What came of a join. */
        JoinResult: {
            /** @description What went wrong; empty when nothing did. */
            error: string;
            /** @description How many of the given addresses were joined. */
            num_joined: number;
        };
        /** @description The answer to a force-leave. What it holds is not known; do not read it. */
        ForceLeaveResult: Record<string, unknown>;
        /** @description The health of one half of an agent. */
        HealthStatus: {
            /** @description The state in words. The mock says `ok` when all is well. */
            message: string;
            /** @description Whether this half is healthy. */
            ok: boolean;
        };
        /** @description The health of an agent's client and server halves. */
        HealthReport: {
            client: components["schemas"]["HealthStatus"];
            server: components["schemas"]["HealthStatus"];
        };
        /** @description Why an agent is unhealthy. */
        UnhealthyReport: {
            /** @description The client half. */
            client?: {
                /** @description The error, or `ok`. */
                message?: string;
                /** @description Whether this half is healthy. */
                ok?: boolean;
            };
            /** @description The server half. */
            server?: {
                /** @description The error, or `ok`. */
                message?: string;
                /** @description Whether this half is healthy. */
                ok?: boolean;
            };
        };
        /** @description One address of a host, in several notations. Every field is a string, numbers too. */
        HostNetworkAddress: {
            /** @description The address. */
            address?: string;
            /** @description The address in binary digits. */
            binary?: string;
            /** @description The broadcast address of the network. */
            broadcast?: string;
            /** @description The first usable address of the network. */
            first_usable?: string;
            /** @description The address in hexadecimal digits. */
            hex?: string;
            /** @description The address as a host. */
            host?: string;
            /** @description The last usable address of the network. */
            last_usable?: string;
            /** @description The length of the network mask, in bits. */
            mask_bits?: string;
            /** @description The network mask. */
            netmask?: string;
            /** @description The network that the address lies in. */
            network?: string;
            /** @description The octets of the address, apart. */
            octets?: string;
            /** @description The port; `0` for none. */
            port?: string;
            /** @description The number of addresses in the network. */
            size?: string;
            /** @description Address and mask length, as `address/bits`. */
            string?: string;
            /** @description The family of the address. */
            type?: string;
            /** @description The address as an unsigned integer. */
            uint32?: string;
            /** @description Network and address to send datagrams to. */
            DialPacket?: string;
            /** @description Network and address to open a stream to. */
            DialStream?: string;
            /** @description Network and address to receive datagrams at. */
            ListenPacket?: string;
            /** @description Network and address to accept streams at. */
            ListenStream?: string;
        } & {
            [key: string]: string;
        };
        /** @description Use of one mounted file system. */
        DiskUsage: {
            /** @description Its size, in megabytes. */
            DiskMB: number;
            /** @description How much of it is used, in megabytes. */
            UsedMB: number;
        };
        /** @description The host as the agent sees it. May hold sensitive data. */
        HostData: {
            /** @description Architecture, name and operating system of the host, in one line. */
            OS: string;
            /** @description The addresses of the host's network interfaces. */
            Network: components["schemas"]["HostNetworkAddress"][];
            /** @description The host's resolver configuration, as a file's text. */
            ResolvConf: string;
            /** @description The host's table of host names, as a file's text. */
            Hosts: string;
            /** @description The environment variables of the agent. One that is known to be sensitive has the value `<redacted>`; others may be sensitive too. */
            Environment: {
                [key: string]: string;
            };
            /** @description Use of each mounted file system, by mount path. */
            Disk: {
                [key: string]: components["schemas"]["DiskUsage"];
            };
        };
        /** @description An agent and the host that it runs on. */
        HostReport: {
            /** @description The agent that reports. */
            AgentID: string;
            HostData: components["schemas"]["HostData"];
        };
        /** @description One frame of a log stream. */
        MonitorFrame: {
            /** @description A piece of the log, in base64. A log line may be cut and go on in the next frame. */
            Data?: string;
            /** @description The event behind the frame. A possible value is `log`. */
            FileEvent?: string;
            /** @description Offset of the piece into the stream. */
            Offset?: number;
        };
        /** @description Log lines, as the agent writes them. */
        LogText: string;
        /** @description The command line of an agent. How its arguments are separated is not known; the family puts a NUL between them. */
        CommandLine: string;
        /** @description Bytes for a profile viewer. In an example, each character up to U+00FF stands for the byte of that number. */
        ProfileData: string;
        /** @description A profile as text for human readers. */
        ProfileText: string;
        /** @description A worker that takes evaluations from the queue and schedules them. */
        SchedulerWorker: {
            /** @description The schedulers that the worker serves. Seen are `service`, `batch`, `system`, `sysbatch` and `_core`. */
            enabled_schedulers: string[];
            /** @description The id of the worker. */
            id: string;
            /**
             * Format: date-time
             * @description When the worker started, as a timestamp.
             */
            started: string;
            /**
             * @description Whether the worker runs.
             * @enum {string}
             */
            status: "Paused" | "Started";
            /**
             * @description What the worker is doing with its work.
             * @enum {string}
             */
            workload_status: "Paused" | "WaitingToDequeue";
        };
        /** @description The workers of one server. */
        SchedulerWorkerList: {
            /** @description The workers. */
            schedulers: components["schemas"]["SchedulerWorker"][];
            /** @description The server that the workers belong to. */
            server_id: string;
        };
        /** @description How many workers a server runs and what they serve. */
        SchedulerConfiguration: {
            /** @description The schedulers that the workers serve. */
            enabled_schedulers: string[];
            /** @description The number of workers. */
            num_schedulers: number;
            /** @description The server that the configuration is of. */
            server_id: string;
        };
        /**
         * @description The scheduler configuration to apply. Whether a field may be left out is not known: send all three, best as they were
         *     read.
         */
        SchedulerConfigurationUpdate: {
            /** @description The schedulers that the workers are to serve. The mock knows `service`, `batch`, `system`, `sysbatch` and `_core`, and asks for the last. */
            enabled_schedulers?: string[];
            /** @description The number of workers to run. */
            num_schedulers?: number;
            /** @description The server that the configuration is of, as it was read. */
            server_id?: string;
        };
    };
    responses: {
        /** @description No token, an unknown one, or one that does not grant the permission. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/plain": components["schemas"]["ErrorText"];
            };
        };
        /** @description The agent does not run as a server, and the operation is for servers. */
        ServerOnly: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/plain": components["schemas"]["ErrorText"];
            };
        };
        /** @description The agent does not run as a client, and the operation is for agents in client mode. */
        ClientOnly: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/plain": components["schemas"]["ErrorText"];
            };
        };
        /** @description `address` is missing or is not of the form `ip:port`. */
        InvalidAddress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/plain": components["schemas"]["ErrorText"];
            };
        };
        /** @description `node` is missing, or `prune` is not a boolean. */
        InvalidNode: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/plain": components["schemas"]["ErrorText"];
            };
        };
        /** @description The agent is unhealthy. The body is JSON and holds an error message. */
        AgentUnhealthy: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnhealthyReport"];
            };
        };
        /** @description Both `node_id` and `server_id` are given. */
        InvalidTarget: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/plain": components["schemas"]["ErrorText"];
            };
        };
        /** @description No server or node has the given name or id. */
        TargetNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/plain": components["schemas"]["ErrorText"];
            };
        };
        /** @description `log_level` is not a known level, a flag is not a boolean, or both `node_id` and `server_id` are given. */
        InvalidMonitorRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/plain": components["schemas"]["ErrorText"];
            };
        };
        /** @description `debug` or `seconds` is malformed, `seconds` is above what the agent records, or both `node_id` and `server_id` are given. */
        InvalidProfileRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/plain": components["schemas"]["ErrorText"];
            };
        };
        /** @description Profiles are not available on the agent, or no server or node has the given name or id. */
        ProfilesUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/plain": components["schemas"]["ErrorText"];
            };
        };
        /** @description Profiles are not available on the agent, it has no profile of that name, or no server or node has the given name or id. */
        ProfileNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/plain": components["schemas"]["ErrorText"];
            };
        };
        /** @description The body is not JSON, or its values cannot form a scheduler configuration. */
        InvalidSchedulerConfiguration: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/plain": components["schemas"]["ErrorText"];
            };
        };
    };
    parameters: {
        /** @description The id of the node to profile; this agent if it is absent. Do not combine it with `server_id`. */
        PprofNodeId: string;
        /**
         * @description The id or name of the server to profile, or `leader`; this agent if it is absent. Do not combine it with `node_id`.
         * @example leader
         */
        PprofServerId: string;
        /**
         * @description How many seconds a profile or a trace records before the answer comes. Set the client's time-out above it.
         * @example 5
         */
        PprofSeconds: number;
        /**
         * @description The form of a named profile. 0: binary. 1: text for human readers. 2: for goroutine profiles, text with more about
         *     stalled goroutines.
         * @example 1
         */
        PprofDebug: 0 | 1 | 2;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answering server and the members that it knows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            403: components["responses"]["Forbidden"];
            501: components["responses"]["ServerOnly"];
        };
    };
    listServers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The known servers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerList"];
                };
            };
            403: components["responses"]["Forbidden"];
            501: components["responses"]["ClientOnly"];
        };
    };
    replaceServers: {
        parameters: {
            query: {
                /**
                 * @description A server as `ip:port`; once for each server: `address=…&address=…`.
                 * @example [
                 *       "192.0.2.11:4647",
                 *       "192.0.2.12:4647"
                 *     ]
                 */
                address: components["schemas"]["IpPort"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list is replaced. The body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidAddress"];
            403: components["responses"]["Forbidden"];
            501: components["responses"]["ClientOnly"];
        };
    };
    getSelf: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The self report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelfReport"];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    joinCluster: {
        parameters: {
            query: {
                /**
                 * @description A server to join as `ip:port`; once for each server: `address=…&address=…`.
                 * @example [
                 *       "192.0.2.12:4648",
                 *       "192.0.2.14:4648"
                 *     ]
                 */
                address: components["schemas"]["IpPort"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the join. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinResult"];
                };
            };
            400: components["responses"]["InvalidAddress"];
            501: components["responses"]["ServerOnly"];
        };
    };
    forceLeaveMember: {
        parameters: {
            query: {
                /**
                 * @description The name of the member, as `Name` shows it.
                 * @example server3.global
                 */
                node: string;
                /**
                 * @description Whether to take the server off the member list at once as well.
                 * @example true
                 */
                prune?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member was told to leave. The content of the body is not documented. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForceLeaveResult"];
                };
            };
            400: components["responses"]["InvalidNode"];
            403: components["responses"]["Forbidden"];
            501: components["responses"]["ServerOnly"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent is healthy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthReport"];
                };
            };
            500: components["responses"]["AgentUnhealthy"];
        };
    };
    getHost: {
        parameters: {
            query?: {
                /**
                 * @description The name of the server to ask. Do not combine it with `node_id`.
                 * @example server2.global
                 */
                server_id?: string;
                /** @description The id of the client node to ask. Do not combine it with `server_id`. */
                node_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The host report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostReport"];
                };
            };
            400: components["responses"]["InvalidTarget"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TargetNotFound"];
        };
    };
    streamLogs: {
        parameters: {
            query?: {
                /**
                 * @description The lowest level of the records to stream.
                 * @example debug
                 */
                log_level?: "trace" | "debug" | "info" | "warn" | "error";
                /** @description Whether each log line is a JSON object. */
                log_json?: boolean;
                /** @description Whether each log line names the source file and line that it comes from. */
                log_include_location?: boolean;
                /** @description The id of the node whose logs to stream; this agent if it is absent. Do not combine it with `server_id`. */
                node_id?: string;
                /**
                 * @description The name of the server whose logs to stream, or `leader`; this agent if it is absent. Do not combine it with `node_id`.
                 * @example leader
                 */
                server_id?: string;
                /** @description Whether the response is plain text instead of frames. */
                plain?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description The stream. As `application/json` it is any number of frames, each a JSON object, one after another; as
             *     `text/plain`, log lines.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonitorFrame"];
                    "text/plain": components["schemas"]["LogText"];
                };
            };
            400: components["responses"]["InvalidMonitorRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TargetNotFound"];
        };
    };
    getPprofCmdline: {
        parameters: {
            query?: {
                /** @description The id of the node to profile; this agent if it is absent. Do not combine it with `server_id`. */
                node_id?: components["parameters"]["PprofNodeId"];
                /**
                 * @description The id or name of the server to profile, or `leader`; this agent if it is absent. Do not combine it with `node_id`.
                 * @example leader
                 */
                server_id?: components["parameters"]["PprofServerId"];
                /**
                 * @description How many seconds a profile or a trace records before the answer comes. Set the client's time-out above it.
                 * @example 5
                 */
                seconds?: components["parameters"]["PprofSeconds"];
                /**
                 * @description The form of a named profile. 0: binary. 1: text for human readers. 2: for goroutine profiles, text with more about
                 *     stalled goroutines.
                 * @example 1
                 */
                debug?: components["parameters"]["PprofDebug"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The command line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": components["schemas"]["CommandLine"];
                };
            };
            400: components["responses"]["InvalidProfileRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProfilesUnavailable"];
        };
    };
    getPprofProfile: {
        parameters: {
            query?: {
                /** @description The id of the node to profile; this agent if it is absent. Do not combine it with `server_id`. */
                node_id?: components["parameters"]["PprofNodeId"];
                /**
                 * @description The id or name of the server to profile, or `leader`; this agent if it is absent. Do not combine it with `node_id`.
                 * @example leader
                 */
                server_id?: components["parameters"]["PprofServerId"];
                /**
                 * @description How many seconds a profile or a trace records before the answer comes. Set the client's time-out above it.
                 * @example 5
                 */
                seconds?: components["parameters"]["PprofSeconds"];
                /**
                 * @description The form of a named profile. 0: binary. 1: text for human readers. 2: for goroutine profiles, text with more about
                 *     stalled goroutines.
                 * @example 1
                 */
                debug?: components["parameters"]["PprofDebug"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": components["schemas"]["ProfileData"];
                };
            };
            400: components["responses"]["InvalidProfileRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProfilesUnavailable"];
        };
    };
    getPprofTrace: {
        parameters: {
            query?: {
                /** @description The id of the node to profile; this agent if it is absent. Do not combine it with `server_id`. */
                node_id?: components["parameters"]["PprofNodeId"];
                /**
                 * @description The id or name of the server to profile, or `leader`; this agent if it is absent. Do not combine it with `node_id`.
                 * @example leader
                 */
                server_id?: components["parameters"]["PprofServerId"];
                /**
                 * @description How many seconds a profile or a trace records before the answer comes. Set the client's time-out above it.
                 * @example 5
                 */
                seconds?: components["parameters"]["PprofSeconds"];
                /**
                 * @description The form of a named profile. 0: binary. 1: text for human readers. 2: for goroutine profiles, text with more about
                 *     stalled goroutines.
                 * @example 1
                 */
                debug?: components["parameters"]["PprofDebug"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The execution trace. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": components["schemas"]["ProfileData"];
                };
            };
            400: components["responses"]["InvalidProfileRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProfilesUnavailable"];
        };
    };
    getPprofNamed: {
        parameters: {
            query?: {
                /** @description The id of the node to profile; this agent if it is absent. Do not combine it with `server_id`. */
                node_id?: components["parameters"]["PprofNodeId"];
                /**
                 * @description The id or name of the server to profile, or `leader`; this agent if it is absent. Do not combine it with `node_id`.
                 * @example leader
                 */
                server_id?: components["parameters"]["PprofServerId"];
                /**
                 * @description How many seconds a profile or a trace records before the answer comes. Set the client's time-out above it.
                 * @example 5
                 */
                seconds?: components["parameters"]["PprofSeconds"];
                /**
                 * @description The form of a named profile. 0: binary. 1: text for human readers. 2: for goroutine profiles, text with more about
                 *     stalled goroutines.
                 * @example 1
                 */
                debug?: components["parameters"]["PprofDebug"];
            };
            header?: never;
            path: {
                /**
                 * @description The name of the profile; the known ones are those of the agent's runtime.
                 * @example goroutine
                 */
                profile: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile, binary with `debug=0`, else as text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": components["schemas"]["ProfileData"];
                    "text/plain": components["schemas"]["ProfileText"];
                };
            };
            400: components["responses"]["InvalidProfileRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProfileNotFound"];
        };
    };
    listSchedulers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchedulerWorkerList"];
                };
            };
            403: components["responses"]["Forbidden"];
            501: components["responses"]["ServerOnly"];
        };
    };
    getSchedulerConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchedulerConfiguration"];
                };
            };
            403: components["responses"]["Forbidden"];
            501: components["responses"]["ServerOnly"];
        };
    };
    updateSchedulerConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The configuration to apply. A configuration that was read can be changed and sent back. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SchedulerConfigurationUpdate"];
            };
        };
        responses: {
            /** @description The configuration in force after the attempt to apply the values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchedulerConfiguration"];
                };
            };
            400: components["responses"]["InvalidSchedulerConfiguration"];
            403: components["responses"]["Forbidden"];
            501: components["responses"]["ServerOnly"];
        };
    };
}
