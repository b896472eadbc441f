/** A query with 10 parameters, and the values that are in it. */
export interface ParameterQuery {
  query: string
  values: readonly (string | number | boolean)[]
}

export const statuses = ['Processed', 'Shipped', 'Delivered', 'Pending'] as const

const people = ['Grace Hopper', 'Ada Lovelace', 'Zoë Quinn', 'Alan Turing', 'Edsger Dijkstra', 'Barbara Liskov']
const cities = ['Montréal', 'London', 'Besançon', 'Austin', 'Kraków', 'São Paulo', 'Utrecht']
const countries = ['CA', 'GB', 'FR', 'US', 'PL', 'BR', 'NL']

/** Queries that differ from one another, so that nobody is measured on a string that the engine has seen before. */
export function parameterQueries(count: number): ParameterQuery[] {
  return Array.from({ length: count }, (_, index) => {
    const place = index % cities.length
    const values = {
      offset: index * 20,
      limit: 1 + (index % 50),
      status: statuses[index % statuses.length] ?? '',
      invoiceNumber: `INV-${String(index).padStart(6, '0')}`,
      token: `${String(index).padStart(8, '0')}-d9cb-469f-a165-${String(index * 7919).padStart(12, 'a')}`,
      placedBy: people[index % people.length] ?? '',
      billingAddressCity: cities[place] ?? '',
      billingAddressCountry: countries[place] ?? '',
      isRecurringOrder: index % 3 === 0,
      page: index,
    }
    const pairs = Object.entries(values).map(([name, value]): [string, string] => [name, String(value)])
    return { query: flat(new URLSearchParams(pairs).toString()), values: Object.values(values) }
  })
}

/** A string in one piece, as it comes off a socket; one that was put together is a tree until it is first read. */
function flat(text: string): string {
  return Buffer.from(text).toString('latin1')
}
