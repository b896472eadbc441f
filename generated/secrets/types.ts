// Generated from specs/secrets/ by `npm run generate`. Do not edit: change the source and run it again.

export interface paths {
    "/v1/{mount}/": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of the mount, without its final `/`. It may not end in a period.
                 * @example secret
                 */
                mount: components["parameters"]["Mount"];
            };
            cookie?: never;
        };
        /**
         * List a mount
         * @description Answers the keys at the top of the mount. Send the verb `LIST`, or GET with `list=true`; both do the same, and neither has a body.
         */
        get: operations["listMount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{mount}/{path}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of the mount, without its final `/`. It may not end in a period.
                 * @example secret
                 */
                mount: components["parameters"]["Mount"];
                /**
                 * @description Path of the secret under its mount. Its `/` are not encoded. It may not end in a period.
                 * @example foo
                 */
                path: components["parameters"]["SecretPath"];
            };
            cookie?: never;
        };
        /**
         * Read a secret under any mount
         * @description Answers what the engine of the mount stores at the path; the fields depend on the engine. The request has no body.
         */
        get: operations["readSecret"];
        /**
         * Write a secret under any mount, by PUT
         * @description The same as by POST.
         */
        put: operations["writeSecretByPut"];
        /**
         * Write a secret under any mount
         * @description Gives the engine of the mount a JSON object to store at the path. If the engine looks up first what is stored there, that decides whether the write creates or updates, and a token may be allowed to do one and not the other.
         */
        post: operations["writeSecret"];
        /**
         * Delete a secret under any mount
         * @description Deletes what is stored at the path. The answer is the same if nothing is stored there.
         */
        delete: operations["deleteSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{mount}/{path}/": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of the mount, without its final `/`. It may not end in a period.
                 * @example secret
                 */
                mount: components["parameters"]["Mount"];
                /**
                 * @description Path of the directory under its mount, without its final `/`, which is part of the address. Other `/` are not encoded.
                 * @example app
                 */
                path: components["parameters"]["DirectoryPath"];
            };
            cookie?: never;
        };
        /**
         * List a directory
         * @description Answers the keys right below the path. Send the verb `LIST`, or GET with `list=true`; both do the same, and neither has a body. A path with a secret and nothing below it is not a directory.
         */
        get: operations["listDirectory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{mount}/config": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
            };
            cookie?: never;
        };
        /**
         * Read the settings of a store
         * @description Answers the settings of a mount of kv version 2.
         */
        get: operations["readStoreSettings"];
        /**
         * Write the settings of a store, by PUT
         * @description The same as by POST.
         */
        put: operations["writeStoreSettingsByPut"];
        /**
         * Write the settings of a store
         * @description Changes the settings that the body names, and leaves the others unchanged.
         */
        post: operations["writeStoreSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{mount}/data/{path}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        /**
         * Read a version of a key
         * @description Answers the latest version of the key, or the version with the given number. A deleted or destroyed version is not found.
         */
        get: operations["readVersion"];
        /**
         * Write a new version of a key, by PUT
         * @description The same as by POST.
         */
        put: operations["writeVersionByPut"];
        /**
         * Write a new version of a key
         * @description Stores the pairs in `data` as the next version of the key; the first write creates the key. What is stored decides whether the write creates or updates, and a token may be allowed to do one and not the other.
         */
        post: operations["writeVersion"];
        /**
         * Delete the latest version of a key
         * @description Marks the latest version as deleted. Its data stays, and the version can be undeleted.
         */
        delete: operations["deleteLatestVersion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{mount}/delete/{path}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        /**
         * Read the help for deleting versions
         * @description Answers the help of the path, with `help=1`. The path has nothing else to read, so a GET without `help=1` is not supported.
         */
        get: operations["describeDeleteVersions"];
        /**
         * Delete versions of a key, by PUT
         * @description The same as by POST.
         */
        put: operations["deleteVersionsByPut"];
        /**
         * Delete versions of a key
         * @description Marks one or several versions as deleted. Their data stays; undeleting them makes them readable again.
         */
        post: operations["deleteVersions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{mount}/undelete/{path}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        /**
         * Read the help for undeleting versions
         * @description Answers the help of the path, with `help=1`. The path has nothing else to read, so a GET without `help=1` is not supported.
         */
        get: operations["describeUndeleteVersions"];
        /**
         * Undelete versions of a key, by PUT
         * @description The same as by POST.
         */
        put: operations["undeleteVersionsByPut"];
        /**
         * Undelete versions of a key
         * @description Makes one or several deleted versions readable again. A destroyed version stays destroyed.
         */
        post: operations["undeleteVersions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{mount}/destroy/{path}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        /**
         * Read the help for destroying versions
         * @description Answers the help of the path, with `help=1`. The path has nothing else to read, so a GET without `help=1` is not supported.
         */
        get: operations["describeDestroyVersions"];
        /**
         * Destroy versions of a key, by PUT
         * @description The same as by POST.
         */
        put: operations["destroyVersionsByPut"];
        /**
         * Destroy versions of a key
         * @description Removes the data of one or several versions permanently. They cannot be undeleted.
         */
        post: operations["destroyVersions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{mount}/metadata/": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
            };
            cookie?: never;
        };
        /**
         * List the keys of a store
         * @description Answers the keys at the top of a mount of kv version 2. Send the verb `LIST`, or GET with `list=true`.
         */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{mount}/metadata/{path}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        /**
         * Read the settings of a key
         * @description Answers the settings of the store for one key, and the records of its versions.
         */
        get: operations["readKeySettings"];
        /**
         * Write the settings of a key, by PUT
         * @description The same as by POST.
         */
        put: operations["writeKeySettingsByPut"];
        /**
         * Write the settings of a key
         * @description Changes the settings that the body names, and leaves the others unchanged. A key that does not exist is created, without a version.
         */
        post: operations["writeKeySettings"];
        /**
         * Delete a key
         * @description Removes the key permanently, with its settings and all of its versions.
         */
        delete: operations["deleteKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{mount}/metadata/{path}/": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the directory in its store, without its final `/`, which is part of the address. Other `/` are not encoded.
                 * @example app
                 */
                path: components["parameters"]["KeyDirectoryPath"];
            };
            cookie?: never;
        };
        /**
         * List a directory of keys
         * @description Answers the keys right below the path in a mount of kv version 2. Send the verb `LIST`, or GET with `list=true`.
         */
        get: operations["listKeyDirectory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/{auth_method}/login/{username}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name under which the auth method is mounted.
                 * @example userpass
                 */
                auth_method: components["parameters"]["AuthMethod"];
                /**
                 * @description Name of the user who logs in.
                 * @example reporting
                 */
                username: components["parameters"]["Username"];
            };
            cookie?: never;
        };
        /**
         * Read the help for a login
         * @description Answers the help of the path, with `help=1`. The path has nothing else to read, so a GET without `help=1` is not supported.
         */
        get: operations["describeLogin"];
        /**
         * Log in with a user name and a password, by PUT
         * @description The same as by POST.
         */
        put: operations["loginByPut"];
        /**
         * Log in with a user name and a password
         * @description Answers a new client token. Keep it, and send it with later requests. No token is needed here.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sys/health": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description This API is available in the root namespace only: leave the header out, or send it empty.
                 * @example
                 */
                "X-Svc-Namespace"?: components["parameters"]["RootNamespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Read the health of a node
         * @description Tells the health of the node, mainly by the status. The codes are defaults; an installation may use others. It is available in the root namespace only, and needs no token.
         */
        get: operations["readHealth"];
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
        /** @description A token that the service issued, with its policies and its lifetime. */
        Auth: {
            /** @description Token to send with later requests. */
            client_token?: string;
            /** @description Names of the policies that decide what the token may do. */
            policies?: string[];
            /** @description Lifetime of the token in seconds; 0 if it does not end by itself. */
            lease_duration?: number;
            /** @description Whether the lifetime of the token can be extended. */
            renewable?: boolean;
        };
        /** @description The members around the payload of every successful answer with a body. */
        Envelope: {
            /** @description Identifies the request in the logs of the service, a UUID. */
            request_id?: string;
            /** @description Identifies the lease of a secret that ends by itself; empty when there is none. */
            lease_id?: string;
            /** @description Whether the lease can be renewed. */
            renewable?: boolean;
            /** @description Seconds for which the lease lasts, or after which to read again; 0 for no lease. */
            lease_duration?: number;
            /** @description The payload, as the operation describes it; null when there is none. */
            data?: unknown;
            /** @description Warnings about a request that succeeded; null if there are none. */
            warnings?: string[] | null;
            /** @description The token, in the answer to a login; null in all others. */
            auth?: components["schemas"]["Auth"] | null;
        };
        /** @description The keys at the listed path. */
        ListAnswer: {
            /** @description Holds the keys. */
            data?: {
                /** @description Names right below the path, in lexicographic order; those that end in `/` are directories. */
                keys?: string[];
            };
        } & components["schemas"]["Envelope"];
        /** @description The purpose of an address, as text and as an OpenAPI document. */
        HelpBody: {
            /** @description Explanation of the path, in Markdown. */
            help: string;
            /** @description OpenAPI 3.0.x document of the queried path and of the paths below it. */
            openapi: {
                /** @description Version of the OpenAPI Specification that the document follows. */
                openapi: string;
                /** @description Title and version of the document. */
                info: {
                    [key: string]: unknown;
                };
                /** @description Path items by path. The paths are relative to the one that was queried, which is `/` itself. */
                paths: {
                    [key: string]: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description What went wrong. */
        ErrorBody: {
            /** @description Messages for people; their wording is not fixed. Empty if there is no message, as for an empty list. */
            errors: string[];
        };
        /** @description The answer to a read. Its fields depend on the engine of the mount. */
        ReadAnswer: {
            /** @description The answer of the engine; the key/value pairs of the secret in a mount of kv version 1. */
            data?: {
                [key: string]: unknown;
            };
        } & components["schemas"]["Envelope"];
        /** @description Key/value pairs of a secret. Any JSON value may stand as a value. */
        KeyValues: {
            [key: string]: unknown;
        };
        /** @description The answer to a write that returns data or warnings. */
        WriteAnswer: {
            /** @description The answer of the engine; null if there are only warnings. */
            data?: {
                [key: string]: unknown;
            } | null;
        } & components["schemas"]["Envelope"];
        /** @description Settings of a store, for each key that has no settings. */
        StoreSettings: {
            /** @description Number of versions that a key keeps; the oldest are removed first. If it is 0 or absent, a key keeps 10. */
            max_versions?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description The settings of a store. */
        StoreSettingsAnswer: {
            data?: components["schemas"]["StoreSettings"];
        } & components["schemas"]["Envelope"];
        /** @description The record of one version. */
        VersionRecord: {
            /** @description Number of the version; absent if the record is a member whose name is the number. */
            version?: number;
            /**
             * Format: date-time
             * @description When the version was written.
             */
            created_time?: string;
            /** @description When the version was deleted, in RFC 3339; empty when it is not. */
            deletion_time?: string;
            /** @description Whether the data of the version was destroyed. */
            destroyed?: boolean;
        };
        /** @description The answer to a read of one version of a key. */
        VersionAnswer: {
            /** @description The version. */
            data?: {
                data?: components["schemas"]["KeyValues"];
                metadata?: components["schemas"]["VersionRecord"];
            };
        } & components["schemas"]["Envelope"];
        /** @description Conditions under which the version is written. */
        VersionWriteOptions: {
            /** @description Check-and-set: the version is written only if this is the number of the current version of the key; 0, only if the key has no version. Otherwise the answer is 400, and nothing is written. */
            cas?: number;
        };
        /** @description A new version of a key. */
        VersionWrite: {
            data: components["schemas"]["KeyValues"];
            options?: components["schemas"]["VersionWriteOptions"];
        };
        /** @description The answer to a write of a new version. */
        VersionWrittenAnswer: {
            data?: components["schemas"]["VersionRecord"];
        } & components["schemas"]["Envelope"];
        /** @description Versions of a key. */
        VersionSelection: {
            /** @description Numbers of one or several versions. A number that the key does not have is ignored. */
            versions: number[];
        };
        /** @description Settings of the store for one key. */
        KeySettings: {
            /** @description Number of versions that the key keeps; the oldest are removed first. If it is 0 or absent, the number of the store applies. */
            max_versions?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description The settings of the store for one key, and the record of its versions. */
        KeySettingsAnswer: {
            /** @description Settings and versions. */
            data?: {
                /** @description Number of the latest version; 0 when nothing was written yet. */
                current_version?: number;
                /** @description Number of the oldest version that the store keeps; 0 while it has dropped none. */
                oldest_version?: number;
                /**
                 * Format: date-time
                 * @description When the key was first written.
                 */
                created_time?: string;
                /**
                 * Format: date-time
                 * @description When the key was last written.
                 */
                updated_time?: string;
                /** @description Records of the versions, by number. */
                versions?: {
                    [key: string]: components["schemas"]["VersionRecord"];
                };
            } & components["schemas"]["KeySettings"];
        } & components["schemas"]["Envelope"];
        /** @description The credentials of the user. */
        LoginRequest: {
            /** @description Password of the user. */
            password: string;
        };
        /** @description Holds the generated client token. */
        LoginAnswer: {
            auth?: components["schemas"]["Auth"];
        } & components["schemas"]["Envelope"];
        /** @description The health of the node. */
        HealthStatus: {
            /** @description Whether the service is initialized. */
            initialized?: boolean;
            /** @description Whether the node is sealed. */
            sealed?: boolean;
            /** @description Whether the node is a standby. */
            standby?: boolean;
            /** @description Whether the node is a performance standby. */
            performance_standby?: boolean;
            /** @description Time at the node, in seconds since 1970-01-01T00:00:00Z. */
            server_time_utc?: number;
            /** @description Version of the software. */
            version?: string;
            /** @description Name of the cluster that the node belongs to. */
            cluster_name?: string;
        };
    };
    responses: {
        /** @description The request is not valid: something in it is missing or wrong, the body breaks a limit on JSON, or `X-Svc-Request` is missing at a proxy that requires it. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token is missing or wrong, or may not do this; there is no access to the feature; or CORS is on and the origin is not allowed. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The list is empty, there is nothing at the address, the caller may not see it, or a path parameter ends in a period. */
        NothingListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The path does not support the operation. */
        MethodNotAllowed: {
            headers: {
                /**
                 * @description Methods that the path supports.
                 * @example GET, LIST
                 */
                Allow?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Eventually consistent data that the request depends on is not there yet; repeat the request after a short backoff. Enterprise edition only. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service failed; try again later. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service is not initialized. */
        NotInitialized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service is sealed, or down for maintenance. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description There is nothing at the address, the caller may not see it, or a path parameter ends in a period. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service asked a third party, which answered with an error. */
        ThirdPartyFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Done. The answer has no body. */
        NoContent: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request is larger than the listener accepts. */
        ContentTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Done, with warnings. */
        DoneWithWarnings: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WriteAnswer"];
            };
        };
        /** @description The API is not available in the namespace of the request. */
        NotInNamespace: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The node is a standby. This status is a default. */
        StandbyNode: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A disaster-recovery secondary, and active. This status is a default; that the health of a node answers it is a reading. */
        DisasterRecoverySecondary: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The node is a performance standby. This status is a default. */
        PerformanceStandbyNode: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
    };
    parameters: {
        /**
         * @description Name of the mount, without its final `/`. It may not end in a period.
         * @example secret
         */
        Mount: string;
        /**
         * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
         * @example ns1/ns2/
         */
        Namespace: string;
        /**
         * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
         * @example true
         */
        SvcRequest: "true";
        /**
         * @description With `true`, a GET lists the directory, as the verb `LIST` does. Not needed with that verb.
         * @example true
         */
        List: boolean;
        /**
         * @description With `1`, the answer is the help of this address, for a caller who has permission for the path.
         * @example 1
         */
        Help: 1;
        /**
         * @description Path of the secret under its mount. Its `/` are not encoded. It may not end in a period.
         * @example foo
         */
        SecretPath: string;
        /**
         * @description Path of the directory under its mount, without its final `/`, which is part of the address. Other `/` are not encoded.
         * @example app
         */
        DirectoryPath: string;
        /**
         * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
         * @example kv
         */
        KvMount: string;
        /**
         * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
         * @example app/db
         */
        KeyPath: string;
        /**
         * @description Number of the version to read. 0, or no number, is the latest.
         * @example 3
         */
        VersionNumber: number;
        /**
         * @description Always `1`, because the address has nothing else to read. A caller who has permission for the path gets its help.
         * @example 1
         */
        RequiredHelp: 1;
        /**
         * @description Path of the directory in its store, without its final `/`, which is part of the address. Other `/` are not encoded.
         * @example app
         */
        KeyDirectoryPath: string;
        /**
         * @description Name under which the auth method is mounted.
         * @example userpass
         */
        AuthMethod: string;
        /**
         * @description Name of the user who logs in.
         * @example reporting
         */
        Username: string;
        /**
         * @description This API is available in the root namespace only: leave the header out, or send it empty.
         * @example
         */
        RootNamespace: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listMount: {
        parameters: {
            query?: {
                /**
                 * @description With `true`, a GET lists the directory, as the verb `LIST` does. Not needed with that verb.
                 * @example true
                 */
                list?: components["parameters"]["List"];
                /**
                 * @description With `1`, the answer is the help of this address, for a caller who has permission for the path.
                 * @example 1
                 */
                help?: components["parameters"]["Help"];
            };
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of the mount, without its final `/`. It may not end in a period.
                 * @example secret
                 */
                mount: components["parameters"]["Mount"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys, or the help. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAnswer"] | components["schemas"]["HelpBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NothingListed"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    readSecret: {
        parameters: {
            query?: {
                /**
                 * @description With `1`, the answer is the help of this address, for a caller who has permission for the path.
                 * @example 1
                 */
                help?: components["parameters"]["Help"];
            };
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of the mount, without its final `/`. It may not end in a period.
                 * @example secret
                 */
                mount: components["parameters"]["Mount"];
                /**
                 * @description Path of the secret under its mount. Its `/` are not encoded. It may not end in a period.
                 * @example foo
                 */
                path: components["parameters"]["SecretPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer of the engine, or the help. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadAnswer"] | components["schemas"]["HelpBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            502: components["responses"]["ThirdPartyFailed"];
            503: components["responses"]["Unavailable"];
        };
    };
    writeSecretByPut: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of the mount, without its final `/`. It may not end in a period.
                 * @example secret
                 */
                mount: components["parameters"]["Mount"];
                /**
                 * @description Path of the secret under its mount. Its `/` are not encoded. It may not end in a period.
                 * @example foo
                 */
                path: components["parameters"]["SecretPath"];
            };
            cookie?: never;
        };
        /** @description The object to store; in a mount of kv version 1, the key/value pairs. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyValues"];
            };
        };
        responses: {
            /** @description Done. The answer has data of the engine, or warnings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteAnswer"];
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            502: components["responses"]["ThirdPartyFailed"];
            503: components["responses"]["Unavailable"];
        };
    };
    writeSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of the mount, without its final `/`. It may not end in a period.
                 * @example secret
                 */
                mount: components["parameters"]["Mount"];
                /**
                 * @description Path of the secret under its mount. Its `/` are not encoded. It may not end in a period.
                 * @example foo
                 */
                path: components["parameters"]["SecretPath"];
            };
            cookie?: never;
        };
        /** @description The object to store; in a mount of kv version 1, the key/value pairs. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyValues"];
            };
        };
        responses: {
            /** @description Done. The answer has data of the engine, or warnings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteAnswer"];
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            502: components["responses"]["ThirdPartyFailed"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of the mount, without its final `/`. It may not end in a period.
                 * @example secret
                 */
                mount: components["parameters"]["Mount"];
                /**
                 * @description Path of the secret under its mount. Its `/` are not encoded. It may not end in a period.
                 * @example foo
                 */
                path: components["parameters"]["SecretPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DoneWithWarnings"];
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            502: components["responses"]["ThirdPartyFailed"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDirectory: {
        parameters: {
            query?: {
                /**
                 * @description With `true`, a GET lists the directory, as the verb `LIST` does. Not needed with that verb.
                 * @example true
                 */
                list?: components["parameters"]["List"];
                /**
                 * @description With `1`, the answer is the help of this address, for a caller who has permission for the path.
                 * @example 1
                 */
                help?: components["parameters"]["Help"];
            };
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of the mount, without its final `/`. It may not end in a period.
                 * @example secret
                 */
                mount: components["parameters"]["Mount"];
                /**
                 * @description Path of the directory under its mount, without its final `/`, which is part of the address. Other `/` are not encoded.
                 * @example app
                 */
                path: components["parameters"]["DirectoryPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys, or the help. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAnswer"] | components["schemas"]["HelpBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NothingListed"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    readStoreSettings: {
        parameters: {
            query?: {
                /**
                 * @description With `1`, the answer is the help of this address, for a caller who has permission for the path.
                 * @example 1
                 */
                help?: components["parameters"]["Help"];
            };
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings, or the help. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoreSettingsAnswer"] | components["schemas"]["HelpBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    writeStoreSettingsByPut: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
            };
            cookie?: never;
        };
        /** @description The settings to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreSettings"];
            };
        };
        responses: {
            200: components["responses"]["DoneWithWarnings"];
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    writeStoreSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
            };
            cookie?: never;
        };
        /** @description The settings to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreSettings"];
            };
        };
        responses: {
            200: components["responses"]["DoneWithWarnings"];
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    readVersion: {
        parameters: {
            query?: {
                /**
                 * @description Number of the version to read. 0, or no number, is the latest.
                 * @example 3
                 */
                version?: components["parameters"]["VersionNumber"];
                /**
                 * @description With `1`, the answer is the help of this address, for a caller who has permission for the path.
                 * @example 1
                 */
                help?: components["parameters"]["Help"];
            };
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version, or the help. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionAnswer"] | components["schemas"]["HelpBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    writeVersionByPut: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        /** @description The pairs of the new version. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionWrite"];
            };
        };
        responses: {
            /** @description The version is written; the answer is its record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionWrittenAnswer"];
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    writeVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        /** @description The pairs of the new version. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionWrite"];
            };
        };
        responses: {
            /** @description The version is written; the answer is its record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionWrittenAnswer"];
                };
            };
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteLatestVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DoneWithWarnings"];
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    describeDeleteVersions: {
        parameters: {
            query: {
                /**
                 * @description Always `1`, because the address has nothing else to read. A caller who has permission for the path gets its help.
                 * @example 1
                 */
                help: components["parameters"]["RequiredHelp"];
            };
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The help. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HelpBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteVersionsByPut: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        /** @description The numbers of the versions. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionSelection"];
            };
        };
        responses: {
            200: components["responses"]["DoneWithWarnings"];
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteVersions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        /** @description The numbers of the versions. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionSelection"];
            };
        };
        responses: {
            200: components["responses"]["DoneWithWarnings"];
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    describeUndeleteVersions: {
        parameters: {
            query: {
                /**
                 * @description Always `1`, because the address has nothing else to read. A caller who has permission for the path gets its help.
                 * @example 1
                 */
                help: components["parameters"]["RequiredHelp"];
            };
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The help. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HelpBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    undeleteVersionsByPut: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        /** @description The numbers of the versions. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionSelection"];
            };
        };
        responses: {
            200: components["responses"]["DoneWithWarnings"];
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    undeleteVersions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        /** @description The numbers of the versions. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionSelection"];
            };
        };
        responses: {
            200: components["responses"]["DoneWithWarnings"];
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    describeDestroyVersions: {
        parameters: {
            query: {
                /**
                 * @description Always `1`, because the address has nothing else to read. A caller who has permission for the path gets its help.
                 * @example 1
                 */
                help: components["parameters"]["RequiredHelp"];
            };
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The help. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HelpBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    destroyVersionsByPut: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        /** @description The numbers of the versions. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionSelection"];
            };
        };
        responses: {
            200: components["responses"]["DoneWithWarnings"];
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    destroyVersions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        /** @description The numbers of the versions. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionSelection"];
            };
        };
        responses: {
            200: components["responses"]["DoneWithWarnings"];
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /**
                 * @description With `true`, a GET lists the directory, as the verb `LIST` does. Not needed with that verb.
                 * @example true
                 */
                list?: components["parameters"]["List"];
                /**
                 * @description With `1`, the answer is the help of this address, for a caller who has permission for the path.
                 * @example 1
                 */
                help?: components["parameters"]["Help"];
            };
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys, or the help. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAnswer"] | components["schemas"]["HelpBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NothingListed"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    readKeySettings: {
        parameters: {
            query?: {
                /**
                 * @description With `1`, the answer is the help of this address, for a caller who has permission for the path.
                 * @example 1
                 */
                help?: components["parameters"]["Help"];
            };
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings, or the help. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeySettingsAnswer"] | components["schemas"]["HelpBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    writeKeySettingsByPut: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        /** @description The settings to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeySettings"];
            };
        };
        responses: {
            200: components["responses"]["DoneWithWarnings"];
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    writeKeySettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        /** @description The settings to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeySettings"];
            };
        };
        responses: {
            200: components["responses"]["DoneWithWarnings"];
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the key in its store. Its `/` are not encoded. It may not end in a period.
                 * @example app/db
                 */
                path: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DoneWithWarnings"];
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    listKeyDirectory: {
        parameters: {
            query?: {
                /**
                 * @description With `true`, a GET lists the directory, as the verb `LIST` does. Not needed with that verb.
                 * @example true
                 */
                list?: components["parameters"]["List"];
                /**
                 * @description With `1`, the answer is the help of this address, for a caller who has permission for the path.
                 * @example 1
                 */
                help?: components["parameters"]["Help"];
            };
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name of a mount of kv version 2, without its final `/`. It may not end in a period.
                 * @example kv
                 */
                mount: components["parameters"]["KvMount"];
                /**
                 * @description Path of the directory in its store, without its final `/`, which is part of the address. Other `/` are not encoded.
                 * @example app
                 */
                path: components["parameters"]["KeyDirectoryPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys, or the help. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAnswer"] | components["schemas"]["HelpBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NothingListed"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    describeLogin: {
        parameters: {
            query: {
                /**
                 * @description Always `1`, because the address has nothing else to read. A caller who has permission for the path gets its help.
                 * @example 1
                 */
                help: components["parameters"]["RequiredHelp"];
            };
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name under which the auth method is mounted.
                 * @example userpass
                 */
                auth_method: components["parameters"]["AuthMethod"];
                /**
                 * @description Name of the user who logs in.
                 * @example reporting
                 */
                username: components["parameters"]["Username"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The help. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HelpBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
    loginByPut: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name under which the auth method is mounted.
                 * @example userpass
                 */
                auth_method: components["parameters"]["AuthMethod"];
                /**
                 * @description Name of the user who logs in.
                 * @example reporting
                 */
                username: components["parameters"]["Username"];
            };
            cookie?: never;
        };
        /** @description The credentials of the user. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["ContentTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            502: components["responses"]["ThirdPartyFailed"];
            503: components["responses"]["Unavailable"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Namespace that is put before the path of the request: `ns1/ns2/` with `secret/foo` reaches `ns1/ns2/secret/foo`. The whole namespace, or its last part, may be in the path instead. The header and the path are joined once, and a segment that is in both is not removed. On the hosted dedicated offering, a request without a namespace goes to the root namespace and fails; name `admin` or one below it, here or as the first segment of the path. Some APIs are available in some namespaces only.
                 * @example ns1/ns2/
                 */
                "X-Svc-Namespace"?: components["parameters"]["Namespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path: {
                /**
                 * @description Name under which the auth method is mounted.
                 * @example userpass
                 */
                auth_method: components["parameters"]["AuthMethod"];
                /**
                 * @description Name of the user who logs in.
                 * @example reporting
                 */
                username: components["parameters"]["Username"];
            };
            cookie?: never;
        };
        /** @description The credentials of the user. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["ContentTooLarge"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            502: components["responses"]["ThirdPartyFailed"];
            503: components["responses"]["Unavailable"];
        };
    };
    readHealth: {
        parameters: {
            query?: {
                /**
                 * @description With `1`, the answer is the help of this address, for a caller who has permission for the path.
                 * @example 1
                 */
                help?: components["parameters"]["Help"];
            };
            header?: {
                /**
                 * @description This API is available in the root namespace only: leave the header out, or send it empty.
                 * @example
                 */
                "X-Svc-Namespace"?: components["parameters"]["RootNamespace"];
                /**
                 * @description A proxy that is set to `require_request_header` accepts only requests with this header. The command-line client and the SDK always send it; so should every client.
                 * @example true
                 */
                "X-Svc-Request"?: components["parameters"]["SvcRequest"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The node is active, initialized and not sealed; or the help. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthStatus"] | components["schemas"]["HelpBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotInNamespace"];
            429: components["responses"]["StandbyNode"];
            472: components["responses"]["DisasterRecoverySecondary"];
            473: components["responses"]["PerformanceStandbyNode"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotInitialized"];
            503: components["responses"]["Unavailable"];
        };
    };
}
