// Generated from specs/document-templates/ by `npm run generate`. Do not edit: change the source and run it again.

export interface paths {
    "/docgen_templates": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The version of the API that the caller speaks; always `2025.0`.
                 * @example 2025.0
                 */
                "docs-version": components["parameters"]["DocsVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List the templates on which the caller collaborates
         * @description Answers with one page of templates and the markers of the pages beside it. Templates on which the caller does not collaborate are left out.
         */
        get: operations["listDocgenTemplates"];
        put?: never;
        /**
         * Mark a file as a template
         * @description Makes a file a template and answers with it. The template is then in the list of everyone who collaborates on it.
         */
        post: operations["createDocgenTemplate"];
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
        /** @description The content of an error. */
        Error: {
            /**
             * @description The kind of this object; always `error`.
             * @constant
             */
            type?: "error";
            /** @description The HTTP status, 400 to 599. */
            status?: number;
            /** @description What went wrong, for programs, for example `bad_request`. */
            code?: string;
            /** @description What went wrong, for people. */
            message?: string;
            /** @description The id of the request, to quote when asking for help. */
            request_id?: string;
        };
        /** @description Names a file. */
        FileReference: {
            /** @description The id of the file. */
            id: string;
            /**
             * @description The kind of the named object; always `file`.
             * @constant
             */
            type: "file";
        };
        /** @description A file that is a template. */
        Template: {
            file: components["schemas"]["FileReference"];
        };
        /** @description A template in a list, with the name of its file. */
        TemplateListEntry: components["schemas"]["Template"] & {
            /** @description The name of the file. */
            file_name: string;
        };
        /** @description One page of templates. */
        TemplateList: {
            /** @description The templates of this page. */
            entries: components["schemas"]["TemplateListEntry"][];
            /**
             * Format: int64
             * @description The maximum number of templates on this page.
             */
            limit: number;
            /** @description The `marker` of the next page. Absent, null or empty on the last page. */
            next_marker?: string | null;
            /** @description The `marker` of the previous page. Absent, null or empty on the first page. */
            prev_marker?: string | null;
        };
        /** @description The file to mark as a template. */
        TemplateRequest: {
            file: components["schemas"]["FileReference"];
        };
    };
    responses: {
        /** @description Any client error. A parameter is malformed, the access token is absent or not recognized, or something else is wrong with the request. */
        ListError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server cannot process the request, because of `limit`, `marker`, or the header `docs-version`. */
        ListBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no access token, or none that the server recognizes. */
        Unauthorized: {
            headers: {
                /**
                 * @description The scheme to use, and the error code of RFC 6750 if a token was sent.
                 * @example Bearer realm="document-templates"
                 */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller lacks the access rights for this. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests in a given time. Wait as long as `Retry-After` says, then repeat the request. */
        TooManyRequests: {
            headers: {
                /**
                 * @description Seconds to wait before the next request.
                 * @example 30
                 */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server met an unexpected condition. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Any error. The server cannot process the request, the caller lacks access rights, there were too many requests, or the server met an unexpected condition. */
        CreateError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server cannot process the request, because of its body, the file, or the header `docs-version`. */
        CreateBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description The version of the API that the caller speaks; always `2025.0`.
         * @example 2025.0
         */
        DocsVersion: "2025.0";
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listDocgenTemplates: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of templates on a page.
                 * @example 2
                 */
                limit?: number;
                /**
                 * @description Where the page begins: a `next_marker` or `prev_marker` of an earlier answer, unchanged. Needs `usemarker=true`. Without it, the list begins with the first page.
                 * @example position-2
                 */
                marker?: string;
                /**
                 * @description Whether the list is paged by markers. Must be `true` beside a `marker`.
                 * @example true
                 */
                usemarker?: boolean;
            };
            header: {
                /**
                 * @description The version of the API that the caller speaks; always `2025.0`.
                 * @example 2025.0
                 */
                "docs-version": components["parameters"]["DocsVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateList"];
                };
            };
            400: components["responses"]["ListBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            default: components["responses"]["ListError"];
        };
    };
    createDocgenTemplate: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The version of the API that the caller speaks; always `2025.0`.
                 * @example 2025.0
                 */
                "docs-version": components["parameters"]["DocsVersion"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file to mark. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateRequest"];
            };
        };
        responses: {
            /** @description The new template. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["CreateBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            default: components["responses"]["CreateError"];
        };
    };
}
