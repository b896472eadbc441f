// Generated from specs/orders/ by `npm run generate`. Do not edit: change the source and run it again.

export interface paths {
    "/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search orders
         * @description One page of the orders that match every given filter; without a filter, of all completed orders, whatever their status.
         *     The page starts after `offset` matches and holds at most `limit` of them; `totalItems` says how many match.
         *     An entry need not carry items and taxes: read the order for these.
         *
         *     The order of the entries is not documented; the mock lists the newest order first.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The GUID that identifies the order.
                 * @example 3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10
                 */
                token: components["parameters"]["OrderToken"];
            };
            cookie?: never;
        };
        /**
         * Read one order
         * @description One order with its items, its promo codes and the taxes that were applied.
         */
        get: operations["getOrder"];
        /**
         * Update an order
         * @description Sets the status of an order and, where given, its payment status, tracking data and metadata. `status` is required in every
         *     update: to change tracking data alone, send the current status with it. Fields that are left out keep their values; a given `metadata` replaces
         *     the previous object as a whole (neither is documented).
         *
         *     To capture an authorized card payment, update the order from `Pending` and `Authorized` to `Processed` and `Paid`. Which other transitions between
         *     statuses a server allows is not documented; the mock allows all of them.
         */
        put: operations["updateOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{token}/digital": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The GUID that identifies the order.
                 * @example 3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10
                 */
                token: components["parameters"]["OrderToken"];
            };
            cookie?: never;
        };
        /**
         * List the digital goods of an order
         * @description Every downloadable file of the order, whether it can still be downloaded, as `isValid` shows, or not. The answer is a bare array;
         *     for an order without digital goods the mock answers an empty one.
         */
        get: operations["listOrderDigitalGoods"];
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
        /**
         * @description The status of an order. The only documented transition is from `Pending` to `Processed`, together with the capture of its payment.
         * @enum {string}
         */
        OrderStatus: "InProgress" | "Processed" | "Disputed" | "Shipped" | "Delivered" | "Pending" | "Cancelled";
        /** @description A country, as a code of two letters (ISO 3166-1 alpha-2 in the examples, in upper case). */
        CountryCode: string;
        /**
         * Format: date-time
         * @description A moment, as an ISO 8601 date and time in UTC.
         */
        UtcDateTime: string;
        /**
         * @description The status of the payment of an order. Note the spelling of `Paidout`.
         * @enum {string}
         */
        PaymentStatus: "Paid" | "Deferred" | "PaidDeferred" | "ChargedBack" | "Refunded" | "Paidout" | "Failed" | "Pending" | "Expired" | "Cancelled" | "Open" | "Authorized";
        /** @description One product of an order. */
        OrderItem: {
            /** @description The id of the product; the filter `productId` looks here. */
            id: string;
            /** @description The name of the product. */
            name: string;
            /** @description The price of one piece. The currency is not documented. */
            price: number;
            /** @description How many pieces were bought. */
            quantity: number;
            /** @description The id that the system made for this line of the order; the filter `productId` does not look here. */
            uniqueId?: string;
        };
        /** @description One tax that was applied to an order. */
        OrderTax: {
            /** @description The name of the tax. */
            taxName: string;
            /** @description The rate of the tax; in the examples a fraction of one, so that `0.05` is five percent. */
            taxRate: number;
            /** @description The amount of the tax, in the currency of the order. */
            amount: number;
        };
        /** @description A promo code that was applied to an order. Its fields are not documented. */
        PromoCode: {
            [key: string]: unknown;
        };
        /** @description Any JSON object. */
        Metadata: {
            [key: string]: unknown;
        };
        /** @description An order as a list shows it and as an update answers it. Items and taxes are certain only when a single order is read. An order has further fields that the documentation leaves out. */
        Order: {
            /**
             * Format: uuid
             * @description The GUID of the order; no other order has it.
             */
            token: string;
            /** @description When the order was placed, ISO 8601, in UTC. */
            creationDate: components["schemas"]["UtcDateTime"];
            status: components["schemas"]["OrderStatus"];
            /** @description How the purchaser pays. The values are not documented. */
            paymentMethod: string;
            paymentStatus: components["schemas"]["PaymentStatus"];
            /** @description The number on the invoice. */
            invoiceNumber: string;
            /** @description The e-mail address of the purchaser. */
            email: string;
            /** @description What was bought. Present when a single order is read. */
            items?: components["schemas"]["OrderItem"][];
            /** @description The taxes that were applied. Present when a single order is read. */
            taxes?: components["schemas"]["OrderTax"][];
            /** @description The promo codes that were applied. Present when a single order is read. */
            promocodes?: components["schemas"]["PromoCode"][];
            /** @description The number under which the carrier tracks the parcel. Absent until an update sets it. */
            trackingNumber?: string;
            /** @description Where the parcel can be followed. Absent until an update sets it. */
            trackingUrl?: string;
            /** @description Any JSON object that the merchant keeps with the order. Absent until an update sets it. */
            metadata?: components["schemas"]["Metadata"];
            /** @description Whether the order recurs; the filter of the same name looks here. */
            isRecurringOrder?: boolean;
            /** @description The name of the purchaser; the filter `placedBy` looks here. */
            billingAddressName?: string;
            /** @description The city that the order is billed to. */
            billingAddressCity?: string;
            /** @description The province or state that the order is billed to. */
            billingAddressProvince?: string;
            /** @description The postal code that the order is billed to. */
            billingAddressPostalCode?: string;
            /** @description The two-letter code of the country that the order is billed to. */
            billingAddressCountry?: string;
            /** @description The city that the order is shipped to; absent when nothing is shipped. */
            shippingAddressCity?: string;
            /** @description The province or state that the order is shipped to; absent when nothing is shipped. */
            shippingAddressProvince?: string;
            /** @description The postal code that the order is shipped to; absent when nothing is shipped. */
            shippingAddressPostalCode?: string;
            /** @description The two-letter code of the country that the order is shipped to; absent when nothing is shipped. */
            shippingAddressCountry?: string;
        };
        /** @description One page of orders. */
        OrderList: {
            /** @description How many orders match the filters, on all pages together. */
            totalItems: number;
            /** @description How many matching orders were skipped before this page. */
            offset: number;
            /** @description How many orders this page could hold. */
            limit: number;
            /** @description The orders of this page. */
            items: components["schemas"]["Order"][];
        };
        /** @description What went wrong, as problem details (RFC 9457). */
        Problem: {
            /**
             * Format: uri-reference
             * @description The kind of problem; `about:blank` if the status says enough.
             */
            type?: string;
            /** @description The kind of problem, for a human reader. */
            title?: string;
            /** @description The status code of this answer. */
            status?: number;
            /** @description What is wrong with this request. */
            detail?: string;
            /**
             * Format: uri-reference
             * @description The path of the refused request, below the address of the server.
             */
            instance?: string;
            /** @description Each part of the request that is not valid; absent when the request was well formed. */
            errors?: {
                /** @description Where in the body, as a JSON Pointer; absent when it is not in the body. */
                pointer?: string;
                /** @description The name of the parameter; absent when it is in the body. */
                parameter?: string;
                /** @description What is wrong there. */
                detail?: string;
            }[];
        };
        /** @description An order as a single read answers it, with its items and taxes. */
        OrderDetail: WithRequired<components["schemas"]["Order"], "items" | "taxes">;
        /** @description What to change of an order. */
        OrderUpdate: {
            status: components["schemas"]["OrderStatus"];
            paymentStatus?: components["schemas"]["PaymentStatus"];
            /** @description The number under which the carrier tracks the parcel. */
            trackingNumber?: string;
            /** @description Where the customer can follow the parcel. The customer sees it. */
            trackingUrl?: string;
            /** @description Any JSON object to keep with the order. It replaces the previous object (not documented). */
            metadata?: components["schemas"]["Metadata"];
        };
        /**
         * CustomerOrderDigitalGoodDto
         * @description A file that the customer may download, with the limits that apply.
         */
        DigitalGood: {
            /** @description The id of the file. */
            fileGuid: string;
            /** @description The name to show for the file. */
            name: string;
            /** @description The address from which the file is downloaded. */
            url: string;
            /** @description How many times the file has been downloaded so far. */
            downloadedNbrTime: number;
            /** @description How many downloads are allowed; null when there is no limit. Zero allows none. */
            maxNbrDownload: number | null;
            /** @description For how many days after `creationDate` the link works; null when it does not expire. */
            daysUntilExpire: number | null;
            /** @description When the link was issued, in UTC. */
            creationDate: components["schemas"]["UtcDateTime"];
            /** @description Whether the file can still be downloaded: fewer downloads than `maxNbrDownload`, or no limit; and an age in days since `creationDate` of no more than `daysUntilExpire`, or no expiry. Whether fractions of a day count is not documented; the mock counts them. */
            isValid: boolean;
        };
    };
    responses: {
        /** @description A parameter or the body is not valid; `errors` names each. */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The API key is missing or unknown, or came with a password. */
        Unauthorized: {
            headers: {
                /**
                 * @description The challenge, which names the Basic scheme.
                 * @example Basic realm="orders", charset="UTF-8"
                 */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request does not carry `Accept: application/json`. */
        NotAcceptable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No order has this token. */
        OrderNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request does not have `Content-Type: application/json`. */
        UnsupportedMediaType: {
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
         * @description The GUID that identifies the order.
         * @example 3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10
         */
        OrderToken: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listOrders: {
        parameters: {
            query?: {
                /**
                 * @description How many matching orders to skip.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description How many orders to fetch at most. A maximum is not documented.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Only orders with this status.
                 * @example Processed
                 */
                status?: components["schemas"]["OrderStatus"];
                /**
                 * @description Only the order with this invoice number.
                 * @example INV-1003
                 */
                invoiceNumber?: string;
                /**
                 * @description Only orders that contain this product. The id is the one that the merchant gave the product, not an id that the system made.
                 * @example CANVAS-TOTE
                 */
                productId?: string;
                /**
                 * @description Only orders of the purchaser with this name.
                 * @example Noor Haddad
                 */
                placedBy?: string;
                /**
                 * @description Only orders placed after this moment. An order placed at exactly this moment is left out (the documentation does not say). Percent-encode the `+` of a zone offset.
                 * @example 2026-02-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Only orders placed before this moment. An order placed at exactly this moment is left out (the documentation does not say). Percent-encode the `+` of a zone offset.
                 * @example 2026-04-01T00:00:00Z
                 */
                to?: string;
                /**
                 * @description `true` for recurring orders only, `false` for the other orders only.
                 * @example false
                 */
                isRecurringOrder?: boolean;
                /**
                 * @description Only orders billed to exactly this city.
                 * @example Montreal
                 */
                billingAddressCity?: string;
                /**
                 * @description Only orders billed to exactly this province or state.
                 * @example QC
                 */
                billingAddressProvince?: string;
                /**
                 * @description Only orders billed to exactly this postal code.
                 * @example H2X 1Y4
                 */
                billingAddressPostalCode?: string;
                /**
                 * @description Only orders billed to exactly this country.
                 * @example CA
                 */
                billingAddressCountry?: components["schemas"]["CountryCode"];
                /**
                 * @description Only orders shipped to exactly this city.
                 * @example Montreal
                 */
                shippingAddressCity?: string;
                /**
                 * @description Only orders shipped to exactly this province or state.
                 * @example QC
                 */
                shippingAddressProvince?: string;
                /**
                 * @description Only orders shipped to exactly this postal code.
                 * @example H2X 1Y4
                 */
                shippingAddressPostalCode?: string;
                /**
                 * @description Only orders shipped to exactly this country.
                 * @example CA
                 */
                shippingAddressCountry?: components["schemas"]["CountryCode"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the matching orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            406: components["responses"]["NotAcceptable"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The GUID that identifies the order.
                 * @example 3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10
                 */
                token: components["parameters"]["OrderToken"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order, with items, promo codes and taxes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDetail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrderNotFound"];
            406: components["responses"]["NotAcceptable"];
        };
    };
    updateOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The GUID that identifies the order.
                 * @example 3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10
                 */
                token: components["parameters"]["OrderToken"];
            };
            cookie?: never;
        };
        /** @description The new status, and the other fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderUpdate"];
            };
        };
        responses: {
            /** @description The order as it is after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrderNotFound"];
            406: components["responses"]["NotAcceptable"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    listOrderDigitalGoods: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The GUID that identifies the order.
                 * @example 3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10
                 */
                token: components["parameters"]["OrderToken"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The digital goods of the order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DigitalGood"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OrderNotFound"];
            406: components["responses"]["NotAcceptable"];
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
