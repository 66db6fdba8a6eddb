/**
 * A list of the interface as a table: its pages are asked for as one scrolls, and only the rows in sight are in the page.
 * All that it is about, in sight or not, can be taken along as CSV or NDJSON.
 */
import type { Listing } from "@svc/client"
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { type ColumnDef, tableFeatures, useTable } from "@tanstack/react-table"
import { useVirtualizer } from "@tanstack/react-virtual"
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react"
import { counted } from "virtual:progress"
import { type Column, lookOf, titleOf } from "./Column.ts"
import { useParameter } from "./Address.ts"
import { Exports } from "./Exports.tsx"
import { Fault } from "./Fault.tsx"
import { spoken } from "./Status.tsx"

const features = tableFeatures({})

export type { Column } from "./Column.ts"
/** What a table asks its list. */
export interface Asked {
  readonly limit: number
  readonly next?: string
  readonly sort?: any
  readonly filter?: any
}
type Direction = "ASC" | "DESC"
interface Order {
  readonly name: string
  readonly direction: Direction
}

/** What a table can be found by. */
export interface Find {
  /** In the address: `find=status:EXPIRED`. */
  readonly name: string
  /** Such as `Find by name`. */
  readonly label: string
  /** Where there are only some, they are chosen of. */
  readonly choices?: ReadonlyArray<string>
  readonly filter: (text: string) => object
}

interface Props<A> {
  /** What the table holds, for whoever cannot see it, and the name of a file of it. */
  readonly title: string
  /** Names the list and everything it depends on. */
  readonly queryKey: ReadonlyArray<unknown>
  readonly list: (asked: Asked, signal: AbortSignal) => Listing<A>
  /** All of it at once, where the interface answers that by a shorter way than page by page. */
  readonly all?: ((signal: AbortSignal) => AsyncIterable<A>) | undefined
  /** What the list is narrowed to. */
  readonly filter?: object
  /** The order of who chose none; that of the list where it is absent. */
  readonly order?: Order | undefined
  /** What is done where another order is chosen; the address of the page says it where this is absent. */
  readonly onOrder?: (order: Order) => void
  /** A field above the table for what can be found by, and what the list is narrowed to by what is typed there. */
  readonly finds?: ReadonlyArray<Find>
  /** Tells the tables of one page apart in its address. */
  readonly name?: string
  readonly columns: ReadonlyArray<Column<A>>
  readonly idOf: (row: A) => string | number
  readonly empty: ReactNode
}

/** Such as `name:DESC`. */
const orderOf = (text: string | null): Order | undefined => {
  const [name = "", direction] = text?.split(":") ?? []
  return name !== "" && (direction === "ASC" || direction === "DESC") ? { name, direction } : undefined
}

/** Such as `status:EXPIRED`. */
const foundOf = (text: string | null) => {
  const [, by = "", typed = ""] = /^(\w+):(.*)$/s.exec(text ?? "") ?? []
  return { by, typed }
}

const rowHeight = 33
/** Rows that lists answer at most at once. */
const mostOfPage = 1000

