/** What a view of records is narrowed and ordered by, as it stands in its address: the interface's own parameters. */
import { type ModelId, pathOf } from "@svc/client"

export const operators = [
  "eq",
  "neq",
  "icontains",
  "contains",
  "starts_with",
  "ends_with",
  "gt",
  "gte",
  "lt",
  "lte",
  "in",
  "nin",
  "is_null",
  "sort"
] as const

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
