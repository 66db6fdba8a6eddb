/** What a view of records is narrowed and ordered by, as it stands in its address: the interface's own parameters. */
import { type ModelId, pathOf } from "@svc/client"

/** The operators of the interface, as one says them. */
export const operators = {
  eq: "is",
  neq: "is not",
  icontains: "contains, in any case",
  contains: "contains exactly",
  starts_with: "begins with",
  ends_with: "ends with",
  gt: "is more than, or after",
  gte: "is at least, or from",
  lt: "is less than, or before",
  lte: "is at most, or until",
  in: "is one of, by commas",
  nin: "is none of, by commas",
  is_null: "is absent",
  sort: "gives the order"
} as const
export type Operator = keyof typeof operators

/** The values of operators that have a few. */
export const valuesOf: Partial<Record<Operator, Readonly<Record<string, string>>>> = {
  is_null: { true: "yes", false: "no" },
  sort: { ASC: "smallest or earliest first", DESC: "largest or latest first" }
}

export interface Filter {
  readonly field: string
  readonly operator: string
  readonly value: string
}
export type Filters = ReadonlyArray<Filter>

/** Such as `total_amount[gte]=10`, or `sort[posted_date]=DESC`. */
export const shownOf = ({ field, operator, value }: Filter, isWhole = true): string => {
  const name = operator === "sort" ? `sort[${field}]` : `${field}[${operator}]`
  return isWhole ? `${name}=${value}` : name
}

/** Those of an address; what is no filter is left out. */
export const filtersOf = (search: string): Filters =>
  [...new URLSearchParams(search)].flatMap(([name, text]) => {
    const found = /^([\w.]+)\[(\w+)\]$/.exec(name)
    if (found === null) return []
    // The router writes texts that look like something else as JSON.
    const value = /^".*"$/.test(text) ? (JSON.parse(text) as string) : text
    return found[1] === "sort"
      ? [{ field: found[2]!, operator: "sort", value: value.toUpperCase() === "DESC" ? "DESC" : "ASC" }]
      : [{ field: found[1]!, operator: found[2]!, value }]
  })

/** The same as the client's query. */
export const parametersOf = (filters: Filters) => {
  const filter: Record<string, Record<string, string>> = {}
  const sort: Record<string, string> = {}
  for (const { field, operator, value } of filters) {
    if (operator === "sort") sort[field] = value
    else filter[field] = { ...filter[field], [operator]: value }
  }
  return { filter, sort }
}

/** The same as an address of the interface. */
export const addressOf = (root: URL, model: ModelId, filters: Filters): string => {
  const params = filters.map((filter) => `${shownOf(filter, false)}=${encodeURIComponent(filter.value)}`)
  return `${root.href.replace(/\/$/, "")}${pathOf(model)}${params.length === 0 ? "" : `?${params.join("&")}`}`
}
