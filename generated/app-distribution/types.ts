// Generated from specs/app-distribution/ by `npm run generate`. Do not edit: change the source and run it again.

export interface paths {
    "/v0.1/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the profile of the calling user
         * @description Answers with the profile of the user to whom the token belongs. Whether a Viewer may read it is not documented (assumed: a Read-Only token is
         *     enough). An app token stands for an app and not for
         *     a user; what it gets here is not documented (assumed: 403).
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the profile of the calling user
         * @description Sets the given fields of the caller's profile and leaves the others as they are; `{}` changes nothing. Any Full Access user token will do.
         *
         *     **Assumed.** The reference states what happens to a `POST`, `PUT` or `PATCH` without a body, but lists none of them.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/v0.1/apps/{owner_name}/{app_name}/users/{user_email}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The owner of the app, a user or an organization, by name.
                 * @example acme
                 */
                owner_name: string;
                /**
                 * @description The app, by its name under that owner.
                 * @example field-notes
                 */
                app_name: string;
                /**
                 * @description The e-mail address of the user to remove.
                 * @example ben@acme.example
                 */
                user_email: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a user from an app
         * @description Ends the access of one user to one app.
         *
         *     What the token may do decides: a Full Access user token does what its user may do, a Full Access app token acts as a Manager of its one app, and
         *     a Read-Only token as a Viewer. Which roles may remove a user, and whether a removal changes settings, is not documented (assumed: Managers
         *     may, and a Read-Only token removes nobody).
         */
        delete: operations["removeAppUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Profile data of a user. Its fields are not documented, so the object is open; those in the examples are what this family sends. */
        UserProfile: {
            [key: string]: unknown;
        };
        /** @description The content of an error. */
        Error: {
            /** @description The error. */
            error?: {
                /** @description What went wrong, for programs. */
                code?: string;
                /** @description What went wrong, for people. */
                message?: string;
            };
        };
        /** @description Fields of the profile to set. Absent fields keep their values. The object is open, as the fields of a profile are not documented. */
        UserUpdate: {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description There is no token in `X-API-Token`, or none that the server knows; a revoked token is not known. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token is known but does not permit this. It is an app token and has no user, or it is a Read-Only token and may not update. */
        ProfileForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request could not be read, for example because its body is not JSON. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A `POST`, `PUT` or `PATCH` came without a body. Send `{}` if there is nothing to say. */
        LengthRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token is known but does not permit this. It is Read-Only, belongs to another app, or its user lacks the permission. */
        AppForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such owner or app, or that user is not in the app. */
        NotFound: {
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
    getUser: {
        parameters: {
            query?: never;
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
                    "application/json": components["schemas"]["UserProfile"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProfileForbidden"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The fields to set; `{}` for none. A request without a body is answered with 411. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            /** @description The profile after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProfileForbidden"];
            411: components["responses"]["LengthRequired"];
        };
    };
    removeAppUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The owner of the app, a user or an organization, by name.
                 * @example acme
                 */
                owner_name: string;
                /**
                 * @description The app, by its name under that owner.
                 * @example field-notes
                 */
                app_name: string;
                /**
                 * @description The e-mail address of the user to remove.
                 * @example ben@acme.example
                 */
                user_email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is removed from the app. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AppForbidden"];
            404: components["responses"]["NotFound"];
        };
    };
}
