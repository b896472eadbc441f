// Generated from specs/mock-control/ by `npm run generate`. Do not edit: change the source and run it again.

export interface paths {
    "/interfaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the mock serves
         * @description Every interface that this process mocks, with its base URLs, its rendered documentation and the credentials that it accepts, so that
         *     a program needs no configuration but the mock's own address.
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
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
        };
        /** @description What one mock process serves. */
        InterfaceList: {
            /** @description One entry for each interface. */
            interfaces: components["schemas"]["ServedInterface"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listInterfaces: {
        parameters: {
            query?: never;
            header?: never;
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
        };
    };
}
