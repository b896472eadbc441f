// Generated from specs/oauth-token/ by `npm run generate`. Do not edit: change the source and run it again.

export interface paths {
    "/realms/{realm}/protocol/openid-connect/token": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The realm that your provider assigned to you. The mock serves every name.
                 * @example merchants
                 */
                realm: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request an access token
         * @description Trades client credentials for an access token that works for ten minutes. The credentials go into the form, not into an
         *     `Authorization` header. The same call serves sandbox and production; the credentials must belong to the environment that is
         *     targeted.
         *
         *     Every call issues a new token, and the previous tokens keep working until they expire (not documented). So share one token
         *     among your calls, and ask for the next at least one minute before it expires.
         */
        post: operations["requestToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{environment}/{endpoint}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The environment to call. The credentials of the token must belong to it; whether a token of the other environment is refused is not documented.
                 * @example sandbox
                 */
                environment: "sandbox" | "production";
                /**
                 * @description The endpoint of the payments API. The existing endpoints are not documented. The value may contain slashes.
                 * @example transactions
                 */
                endpoint: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call the payments API
         * @description A call that the access token authorizes, made with `Authorization: Bearer <access token>` and `Content-Type: application/json`.
         *     Method, body and answer are placeholders for those of your endpoint: none of them is documented. The mock takes any JSON object for
         *     any endpoint and answers with an object that names the environment and the endpoint.
         */
        post: operations["callPayments"];
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
        /** @description Client credentials, and the grant that they are for. */
        TokenRequest: {
            /** @description The id of your client, in the environment that you are going to call. */
            client_id: string;
            /** @description The secret of that client. Keep it on your server. */
            client_secret: string;
            /**
             * @description The grant; there is no other.
             * @constant
             */
            grant_type: "client_credentials";
        } & {
            [key: string]: unknown;
        };
        /** @description An access token, and its lifetime. */
        TokenResponse: {
            /** @description The token, to be sent as `Authorization: Bearer`. Treat it as opaque and secret. */
            access_token: string;
            /** @description For how many seconds the token works, counted from its issue; 600. */
            expires_in: number;
            /** @description Not explained. By its name, the lifetime of a refresh token in seconds; the answer has no refresh token, and the mock answers 0. */
            refresh_expires_in: number;
            /**
             * @description How the token is to be used.
             * @constant
             */
            token_type: "Bearer";
            /** @description Not explained. In servers of this family the moment, in seconds since 1970, before which issued tokens are void; 0 for none. */
            "not-before-policy": number;
            /** @description The scopes of the token, separated by spaces. Their names are not documented. */
            scope: string;
        };
        /** @description What went wrong, in the form of OAuth 2.0. */
        OAuthError: {
            /** @description The error code: `invalid_request`, `invalid_client` or `unsupported_grant_type` of the token endpoint (RFC 6749 §5.2); `invalid_request` or `invalid_token` of the payments API (RFC 6750 §3.1). */
            error?: string;
            /** @description What is wrong with this request, for a developer. */
            error_description?: string;
        };
        /** @description What an endpoint of the payments API needs. No fields are documented. */
        PaymentsCall: {
            [key: string]: unknown;
        };
        /** @description What an endpoint of the payments API answers. No fields are documented. */
        PaymentsResult: {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description A form field is missing, empty or repeated (`invalid_request`), or another grant is requested (`unsupported_grant_type`). */
        InvalidTokenRequest: {
            headers: {
                /**
                 * @description The answer must not be stored.
                 * @example no-store
                 */
                "Cache-Control"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The client is unknown, or the secret is not the client's (`invalid_client`). */
        InvalidClient: {
            headers: {
                /**
                 * @description The answer must not be stored.
                 * @example no-store
                 */
                "Cache-Control"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The operation does not accept the media type of the body. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The environment is unknown, or the body is not a JSON object (`invalid_request`). */
        InvalidPaymentsCall: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The access token is missing, unknown or expired, or belongs to the other environment (`invalid_token`). Request a new one. */
        InvalidToken: {
            headers: {
                /**
                 * @description The challenge, which names the Bearer scheme, and `error="invalid_token"` unless the request had no token.
                 * @example Bearer realm="payments", error="invalid_token", error_description="The access token expired"
                 */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
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
    requestToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The realm that your provider assigned to you. The mock serves every name.
                 * @example merchants
                 */
                realm: string;
            };
            cookie?: never;
        };
        /** @description The client credentials, as a form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description An access token, valid for ten minutes. */
            200: {
                headers: {
                    /**
                     * @description The answer must not be stored.
                     * @example no-store
                     */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            400: components["responses"]["InvalidTokenRequest"];
            401: components["responses"]["InvalidClient"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    callPayments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The environment to call. The credentials of the token must belong to it; whether a token of the other environment is refused is not documented.
                 * @example sandbox
                 */
                environment: "sandbox" | "production";
                /**
                 * @description The endpoint of the payments API. The existing endpoints are not documented. The value may contain slashes.
                 * @example transactions
                 */
                endpoint: string;
            };
            cookie?: never;
        };
        /** @description What the endpoint needs, as a JSON object. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentsCall"];
            };
        };
        responses: {
            /** @description The answer of the endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentsResult"];
                };
            };
            400: components["responses"]["InvalidPaymentsCall"];
            401: components["responses"]["InvalidToken"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
}
