// Generated from specs/work-management/ by `npm run generate`. Do not edit: change the source and run it again.

export interface paths {
    "/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the workflows of the account
         * @description Answers with all workflows of the account, those of its spaces included. Paging is not documented, and this contract has none.
         */
        get: operations["listWorkflows"];
        put?: never;
        /**
         * Create a workflow
         * @description Creates a workflow of the account and answers with it, including its id. Reading scopes do not suffice, and neither does `wsReadWrite`.
         */
        post: operations["createWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/spaces/{spaceId}/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the space.
                 * @example SPAAAA01
                 */
                spaceId: string;
            };
            cookie?: never;
        };
        /**
         * List the workflows of a space
         * @description Answers with the workflows of one space; each of them is also in the list of the account.
         */
        get: operations["listSpaceWorkflows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{workflowId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the workflow.
                 * @example WFAAAA02
                 */
                workflowId: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Update a workflow
         * @description Sets the given fields of a workflow, leaves the others as they are, and answers with the workflow. `wsReadWrite` does not suffice.
         */
        put: operations["updateWorkflow"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user
         * @description Answers with one user. Only the update takes several ids.
         */
        get: operations["getUser"];
        /**
         * Update one user or up to 100
         * @description Sets the given fields of every user whose id is in the path, and answers with those users. Separate the ids by commas, unencoded:
         *     `/users/KUAAAA01,KUAAAA02`. An update of one user is a batch of one.
         */
        put: operations["updateUsers"];
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
        /** @description A workflow. Its fields are not documented, so the object is open; those in the examples are what this family sends. */
        Workflow: {
            /** @description The id of the workflow, the `workflowId` of paths. */
            id?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The answer of an operation on workflows. */
        WorkflowsAnswer: {
            /** @description The kind of `data`; always `workflows`. */
            kind?: string;
            /** @description The workflows; one if the operation concerns one workflow. */
            data?: components["schemas"]["Workflow"][];
        };
        /** @description The content of an error. */
        Error: {
            /** @description What went wrong, for programs, for example `access_forbidden`. */
            error?: string;
            /** @description What went wrong, for people. */
            errorDescription?: string;
        };
        /** @description Fields of a workflow to set. Absent fields keep their values. The object is open, as the fields are not documented. */
        WorkflowFields: {
            [key: string]: unknown;
        };
        /** @description A user. Its fields are not documented, so the object is open; those in the examples are what this family sends. */
        User: {
            /** @description The id of the user, the `userId` of paths. */
            id?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The answer of an operation on users. */
        UsersAnswer: {
            /** @description The kind of `data`; always `users`. */
            kind?: string;
            /** @description The users; one if the operation concerns one user. */
            data?: components["schemas"]["User"][];
        };
        /** @description Fields of a user to set. Absent fields keep their values. The object is open, as the fields are not documented. */
        UserFields: {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description There is no access token, or none that the server knows. */
        Unauthorized: {
            headers: {
                /**
                 * @description The scheme to use, and the error code of RFC 6750 if a token was sent.
                 * @example Bearer realm="work-management"
                 */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The access token holds none of the scopes of this operation. */
        Forbidden: {
            headers: {
                /**
                 * @description The error code of RFC 6750.
                 * @example Bearer realm="work-management", error="insufficient_scope"
                 */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request cannot be served as it is, because its body is not a JSON object. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such space. */
        SpaceNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such workflow. */
        WorkflowNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such user. In an update of several users, one of them does not exist, and none is updated. */
        UserNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request cannot be served as it is, because it names more than 100 users or its body is not a JSON object. */
        BadUserUpdate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
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
    listWorkflows: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workflows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowsAnswer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    createWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The fields of the workflow. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorkflowFields"];
            };
        };
        responses: {
            /** @description The new workflow, alone in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listSpaceWorkflows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the space.
                 * @example SPAAAA01
                 */
                spaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workflows of the space. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowsAnswer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SpaceNotFound"];
        };
    };
    updateWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the workflow.
                 * @example WFAAAA02
                 */
                workflowId: string;
            };
            cookie?: never;
        };
        /** @description The fields to set. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorkflowFields"];
            };
        };
        responses: {
            /** @description The workflow after the update, alone in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WorkflowNotFound"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example KUAAAA01
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user, alone in `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsersAnswer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
        };
    };
    updateUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ids of the users, 1 to 100, separated by commas.
                 * @example [
                 *       "KUAAAA01",
                 *       "KUAAAA02"
                 *     ]
                 */
                userId: string[];
            };
            cookie?: never;
        };
        /** @description The fields to set, the same for all of these users. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UserFields"];
            };
        };
        responses: {
            /** @description The users after the update, in the order of the ids. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsersAnswer"];
                };
            };
            400: components["responses"]["BadUserUpdate"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
        };
    };
}
