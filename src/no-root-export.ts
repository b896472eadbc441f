import { product } from './product.ts'

/** `rulebound` itself has no exports: import a part, such as `rulebound/orders` or `rulebound/testing`. */
throw new Error(
  `'${product}' itself exports nothing; import a part of it, such as '${product}/orders' (a client), '${product}/testing' (the mock) or ` +
    `'${product}/validate'. The readme of the package lists all parts.`,
)
