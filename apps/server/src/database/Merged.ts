/** Rows that several tell in one order, put together. */

/** How rows follow each other. */
export interface Order<Row> {
  /** What a row is put in order by. */
  readonly place: (row: Row) => ReadonlyArray<string | null>
  /** Negative where the first place comes first. */
  readonly compare: (one: ReadonlyArray<string | null>, other: ReadonlyArray<string | null>) => number
}

/** What one has told: in order, and all that it has or only the first. */
export interface Told<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly isCut: boolean
}

/** The first so many of what several told; `short` is who has told all that it was asked for when it may have more of them. */
export const first = <Row>(
  all: ReadonlyArray<Told<Row>>,
  count: number,
  { compare, place }: Order<Row>
): { readonly rows: ReadonlyArray<Row>; readonly short: number | null } => {
  const rows: Array<Row> = []
  const heads = all.map(({ rows: [row] }, from) => ({ from, at: 0, row, place: row && place(row) }))
  while (rows.length < count) {
    let next: (typeof heads)[number] | undefined
    for (const head of heads) {
      if (head.row === undefined) {
        if (all[head.from]!.isCut) return { rows, short: head.from }
      } else if (next === undefined || compare(head.place!, next.place!) < 0) next = head
    }
    if (next === undefined) break
    rows.push(next.row!)
    next.row = all[next.from]!.rows[++next.at]
    next.place = next.row && place(next.row)
  }
  return { rows, short: null }
}
