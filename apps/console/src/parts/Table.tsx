/**
 * A list of the interface as a table: its pages are asked for as one scrolls, and only the rows in sight are in the page.
 * What it shows can be taken along as CSV or NDJSON.
 */
import type { Listing } from "@svc/client"
import { useInfiniteQuery } from "@tanstack/react-query"
import { type ColumnDef, tableFeatures, useTable } from "@tanstack/react-table"
import { useVirtualizer } from "@tanstack/react-virtual"
import { type ReactNode, useEffect, useMemo, useRef } from "react"
import { pulse } from "../app/Service.ts"
import { csv, download, ndjson } from "./Export.ts"
import { Fault } from "./Fault.tsx"

const features = tableFeatures({})

export interface Column<A> {
  readonly name: string
  readonly header: string
  readonly show: (row: A) => ReactNode
  /** What stands in an export; the member of that name where it is absent. */
  readonly text?: (row: A) => unknown
  readonly isNumber?: boolean
}

interface Props<A> {
  /** What the table holds, for whoever cannot see it, and the name of a file of it. */
  readonly title: string
  /** Names the list and everything it depends on. */
  readonly queryKey: ReadonlyArray<unknown>
  /** A page of the list from a cursor; the first one without. */
  readonly list: (next: string | undefined, signal: AbortSignal) => Listing<A>
  readonly columns: ReadonlyArray<Column<A>>
  readonly idOf: (row: A) => string | number
  readonly empty: ReactNode
  /** Ask again every few seconds, while somebody looks. */
  readonly isLive?: boolean
}

const rowHeight = 33

export const Table = <A extends object>({ columns, empty, idOf, isLive = false, list, queryKey, title }: Props<A>) => {
  const found = useInfiniteQuery({
    queryKey: [...queryKey],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => list(pageParam, signal).page(),
    getNextPageParam: ({ next }) => next ?? undefined,
    // What was scrolled far is not asked for again and again.
    refetchInterval: ({ state }) => (isLive && (state.data?.pages.length ?? 0) <= 1 ? pulse : false)
  })
  const rows = useMemo(() => found.data?.pages.flatMap(({ data }) => data) ?? [], [found.data])
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, A> => ({
        id: column.name,
        header: column.header,
        cell: ({ row }) => column.show(row.original)
      })),
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

  if (found.isPending) return <p className="soft">Loading…</p>
  if (found.isError && rows.length === 0) return <Fault error={found.error} />
  if (rows.length === 0) return <div className="panel empty">{empty}</div>
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const numbers = new Set(columns.flatMap(({ isNumber, name }) => (isNumber ? [name] : [])))
  const texts = () =>
    rows.map((row) =>
      Object.fromEntries(
        columns.map(({ name, text }) => [name, text ? text(row) : (row as Record<string, unknown>)[name]])
      )
    )
  return (
    <div className="stack">
      {found.isError ? <Fault error={found.error} /> : null}
      <div className="table" ref={place} tabIndex={0} role="region" aria-label={title}>
        <table aria-rowcount={hasNextPage ? -1 : rows.length + 1}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => (
                  <th key={header.id} scope="col" className={numbers.has(header.id) ? "number" : undefined}>
                    <table.FlexRender header={header} />
                  </th>
                ))}
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
                <tr key={row.id} aria-rowindex={index + 2}>
                  {row.getAllCells().map((cell) => (
                    <td key={cell.id} className={numbers.has(cell.column.id) ? "number" : undefined}>
                      <table.FlexRender cell={cell} />
                    </td>
                  ))}
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
          {rows.length}
          {hasNextPage ? " so far" : ""} {rows.length === 1 ? "row" : "rows"}
          {isFetchingNextPage ? ", loading more…" : ""}
        </span>
        <span className="row">
          <button className="button" onClick={() => download(`${title}.csv`, "text/csv", csv(texts()))}>
            CSV
          </button>
          <button className="button" onClick={() => download(`${title}.ndjson`, "application/x-ndjson", ndjson(rows))}>
            NDJSON
          </button>
        </span>
      </div>
    </div>
  )
}