export const Table = <A extends object>(props: Props<A>) => {
  const { all, columns, empty, filter, finds = [], idOf, list, name = "", onOrder, queryKey, title } = props
  const [sorted, setSorted] = useParameter(`${name}sort`)
  const asked = onOrder === undefined ? orderOf(sorted) : undefined
  // The address may be that of another table, on the same page before.
  const order = columns.some((one) => one.sorts === true && one.name === asked?.name) ? asked : props.order
  const setOrder = onOrder ?? ((next: Order) => setSorted(`${next.name}:${next.direction}`))
  const [shared, share] = useParameter(`${name}find`)
  // The address says what is found when one comes; from then on it follows what is typed.
  const [own, setFound] = useState(() => {
    const known = foundOf(shared)
    return finds.some((one) => one.name === known.by) ? known : foundOf(null)
  })
  const findOf = (by: string) => finds.find(({ name: one }) => one === by) ?? finds[0]
  const { typed } = own
  const find = findOf(own.by)
  // What is found by and the text are one: a text is never asked for by what was chosen after it.
  const asking = useDeferredValue(own)
  const askedBy = findOf(asking.by)
  const text = asking.typed.trim()
  const type = (value: string, by = find?.name ?? "") => {
    setFound({ by, typed: value })
    share(value.trim() === "" ? null : `${by}:${value.trim()}`)
  }
  const sort = order === undefined ? {} : { sort: { [order.name]: order.direction } }
  const listed = (asked: Pick<Asked, "limit" | "next">, signal: AbortSignal) => {
    const narrowed = text === "" || askedBy === undefined ? {} : askedBy.filter(text)
    return list({ ...asked, ...sort, filter: { ...filter, ...narrowed } }, signal)
  }
  const everyPage = (signal: AbortSignal) => listed({ limit: mostOfPage }, signal)
  const found = useInfiniteQuery({
    queryKey: [...queryKey, sort, filter, askedBy?.name, text],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === undefined ? {} : { next: pageParam }
      return listed({ limit: 200, ...cursor }, signal).page()
    },
    getNextPageParam: ({ next }) => next ?? undefined
  })
  const rows = useMemo(() => found.data?.pages.flatMap(({ data }) => data) ?? [], [found.data])
  const definitions = useMemo(
    () => columns.map(({ header, name }): ColumnDef<typeof features, A> => ({ id: name, header })),
    [columns]
  )
  const table = useTable({ features, columns: definitions, data: rows, getRowId: (row) => String(idOf(row)) })
  const shown = table.getRowModel().rows
  const place = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => place.current,
    estimateSize: () => rowHeight,
    overscan: 12
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = found
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= shown.length - 20) void fetchNextPage()
  }, [last, shown.length, hasNextPage, isFetchingNextPage, fetchNextPage])

  const finder =
    find === undefined ? null : (
      <div className="row" role="search">
        {finds.length < 2 ? null : (
          <label className="field">
            <span className="away">What to find by</span>
            <select className="input" value={find.name} onChange={({ target }) => type("", target.value)}>
              {finds.map(({ label, name }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className="field">
          <span className="away">{find.label}</span>
          {find.choices === undefined ? (
            <input
              className="input"
              type="search"
              placeholder={find.label}
              value={typed}
              onChange={({ target }) => type(target.value)}
            />
          ) : (
            <select className="input" value={typed} onChange={({ target }) => type(target.value)}>
              <option value="">all</option>
              {find.choices.map((choice) => (
                <option key={choice} value={choice}>
                  {spoken(choice)}
                </option>
              ))}
            </select>
          )}
        </label>
      </div>
    )
  if (found.isPending) return <p className="soft">Loading…</p>
  if (found.isError && rows.length === 0) return <Fault error={found.error} />
  if (rows.length === 0) {
    return (
      <div className="stack">
        {text === "" && typed === "" ? null : finder}
        <div className="panel empty">{text === "" ? empty : <strong>Nothing is like that.</strong>}</div>
      </div>
    )
  }
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  // Rows are as high as each other where no sentence breaks its line.
  const hasLong = columns.some(({ isLong }) => isLong)
  const looks = new Map(columns.map((column) => [column.name, lookOf(column)]))
  return (
    <div className="stack">
      {finder}
      {found.isError ? <Fault error={found.error} /> : null}
      <div className="table" ref={place} tabIndex={0} role="region" aria-label={title}>
        <table aria-rowcount={hasNextPage ? -1 : rows.length + 1}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => {
                  const sorts = columns.find(({ name }) => name === header.id)?.sorts === true
                  const own = order?.name === header.id ? order.direction : null
                  return (
                    <th
                      key={header.id}
                      scope="col"
                      className={looks.get(header.id)}
                      aria-sort={own === null ? undefined : own === "ASC" ? "ascending" : "descending"}
                    >
                      {sorts ? (
                        <button
                          onClick={() => setOrder({ name: header.id, direction: own === "DESC" ? "ASC" : "DESC" })}
                        >
                          <table.FlexRender header={header} />
                          <span aria-hidden="true">{own === null ? "" : own === "ASC" ? " ↑" : " ↓"}</span>
                        </button>
                      ) : (
                        <table.FlexRender header={header} />
                      )}
                    </th>
                  )
                })}
              </tr>
            ))}
          </thead>
          <tbody>
            {before > 0 ? (
              <tr aria-hidden="true">
                <td colSpan={columns.length} style={{ height: before, padding: 0 }} />
              </tr>
            ) : null}
            {items.map(({ index }) => {
              const row = shown[index]!
              return (
                <tr
                  key={row.id}
                  aria-rowindex={index + 2}
                  data-index={index}
                  ref={hasLong ? virtual.measureElement : undefined}
                >
                  {columns.map((column) => {
                    const cell = column.show(row.original)
                    return (
                      <td key={column.name} className={looks.get(column.name)} title={titleOf(cell)}>
                        {cell}
                      </td>
                    )
                  })}
                </tr>
              )
            })}
            {after > 0 ? (
              <tr aria-hidden="true">
                <td colSpan={columns.length} style={{ height: after, padding: 0 }} />
              </tr>
            ) : null}
          </tbody>
        </table>
      </div>
      <div className="row apart soft">
        <span role="status">
          {counted(rows.length, "row")}
          {hasNextPage ? " so far" : ""}
          {isFetchingNextPage ? ", loading more…" : ""}
        </span>
        <Exports title={title} columns={columns} all={all ?? everyPage} />
      </div>
    </div>
  )
}
