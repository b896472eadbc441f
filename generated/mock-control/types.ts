// Generated from specs/mock-control/ by `npm run generate`. Do not edit: change the source and run it again.

export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether the mock runs
         * @description For probes of containers and load balancers. The answer contains nothing else about the mock, so the call needs no control token, and any host name is accepted.
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
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics of the process
         * @description For operators. Each process has its own metrics, so a collector reads each process and not the load balancer.
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
    "/interfaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the served interfaces
         * @description Every interface that this process mocks, with its base URLs, its rendered documentation, the credentials that it accepts and the
         *     parts that can be controlled, so that a program needs only the mock's own address.
         */
        get: operations["listInterfaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions
         * @description Every session of the mock; the one that was used last is at the end.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /**
         * Read one session
         * @description One session, if it exists. Unlike other calls, this call does not create it.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        /**
         * Delete a session
         * @description Deletes a session with everything in it, including snapshots and journal. Its name can be used again for a new session. The mock itself
         *     removes sessions that are unused for an hour and, when there is no room for another one, the session that was used longest ago; but
         *     never `default`, nor a session with a request under way.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a session
         * @description Returns a session to its initial state: seeded records, initial conditions, real time, no faults, an empty journal. Its snapshots
         *     stay.
         */
        post: operations["resetSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session}/seed": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write records and conditions of a session
         * @description Writes records of several kinds and interfaces at once, and sets conditions; records under other keys stay. Nothing is written unless
         *     all of it is valid.
         */
        post: operations["seedSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /**
         * List the snapshots of a session
         * @description The snapshots of a session, oldest first.
         */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Take a snapshot of a session
         * @description Stores the current records and conditions of all interfaces in the session, its time and its faults. A session has at most 100
         *     snapshots.
         */
        post: operations["createSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session}/snapshots/{snapshot}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description The id from the answer that created the snapshot.
                 * @example 1
                 */
                snapshot: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        /**
         * Read one snapshot
         * @description The time and the interfaces of a snapshot.
         */
        get: operations["getSnapshot"];
        put?: never;
        post?: never;
        /**
         * Delete a snapshot
         * @description Deletes a snapshot; the session stays unchanged.
         */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session}/snapshots/{snapshot}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description The id from the answer that created the snapshot.
                 * @example 1
                 */
                snapshot: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a session from a snapshot
         * @description Restores the session's records, conditions, time and faults from the snapshot. The snapshot stays and can be restored again; the journal
         *     stays, too.
         */
        post: operations["restoreSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session}/clock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /**
         * Read the time of a session
         * @description The clock of a session starts with real time and runs at the speed of real time, also after it was moved.
         */
        get: operations["getClock"];
        /**
         * Set the time of a session
         * @description The clock continues from this moment. A delayed answer or stream that waits for an earlier moment continues at once.
         */
        put: operations["setClock"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session}/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance the time of a session
         * @description Moves the clock forward by the given seconds and milliseconds. A delayed answer or stream that waits for an earlier moment continues at once.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session}/interfaces/{interface}/conditions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
            };
            cookie?: never;
        };
        /**
         * Read the conditions of an interface
         * @description Every condition with its current value. The list of interfaces describes each of them.
         */
        get: operations["getConditions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change conditions of an interface
         * @description Sets the named conditions and keeps the others. Nothing is set unless every name is known and every value matches the schema of its
         *     condition.
         */
        patch: operations["changeConditions"];
        trace?: never;
    };
    "/sessions/{session}/interfaces/{interface}/records/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
                /**
                 * @description Name of a record kind from the list of interfaces.
                 * @example tokens
                 */
                kind: components["parameters"]["RecordKind"];
            };
            cookie?: never;
        };
        /**
         * Read all records of a kind
         * @description Every record of the kind, by key.
         */
        get: operations["listRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session}/interfaces/{interface}/records/{kind}/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
                /**
                 * @description Name of a record kind from the list of interfaces.
                 * @example tokens
                 */
                kind: components["parameters"]["RecordKind"];
                /**
                 * @description Key of the record, percent-encoded; a slash in it is `%2F`.
                 * @example svc.example-full-access
                 */
                key: components["parameters"]["RecordKey"];
            };
            cookie?: never;
        };
        /**
         * Read one record
         * @description The record with this key.
         */
        get: operations["getRecord"];
        /**
         * Create or replace a record
         * @description Stores a record under this key, and replaces an existing one. It must match the schema of its kind.
         */
        put: operations["putRecord"];
        post?: never;
        /**
         * Delete a record
         * @description Deletes the record with this key.
         */
        delete: operations["deleteRecord"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session}/interfaces/{interface}/actions/{action}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
                /**
                 * @description Name of an action from the list of interfaces.
                 * @example miss-data
                 */
                action: components["parameters"]["ActionName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run an action on a server
         * @description Runs one of the interface's actions: a member stops, an agent restarts. The input must match the schema of the action; without a body it
         *     is `{}`.
         */
        post: operations["runAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session}/strictness": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /**
         * Read the strictness of a session
         * @description By default, a session is as strict as the mock.
         */
        get: operations["getStrictness"];
        /**
         * Set the strictness of a session
         * @description From now on, requests of the session are refused with 400 if they have an undocumented query parameter, member of the body or
         *     `X-Mock-…` header (`on`), or also if they work only by an assumption (`documented`). If a document allows any member in an object,
         *     every member counts as documented. A reset restores the strictness of the mock.
         */
        put: operations["setStrictness"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session}/faults": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /**
         * List the faults of a session
         * @description The faults that can still affect requests, oldest first.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Inject a fault
         * @description From now on, this fault affects requests of the session: all requests to an interface, or to one of its operations; only the next ones,
         *     or each with a probability. It applies before credentials are checked, as in a proxy before the server.
         *
         *     - `latency` delays the request on the session's clock: advancing the clock ends the delay.
         *     - `status` answers in place of the server, with the documented example of that status or else in the interface's own error form.
         *     - `drop` closes the connection without an answer. As with `status`, the request has no effect.
         *     - `truncate` lets the server answer, so the request has its effect, and closes the connection within the body.
         *
         *     Faults are met in the order in which they were made. Latencies add up; of the other kinds, the first decides.
         */
        post: operations["createFault"];
        /**
         * Remove all faults of a session
         * @description No further request of the session is affected. A request that is already delayed continues when its delay is over.
         */
        delete: operations["deleteFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session}/faults/{fault}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description The id from the answer that created the fault.
                 * @example 1
                 */
                fault: components["parameters"]["FaultId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a fault
         * @description No further request is affected. The mock itself removes a fault after its last request.
         */
        delete: operations["deleteFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session}/journal": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /**
         * Read the journal of a session
         * @description The last 200 requests of the session's callers, the oldest first, with the reasons for their answers. Control calls are not in the
         *     journal. It contains no value that a caller sent: parameters appear by their names, and undocumented parts and repeated parts of a
         *     request as `…`.
         *
         *     Filters select requests; several filters select the requests that match all of them. With `follow=true` the answer is an event stream: the
         *     selected requests so far, and then each new one as soon as it is answered. A browser reads the stream with `fetch` and its token in a
         *     header, since `EventSource` cannot send one. With `changes=true` each new entry also has the records that the request has changed, before
         *     and after. These hold what callers sent; the journal does not keep them.
         */
        get: operations["getJournal"];
        put?: never;
        post?: never;
        /**
         * Clear the journal of a session
         * @description Removes the requests so far.
         */
        delete: operations["clearJournal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Whether the mock runs. */
        Health: {
            /** @description Whether the process runs. A process that does not run gives no answer. */
            live: boolean;
            /** @description Whether the mock accepts requests to all of its interfaces. On a cluster, requests of some sessions may still fail. */
            ready: boolean;
        };
        /** @description What went wrong, as problem details (RFC 9457). */
        Problem: {
            /**
             * Format: uri-reference
             * @description The kind of problem; `about:blank` if the status says everything.
             */
            type: string;
            /** @description The kind of problem, for a human reader. */
            title: string;
            /** @description The status code of this answer. */
            status: number;
            /** @description The fault of this request. */
            detail: string;
        };
        /** @description A credential of the mock, in the form in which a request sends it. It is not a secret; the values are published. */
        SeededCredential: {
            /** @description Its rights in one or two words; unique within its interface. */
            role: string;
            /** @description Headers to send, name to value; empty if form fields carry the credential. */
            headers: {
                [key: string]: string;
            };
            /** @description Query parameters to send, name to value. */
            query?: {
                [key: string]: string;
            };
            /** @description Form fields to send, name to value. */
            form?: {
                [key: string]: string;
            };
        };
        /** @description A seeded record with a purpose. */
        SeededRecord: {
            /** @description Its purpose. */
            description: string;
            /** @description Its key: a token, a name, an id. */
            key: string;
            /** @description Request target below the base URL that reads it; absent if there is none. */
            path?: string;
        };
        /** @description A switch of the server. */
        Condition: {
            /** @description Its effect. */
            description: string;
            /** @description JSON Schema (draft 7) of its values. */
            schema: {
                [key: string]: unknown;
            };
            /** @description Its value in the requested session. */
            value: unknown;
        };
        /** @description A condition, record kind or action, with the schema of its value. */
        Offer: {
            /** @description Its meaning or effect. */
            description: string;
            /** @description JSON Schema (draft 7) of the value. */
            schema: {
                [key: string]: unknown;
            };
        };
        /** @description One mocked interface. */
        ServedInterface: {
            /** @description Name of the interface, as in `redocly.yaml`. */
            name: string;
            /** @description Title of its OpenAPI document. */
            title: string;
            /** @description Version of that document. */
            version: string;
            /**
             * @description Addresses to put before the paths of the document. More than one where the document has several servers, a server variable with
             *     several values (one for each member of a cluster), or the interface a separate port.
             */
            baseUrls: string[];
            /**
             * Format: uri
             * @description Address of its docs; absent if the mock serves no docs.
             */
            docsUrl?: string;
            /** @description Credentials that are accepted from the start; empty if the interface requires none. */
            credentials: components["schemas"]["SeededCredential"][];
            /** @description The most useful seeded records. */
            records: components["schemas"]["SeededRecord"][];
            /** @description Switches of the server that can be set, by name. */
            conditions: {
                [key: string]: components["schemas"]["Condition"];
            };
            /** @description Kinds of record that can be read and written, by name. */
            recordKinds: {
                [key: string]: components["schemas"]["Offer"];
            };
            /** @description Actions on the server, by name; the schema is that of the input. */
            actions: {
                [key: string]: components["schemas"]["Offer"];
            };
        };
        /** @description The interfaces that one mock process serves. */
        InterfaceList: {
            /** @description One entry for each interface. */
            interfaces: components["schemas"]["ServedInterface"][];
        };
        /** @description One session. */
        Session: {
            /** @description The value of `X-Mock-Session` of its callers. */
            name: string;
            /**
             * Format: date-time
             * @description Its time.
             */
            now: string;
            /** @description Interfaces that have records in it; the others are seeded at their first request. */
            interfaces: string[];
            /** @description Requests whose answer is not complete; an open stream counts. */
            requestsUnderWay: number;
            /** @description Real seconds since its last use. */
            idleSeconds: number;
        };
        /** @description The sessions that the mock holds. */
        SessionList: {
            /** @description The sessions; the one that was used last is at the end. */
            sessions: components["schemas"]["Session"][];
        };
        /** @description Records and conditions to write into a session. */
        Seed: {
            /** @description Records and conditions, by name of the interface. */
            interfaces: {
                [key: string]: {
                    /** @description Records, by kind. */
                    records?: {
                        [key: string]: {
                            [key: string]: unknown;
                        };
                    };
                    /** @description Conditions, by name. */
                    conditions?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description A snapshot of a session. */
        Snapshot: {
            /** @description Its identifier within the session. */
            id: string;
            /**
             * Format: date-time
             * @description The session's time when it was taken.
             */
            now: string;
            /** @description Interfaces that had records then. */
            interfaces: string[];
        };
        /** @description The snapshots of a session. */
        SnapshotList: {
            /** @description The snapshots, oldest first. */
            snapshots: components["schemas"]["Snapshot"][];
        };
        /** @description The time of a session. */
        Clock: {
            /**
             * Format: date-time
             * @description A date and time in the years 1970 to 9999, with a time zone.
             */
            now: string;
        };
        /** @description A span of time; with both members, their sum. */
        Advance: {
            /** @description Seconds, fractions allowed. */
            seconds?: number;
            /** @description Milliseconds. */
            milliseconds?: number;
        };
        /** @description Values of conditions, by name. */
        ConditionValues: {
            [key: string]: unknown;
        };
        /** @description A record that matches the schema of its kind; the list of interfaces shows that schema. */
        RecordValues: unknown;
        /** @description Records of one kind. */
        RecordList: {
            /** @description The records, by key. */
            records: {
                [key: string]: components["schemas"]["RecordValues"];
            };
        };
        /** @description Input of an action; the list of interfaces shows its schema. */
        ActionInput: unknown;
        /** @description The result of an action. */
        ActionResult: unknown;
        /** @description How strict the mock is with the requests of a session. */
        Strictness: {
            /**
             * @description `off` accepts requests as the documents allow, and warns of undocumented parts. `on` refuses such requests. `documented` also
             *     refuses requests that work only by an assumption.
             * @enum {string}
             */
            strict: "off" | "on" | "documented";
        };
        /** @description A fault that is in place. */
        Fault: {
            /** @description Its identifier within the session. */
            id: string;
            /** @description Name of the affected interface. */
            interface: string;
            /** @description The `operationId` of the affected operation; absent if all operations are affected. */
            operation?: string;
            /**
             * @description The effect on a request.
             * @enum {string}
             */
            kind: "latency" | "status" | "drop" | "truncate";
            /** @description With `latency`, the delay of a request on the session's clock. */
            milliseconds?: number;
            /** @description With `status`, the status to answer. */
            status?: number;
            /** @description Number of further requests that it affects; absent if it has no limit. */
            times?: number;
            /** @description Probability with which it affects a request. */
            probability: number;
            /** @description Determines the affected requests if the probability is below 1. */
            seed: number;
            /** @description Number of requests that it has affected. */
            struck: number;
        };
        /** @description The faults of a session. */
        FaultList: {
            /** @description The faults, oldest first. */
            faults: components["schemas"]["Fault"][];
        };
        /** @description A fault to inject. `latency` needs `milliseconds`, `status` needs `status`. */
        FaultRequest: {
            /** @description Name of the affected interface. */
            interface: string;
            /** @description The `operationId` of the affected operation; absent if all operations are affected. */
            operation?: string;
            /**
             * @description The effect on a request.
             * @enum {string}
             */
            kind: "latency" | "status" | "drop" | "truncate";
            /** @description With `latency`, the delay of a request on the session's clock. */
            milliseconds?: number;
            /** @description With `status`, the status to answer. */
            status?: number;
            /** @description Number of requests that it affects before it is removed; absent if it has no limit. */
            times?: number;
            /**
             * @description Probability with which it affects a request.
             * @default 1
             */
            probability?: number;
            /** @description Determines the affected requests if the probability is below 1: the same seed selects the same ones. The mock chooses a seed if it is absent. */
            seed?: number;
        };
        /** @description A record before and after a request. */
        Change: {
            /** @description Name of the collection that holds the record. */
            kind: string;
            /** @description Its key. */
            key: string;
            /** @description The record before the request; null when there was none. */
            before: unknown;
            /** @description The record after the request; null when it is gone. */
            after: unknown;
        };
        /** @description One request, and its answer. */
        JournalEntry: {
            /**
             * Format: date-time
             * @description Time of the request on the session's clock.
             */
            when: string;
            /** @description Name of the interface. */
            interface: string;
            /** @description The `operationId`; null if the request has no operation. */
            operation: string | null;
            /** @description Its method, in upper case. */
            method: string;
            /** @description Its path below the interface's prefix. A parameter appears as its name in braces, and an undocumented segment as `…`. */
            path: string;
            /** @description Names of its query parameters; `…` for undocumented ones. */
            query: string[];
            /** @description The status of the answer; null if the connection was dropped. */
            status: number | null;
            /** @description Real time until the answer. */
            milliseconds: number;
            /** @description Why the request was refused, without any value of the request; or what answered in place of a behaviour: `Prefer`, an example of the document, or the records of a collection. Null otherwise. */
            reason: string | null;
            /** @description Rules of the catalogue that decided. */
            rules: string[];
            /** @description Injected faults that affected the request. */
            faults: string[];
            /** @description Sentences about undocumented parts of the request, each with the documented name that was probably meant. */
            warnings: string[];
            /**
             * @description The records that the request has changed; only in an event stream with `changes=true`, and only for requests after its start.
             *     `null` if they are longer than a million characters, or lost, which can happen if several processes share the sessions and the answering process is slow.
             */
            changes?: components["schemas"]["Change"][] | null;
        };
        /** @description The last requests of a session's callers. */
        Journal: {
            /** @description The requests, the oldest first. */
            requests: components["schemas"]["JournalEntry"][];
        };
    };
    responses: {
        /** @description The mock runs, but accepts no requests, because it is starting or stopping, or because the engine that keeps its sessions is lost. */
        NotReady: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Health"];
            };
        };
        /** @description The mock was started with a control token, and the call does not carry it. */
        Unauthorized: {
            headers: {
                /**
                 * @description The challenge, which names the Bearer scheme.
                 * @example Bearer realm="mock-control"
                 */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The call comes from another origin, or its host name is not one of this machine. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is not valid; `detail` says what to send instead, where that helps. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The thing in the path does not exist; `detail` lists the existing names. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The mock has its maximum of sessions, and each of them has a request under way. */
        NoRoom: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The session has its maximum of snapshots. */
        TooManySnapshots: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The session has its maximum of faults. */
        TooManyFaults: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The journal has its maximum of followers. */
        TooManyFollowers: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description The session whose current values are shown.
         * @example checkout-test-7
         */
        AskedSession: string;
        /**
         * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
         *     created.
         * @example checkout-test-7
         */
        SessionName: string;
        /**
         * @description The id from the answer that created the snapshot.
         * @example 1
         */
        SnapshotId: string;
        /**
         * @description Name of an interface that the mock serves, as in `redocly.yaml`.
         * @example secrets
         */
        InterfaceName: string;
        /**
         * @description Name of a record kind from the list of interfaces.
         * @example tokens
         */
        RecordKind: string;
        /**
         * @description Key of the record, percent-encoded; a slash in it is `%2F`.
         * @example svc.example-full-access
         */
        RecordKey: string;
        /**
         * @description Name of an action from the list of interfaces.
         * @example miss-data
         */
        ActionName: string;
        /**
         * @description The id from the answer that created the fault.
         * @example 1
         */
        FaultId: string;
        /**
         * @description Only requests to this interface.
         * @example orders
         */
        JournalInterface: string;
        /**
         * @description Only requests to this operation.
         * @example updateOrder
         */
        JournalOperation: string;
        /**
         * @description Only requests with this method, in upper case.
         * @example PUT
         */
        JournalMethod: string;
        /**
         * @description Only requests that were answered with this status, or with a status of this class (`4xx`). `none` selects those whose connection was dropped.
         * @example 4xx
         */
        JournalStatus: string;
        /**
         * @description Only requests on which this rule decided.
         * @example ORD-082
         */
        JournalRule: string;
        /**
         * @description Only requests that came at this moment or later, on the session's clock.
         * @example 2026-03-09T12:00:00Z
         */
        JournalSince: string;
        /** @description Most requests to answer; the newest ones are selected. */
        JournalLimit: number;
        /** @description Whether the answer is an event stream that continues with each new request. */
        Follow: boolean;
        /** @description Whether the entries of an event stream contain the changes of each new request. */
        Changes: boolean;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mock runs, and accepts requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            503: components["responses"]["NotReady"];
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
                    "text/plain": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listInterfaces: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The session whose current values are shown.
                 * @example checkout-test-7
                 */
                "X-Mock-Session"?: components["parameters"]["AskedSession"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The interfaces, in the order of `redocly.yaml`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InterfaceList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    resetSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has its initial state. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["NoRoom"];
        };
    };
    seedSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /** @description The records and conditions, by interface. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Seed"];
            };
        };
        responses: {
            /** @description Everything is written. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["NoRoom"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshots. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["NoRoom"];
        };
    };
    createSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot is taken. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["TooManySnapshots"];
            503: components["responses"]["NoRoom"];
        };
    };
    getSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description The id from the answer that created the snapshot.
                 * @example 1
                 */
                snapshot: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["NoRoom"];
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description The id from the answer that created the snapshot.
                 * @example 1
                 */
                snapshot: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["NoRoom"];
        };
    };
    restoreSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description The id from the answer that created the snapshot.
                 * @example 1
                 */
                snapshot: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has the state of the snapshot. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["NoRoom"];
        };
    };
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session's time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["NoRoom"];
        };
    };
    setClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /** @description The new time. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Clock"];
            };
        };
        responses: {
            /** @description The session's time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["NoRoom"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /** @description The span of time. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Advance"];
            };
        };
        responses: {
            /** @description The session's time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["NoRoom"];
        };
    };
    getConditions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All conditions of the interface, with their current values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConditionValues"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["NoRoom"];
        };
    };
    changeConditions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
            };
            cookie?: never;
        };
        /** @description New values, by name of the condition. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConditionValues"];
            };
        };
        responses: {
            /** @description All conditions of the interface, with their current values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConditionValues"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["NoRoom"];
        };
    };
    listRecords: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
                /**
                 * @description Name of a record kind from the list of interfaces.
                 * @example tokens
                 */
                kind: components["parameters"]["RecordKind"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["NoRoom"];
        };
    };
    getRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
                /**
                 * @description Name of a record kind from the list of interfaces.
                 * @example tokens
                 */
                kind: components["parameters"]["RecordKind"];
                /**
                 * @description Key of the record, percent-encoded; a slash in it is `%2F`.
                 * @example svc.example-full-access
                 */
                key: components["parameters"]["RecordKey"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordValues"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["NoRoom"];
        };
    };
    putRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
                /**
                 * @description Name of a record kind from the list of interfaces.
                 * @example tokens
                 */
                kind: components["parameters"]["RecordKind"];
                /**
                 * @description Key of the record, percent-encoded; a slash in it is `%2F`.
                 * @example svc.example-full-access
                 */
                key: components["parameters"]["RecordKey"];
            };
            cookie?: never;
        };
        /** @description The record. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordValues"];
            };
        };
        responses: {
            /** @description The record has replaced another one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordValues"];
                };
            };
            /** @description The record is new. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordValues"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["NoRoom"];
        };
    };
    deleteRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
                /**
                 * @description Name of a record kind from the list of interfaces.
                 * @example tokens
                 */
                kind: components["parameters"]["RecordKind"];
                /**
                 * @description Key of the record, percent-encoded; a slash in it is `%2F`.
                 * @example svc.example-full-access
                 */
                key: components["parameters"]["RecordKey"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["NoRoom"];
        };
    };
    runAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
                /**
                 * @description Name of an action from the list of interfaces.
                 * @example miss-data
                 */
                action: components["parameters"]["ActionName"];
            };
            cookie?: never;
        };
        /** @description Input of the action. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActionInput"];
            };
        };
        responses: {
            /** @description The action has run, and this is its result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionResult"];
                };
            };
            /** @description The action has run, and has no result. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["NoRoom"];
        };
    };
    getStrictness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The strictness. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Strictness"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["NoRoom"];
        };
    };
    setStrictness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /** @description The strictness. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Strictness"];
            };
        };
        responses: {
            /** @description The strictness. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Strictness"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["NoRoom"];
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaultList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["NoRoom"];
        };
    };
    createFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /** @description The fault. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FaultRequest"];
            };
        };
        responses: {
            /** @description The fault is in place. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["TooManyFaults"];
            503: components["responses"]["NoRoom"];
        };
    };
    deleteFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults are gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["NoRoom"];
        };
    };
    deleteFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description The id from the answer that created the fault.
                 * @example 1
                 */
                fault: components["parameters"]["FaultId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fault is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["NoRoom"];
        };
    };
    getJournal: {
        parameters: {
            query?: {
                /**
                 * @description Only requests to this interface.
                 * @example orders
                 */
                interface?: components["parameters"]["JournalInterface"];
                /**
                 * @description Only requests to this operation.
                 * @example updateOrder
                 */
                operation?: components["parameters"]["JournalOperation"];
                /**
                 * @description Only requests with this method, in upper case.
                 * @example PUT
                 */
                method?: components["parameters"]["JournalMethod"];
                /**
                 * @description Only requests that were answered with this status, or with a status of this class (`4xx`). `none` selects those whose connection was dropped.
                 * @example 4xx
                 */
                status?: components["parameters"]["JournalStatus"];
                /**
                 * @description Only requests on which this rule decided.
                 * @example ORD-082
                 */
                rule?: components["parameters"]["JournalRule"];
                /**
                 * @description Only requests that came at this moment or later, on the session's clock.
                 * @example 2026-03-09T12:00:00Z
                 */
                since?: components["parameters"]["JournalSince"];
                /** @description Most requests to answer; the newest ones are selected. */
                limit?: components["parameters"]["JournalLimit"];
                /** @description Whether the answer is an event stream that continues with each new request. */
                follow?: components["parameters"]["Follow"];
                /** @description Whether the entries of an event stream contain the changes of each new request. */
                changes?: components["parameters"]["Changes"];
            };
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The journal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Journal"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["TooManyFollowers"];
            503: components["responses"]["NoRoom"];
        };
    };
    clearJournal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the session: the value of `X-Mock-Session` of its callers, or `default` for callers without that header. An unknown session is
                 *     created.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The journal is empty. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["NoRoom"];
        };
    };
}
