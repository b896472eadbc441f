/** Name of the product, the package and the command; `package.json` has the same. */
export const product = 'rulebound'
