// Generated from specs/kv-cluster/ by `npm run generate`. Do not edit: change the source and run it again.

export interface paths {
    "/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the member and the cluster version
         * @description The version that this member runs, and the version that the whole cluster operates at. In a cluster of mixed versions the two
         *     differ on the members that are already replaced: the cluster stays at the lowest version among its members until the last one
         *     runs 3.6. An upgrade is complete when every member reports 3.6 for both.
         */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics of the member
         * @description The metrics of this member, one sample per line. Find the leader by asking each member for `kv_server_is_leader`; leadership can
         *     move, and does when the leader is stopped, so ask again before you rely on it.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether the member is healthy
         * @description Whether this member can serve clients. The mock answers this route for tests that have no control tool.
         *
         *     **Do not ask a real member of version 3.5 before an upgrade.** The documents show the command `endpoint health` and no request. A tested member of
         *     the family, with its v2 store on, wrote such a request to its log, and 3.6 then refused to start on its data.
         *     Run `endpoint health` instead.
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The two versions that a member reports. Ignore keys that you do not know. */
        Version: {
            /** @description The version of the member that answers, such as `3.5.21`. */
            kvserver: string;
            /** @description The version that the cluster operates at, the same on every member. Compare major and minor only. */
            kvcluster: string;
        };
        /**
         * @description Metrics in the Prometheus text format. Read by name; expect more than these.
         *
         *     | metric | on | value |
         *     |---|---|---|
         *     | `kv_server_is_leader` | every member | 1 on the leader, 0 otherwise |
         *     | `kv_network_known_peers` | 3.6 members | meaning not documented |
         *     | `kv_server_feature_enabled` | 3.6 members | meaning not documented |
         */
        Metrics: string;
        /** @description Whether a member is healthy. */
        MemberHealth: {
            /**
             * @description The string `true` when the member is healthy, `false` when it is not; it is not a boolean.
             * @enum {string}
             */
            health: "true" | "false";
            /** @description Why the member is not healthy. Absent or empty when it is. */
            reason?: string;
        };
    };
    responses: {
        /** @description The member answers, but cannot serve clients, for example because the cluster has no leader. */
        Unhealthy: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MemberHealth"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Version"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics, in the Prometheus text format. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": components["schemas"]["Metrics"];
                };
            };
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
            /** @description The member is healthy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberHealth"];
                };
            };
            503: components["responses"]["Unhealthy"];
        };
    };
}
