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
         * @description For probes of containers and load balancers. The answer tells nothing else about the mock, so it needs no control token, and any host name will do.
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
         * @description For operators. Each process has metrics of its own, so a collector asks each one and not the load balancer.
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
         * List what the mock serves
         * @description Every interface that this process mocks, with its base URLs, its rendered documentation, the credentials that it accepts and what of
         *     it can be driven, so that a program needs no configuration but the mock's own address.
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
         * @description Every session that the mock holds, the one that was used last at the end.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /**
         * Read one session
         * @description One session, if it is there. Unlike any other call, this one makes none.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        /**
         * Delete a session
         * @description Drops a session with all that is in it, snapshots and journal included. Its name can be used again, and then names a new one. Sessions
         *     that nobody uses for an hour go by themselves, and so does the one that was used longest ago when there is no room for another;
         *     `default` never does, nor one with a request under way.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
         * @description Makes a session as it was when it came into being: seeded records, initial conditions, real time, no faults, an empty journal. Its
         *     snapshots stay.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put records and conditions into a session
         * @description Puts records of several kinds and interfaces into a session at once, and sets conditions; what is there already under other keys stays.
         *     Nothing is written unless all of it is valid.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /**
         * List the snapshots of a session
         * @description The snapshots that were taken of a session, the first one first.
         */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Take a snapshot of a session
         * @description Keeps the records and conditions of all interfaces in the session, its time and its faults as they are now. A session has at most 100
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description What the snapshot was answered with when it was taken.
                 * @example 1
                 */
                snapshot: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        /**
         * Read one snapshot
         * @description When it was taken, and of what.
         */
        get: operations["getSnapshot"];
        put?: never;
        post?: never;
        /**
         * Delete a snapshot
         * @description Drops a snapshot; the session stays as it is.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description What the snapshot was answered with when it was taken.
                 * @example 1
                 */
                snapshot: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a session back to a snapshot
         * @description Makes the session's records, conditions, time and faults what they were when the snapshot was taken. The snapshot stays and can be
         *     restored again; the journal goes on.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /**
         * Read the time of a session
         * @description Each session starts with real time and runs on by itself, as fast as real time, wherever it has been moved.
         */
        get: operations["getClock"];
        /**
         * Set the time of a session
         * @description The clock goes on from this moment. What waits for a moment that is past then (a delayed answer, the next line of a stream) goes on at
         *     once.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
         * @description Moves the clock on by the seconds and milliseconds given. What waits for a moment that is past then goes on at once.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
         * @description Every condition with its present value. The list of interfaces says what each one does.
         */
        get: operations["getConditions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change conditions of an interface
         * @description Sets the conditions that are named and leaves the others. Nothing is set unless every name is known and every value fits the schema of
         *     its condition.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
                /**
                 * @description One of the record kinds of the interface, as the list of interfaces names them.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
                /**
                 * @description One of the record kinds of the interface, as the list of interfaces names them.
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
         * @description The record that has this key.
         */
        get: operations["getRecord"];
        /**
         * Create or replace a record
         * @description Puts a record under this key, in place of the one that may be there. It must fit the schema of its kind.
         */
        put: operations["putRecord"];
        post?: never;
        /**
         * Delete a record
         * @description Drops the record that has this key.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
                /**
                 * @description One of the actions of the interface, as the list of interfaces names them.
                 * @example miss-data
                 */
                action: components["parameters"]["ActionName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make something happen to a server
         * @description Runs one of the interface's actions: a member stops, an agent restarts. The input must fit the schema of the action; without a body it
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /**
         * Read the strictness of a session
         * @description A session that has not been told otherwise is as strict as the mock was started.
         */
        get: operations["getStrictness"];
        /**
         * Set the strictness of a session
         * @description From now on, requests of the session's callers are refused with 400 when they have a query parameter, a member of the body or an
         *     `X-Mock-…` header that no document knows (`on`), or when they work by an assumption alone (`documented`). Where a document leaves an
         *     object open to any member, every member is documented. A reset makes the session as strict as the mock was started.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /**
         * List the faults of a session
         * @description The faults that can still strike, the first one first.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Inject a fault
         * @description From now on, requests of the session's callers meet this fault: all those to an interface, or to one of its operations; the next few,
         *     or each with a probability. They meet it before their credentials are looked at, as they would in a proxy on the way.
         *
         *     - `latency` holds the request back, by the session's clock: advancing the clock lets it go on.
         *     - `status` answers in place of the server, with the documented example of that status or else in the interface's own form of an error.
         *     - `drop` closes the connection without an answer. As with `status`, the request has no effect.
         *     - `truncate` lets the server answer, so the request has its effect, and closes the connection amid the body.
         *
         *     Faults are met in the order in which they were made. Latencies add up; of the other kinds, the first decides.
         */
        post: operations["createFault"];
        /**
         * Remove all faults of a session
         * @description No request of the session meets a fault any more; one that is being held back goes on when its time has come.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description What the fault was answered with when it was made.
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
         * @description No request meets this fault any more. A fault that has struck as often as it may is removed by itself.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /**
         * Read the journal of a session
         * @description The last 200 requests of the session's callers, the oldest first, and why each was answered as it was. Control calls are not among
         *     them. No value that a caller sent is in it: parameters stand by their names, what the document does not know is `…`, and so is
         *     whatever a reason repeats of the request.
         *
         *     Filters select requests; several together select those that fit all of them. With `follow=true` the answer is an event stream: the
         *     selected requests so far, and then each new one as soon as it is answered. A browser reads the stream with `fetch` and its token in a
         *     header, since `EventSource` cannot send one. With `changes=true` each new entry also has the records that the request has changed, before
         *     and after. These hold what callers sent; the journal does not keep them.
         */
        get: operations["getJournal"];
        put?: never;
        post?: never;
        /**
         * Clear the journal of a session
         * @description Forgets the requests so far.
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
            /** @description Whether the mock takes requests to all of its interfaces. On a cluster, those of some sessions may fail even so. */
            ready: boolean;
        };
        /** @description What went wrong, as problem details (RFC 9457). */
        Problem: {
            /**
             * Format: uri-reference
             * @description The kind of problem; `about:blank` when the status says it all.
             */
            type: string;
            /** @description The kind of problem, for a human reader. */
            title: string;
            /** @description The status code of this answer. */
            status: number;
            /** @description What is wrong with this very request. */
            detail: string;
        };
        /** @description A credential of the mock, and how a request carries it. No secret; the values are published. */
        SeededCredential: {
            /** @description What it may do, in a word or two; unique within its interface. */
            role: string;
            /** @description Headers to send, name to value; empty where form fields carry the credential. */
            headers: {
                [key: string]: string;
            };
            /** @description Form fields to send, name to value. */
            form?: {
                [key: string]: string;
            };
        };
        /** @description A record that is there from the start and shows something. */
        SeededRecord: {
            /** @description What it is good for. */
            description: string;
            /** @description Its key: a token, a name, an id. */
            key: string;
            /** @description Request target below the base URL to read it by; absent where there is none. */
            path?: string;
        };
        /** @description A switch of the server. */
        Condition: {
            /** @description What it does. */
            description: string;
            /** @description JSON Schema (draft 7) of its values. */
            schema: {
                [key: string]: unknown;
            };
            /** @description Its value in the session that was asked for. */
            value: unknown;
        };
        /** @description Something that takes a value, and what the value must look like. */
        Offer: {
            /** @description What it is or does. */
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
             *     several values (one for each member of a cluster), or the interface a port of its own.
             */
            baseUrls: string[];
            /**
             * Format: uri
             * @description Address of the rendered document.
             */
            docsUrl: string;
            /** @description Credentials that are accepted from the start; empty where the interface asks for none. */
            credentials: components["schemas"]["SeededCredential"][];
            /** @description Seeded records worth knowing. */
            records: components["schemas"]["SeededRecord"][];
            /** @description Switches of the server that can be set, by name. */
            conditions: {
                [key: string]: components["schemas"]["Condition"];
            };
            /** @description Kinds of record that can be read and written, by name. */
            recordKinds: {
                [key: string]: components["schemas"]["Offer"];
            };
            /** @description Things that can be made to happen to the server, by name; the schema is that of the input. */
            actions: {
                [key: string]: components["schemas"]["Offer"];
            };
        };
        /** @description What one mock process serves. */
        InterfaceList: {
            /** @description One entry for each interface. */
            interfaces: components["schemas"]["ServedInterface"][];
        };
        /** @description One session. */
        Session: {
            /** @description What its callers send as `X-Mock-Session`. */
            name: string;
            /**
             * Format: date-time
             * @description Its time.
             */
            now: string;
            /** @description Interfaces that have records in it; the others are seeded when first asked. */
            interfaces: string[];
            /** @description Requests that have not been answered to the end; a stream is one. */
            requestsUnderWay: number;
            /** @description Seconds since it was last used, of real time. */
            idleSeconds: number;
        };
        /** @description The sessions that the mock holds. */
        SessionList: {
            /** @description The sessions, the one that was used last at the end. */
            sessions: components["schemas"]["Session"][];
        };
        /** @description What to put into a session. */
        Seed: {
            /** @description What to put, by name of the interface. */
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
            /** @description What names it within its session. */
            id: string;
            /**
             * Format: date-time
             * @description The session's time at which it was taken.
             */
            now: string;
            /** @description Interfaces that had records then. */
            interfaces: string[];
        };
        /** @description The snapshots of a session. */
        SnapshotList: {
            /** @description The snapshots, the first one first. */
            snapshots: components["schemas"]["Snapshot"][];
        };
        /** @description The time of a session. */
        Clock: {
            /**
             * Format: date-time
             * @description A moment from the year 1970 to the year 9999, with its zone.
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
        /** @description A record, as the schema of its kind has it; the list of interfaces shows that schema. */
        Record: unknown;
        /** @description Records of one kind. */
        RecordList: {
            /** @description The records, by key. */
            records: {
                [key: string]: components["schemas"]["Record"];
            };
        };
        /** @description Input of an action; the list of interfaces shows its schema. */
        ActionInput: unknown;
        /** @description What an action tells. */
        ActionResult: unknown;
        /** @description How strict the mock is with the requests of a session. */
        Strictness: {
            /**
             * @description `off` serves requests as the documents allow, and warns of parts that no document knows. `on` refuses such requests. `documented`
             *     also refuses requests that work by an assumption alone.
             * @enum {string}
             */
            strict: "off" | "on" | "documented";
        };
        /** @description A fault that is in place. */
        Fault: {
            /** @description What names it within its session. */
            id: string;
            /** @description Name of the interface whose requests meet it. */
            interface: string;
            /** @description The `operationId` whose requests meet it; absent when those of all operations do. */
            operation?: string;
            /**
             * @description What happens to the request.
             * @enum {string}
             */
            kind: "latency" | "status" | "drop" | "truncate";
            /** @description With `latency`, how long the request is held back, on the session's clock. */
            milliseconds?: number;
            /** @description With `status`, the status to answer. */
            status?: number;
            /** @description How many more requests meet it; absent when there is no end to it. */
            times?: number;
            /** @description How likely each request is to meet it. */
            probability: number;
            /** @description Decides which requests meet it, where the probability is below 1. */
            seed: number;
            /** @description How many requests have met it. */
            struck: number;
        };
        /** @description The faults of a session. */
        FaultList: {
            /** @description The faults, the first one first. */
            faults: components["schemas"]["Fault"][];
        };
        /** @description A fault to inject. `latency` needs `milliseconds`, `status` needs `status`. */
        FaultRequest: {
            /** @description Name of the interface whose requests meet it. */
            interface: string;
            /** @description The `operationId` whose requests meet it; absent when those of all operations do. */
            operation?: string;
            /**
             * @description What happens to the request.
             * @enum {string}
             */
            kind: "latency" | "status" | "drop" | "truncate";
            /** @description With `latency`, how long the request is held back, on the session's clock. */
            milliseconds?: number;
            /** @description With `status`, the status to answer. */
            status?: number;
            /** @description How many requests meet it before it is gone; absent when there is no end to it. */
            times?: number;
            /**
             * @description How likely each request is to meet it.
             * @default 1
             */
            probability: number;
            /** @description Decides which requests meet it, where the probability is below 1: the same seed, the same ones. Chosen and told when absent. */
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
             * @description When it came, on the session's clock.
             */
            when: string;
            /** @description Name of the interface. */
            interface: string;
            /** @description The `operationId`; null when the request led to none. */
            operation: string | null;
            /** @description Its method, in upper case. */
            method: string;
            /** @description Its path below the interface's prefix. A parameter stands in braces by its name, and `…` for segments that no path of the document has. */
            path: string;
            /** @description Names of its query parameters; `…` stands for those that the document does not know. */
            query: string[];
            /** @description The status that was answered; null when the connection was dropped. */
            status: number | null;
            /** @description Real time until the answer was there. */
            milliseconds: number;
            /** @description Why the request was refused, or `generic: …` where a generic behaviour answered, without anything that the request held; null otherwise. */
            reason: string | null;
            /** @description Rules of the catalogue that decided. */
            rules: string[];
            /** @description Injected faults that the request met. */
            faults: string[];
            /** @description Sentences about parts of the request that the document does not know, each with the documented name that was probably meant. */
            warnings: string[];
            /**
             * @description The records that the request has changed; only in an event stream with `changes=true`, and only of requests that came after its
             *     start. `null` if they are lost, which can happen where several processes share the sessions and the one that is asked is slow.
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
        /** @description The mock runs, and takes no requests yet, or no more because it is stopping, or none while the engine that keeps its sessions is lost. */
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
        /** @description The call comes from another origin, or under a name that is not of this machine. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is not valid; `detail` says what is, where that helps. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description What the path names is not there; `detail` names what is. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The mock has as many sessions as it may, and each of them has a request under way. */
        NoRoom: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The session has as many snapshots as it may. */
        TooManySnapshots: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The session has as many faults as it may. */
        TooManyFaults: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The journal has as many followers as it may. */
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
         * @description The session whose present values are shown.
         * @example checkout-test-7
         */
        AskedSession: string;
        /**
         * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
         *     comes into being.
         * @example checkout-test-7
         */
        SessionName: string;
        /**
         * @description What the snapshot was answered with when it was taken.
         * @example 1
         */
        SnapshotId: string;
        /**
         * @description Name of an interface that the mock serves, as in `redocly.yaml`.
         * @example secrets
         */
        InterfaceName: string;
        /**
         * @description One of the record kinds of the interface, as the list of interfaces names them.
         * @example tokens
         */
        RecordKind: string;
        /**
         * @description Key of the record, percent-encoded; a slash in it is `%2F`.
         * @example svc.example-full-access
         */
        RecordKey: string;
        /**
         * @description One of the actions of the interface, as the list of interfaces names them.
         * @example miss-data
         */
        ActionName: string;
        /**
         * @description What the fault was answered with when it was made.
         * @example 1
         */
        FaultId: string;
        /**
         * @description Only requests to this interface.
         * @example orders
         */
        JournalInterface: string;
        /**
         * @description Only requests that led to this operation.
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
        /** @description At most so many of the selected requests, the newest ones. */
        JournalLimit: number;
        /** @description Whether the answer is an event stream that goes on with each new request. */
        Follow: boolean;
        /** @description Whether the entries of an event stream have what each new request has changed. */
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
            /** @description The mock runs, and takes requests. */
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
                 * @description The session whose present values are shown.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is as new. */
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /** @description What to put, by interface. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Seed"];
            };
        };
        responses: {
            /** @description All of it is there. */
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description What the snapshot was answered with when it was taken.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description What the snapshot was answered with when it was taken.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description What the snapshot was answered with when it was taken.
                 * @example 1
                 */
                snapshot: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is as it was then. */
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /** @description The moment to go on from. */
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
            };
            cookie?: never;
        };
        /** @description How far. */
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
            /** @description All conditions of the interface, as they are now. */
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
            /** @description All conditions of the interface, as they are now. */
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
                /**
                 * @description One of the record kinds of the interface, as the list of interfaces names them.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
                /**
                 * @description One of the record kinds of the interface, as the list of interfaces names them.
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
                    "application/json": components["schemas"]["Record"];
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
                /**
                 * @description One of the record kinds of the interface, as the list of interfaces names them.
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
                "application/json": components["schemas"]["Record"];
            };
        };
        responses: {
            /** @description The record has taken the place of another. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
            /** @description The record is there, and was not before. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
                /**
                 * @description One of the record kinds of the interface, as the list of interfaces names them.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description Name of an interface that the mock serves, as in `redocly.yaml`.
                 * @example secrets
                 */
                interface: components["parameters"]["InterfaceName"];
                /**
                 * @description One of the actions of the interface, as the list of interfaces names them.
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
            /** @description It has happened, and this is what the action tells of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionResult"];
                };
            };
            /** @description It has happened; the action has nothing to tell. */
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
                 * @example checkout-test-7
                 */
                session: components["parameters"]["SessionName"];
                /**
                 * @description What the fault was answered with when it was made.
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
                 * @description Only requests that led to this operation.
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
                /** @description At most so many of the selected requests, the newest ones. */
                limit?: components["parameters"]["JournalLimit"];
                /** @description Whether the answer is an event stream that goes on with each new request. */
                follow?: components["parameters"]["Follow"];
                /** @description Whether the entries of an event stream have what each new request has changed. */
                changes?: components["parameters"]["Changes"];
            };
            header?: never;
            path: {
                /**
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
                 * @description Name of the session: what its callers send as `X-Mock-Session`, or `default` for those that send nothing. A session that is not there
                 *     comes into being.
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
