/** A record of the platform, and how a field or a computed member reads others beside it. */
export type Id = string | number

/** A record as the API answers it. */
export interface Row {
  readonly id: Id
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly [member: string]: any
}

/** Reading inside a transaction or a request. Hard-deleted records are not seen, flagged ones are. */
export interface Lookup {
  readonly get: (resource: string, id: Id) => Row | undefined
  readonly rows: (resource: string) => Iterable<Row>
  readonly find: (resource: string, wanted: (row: Row) => boolean) => Row | undefined
  /** Rises with each committed write, so that derived figures can be kept. */
  readonly version: () => number
}
