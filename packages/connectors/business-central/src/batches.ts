/** Changes of several records at once: calls in one, of which all are taken or none. */
import type { Call } from "@svc/core"

export interface Part {
  readonly method: "PATCH" | "POST" | "DELETE"
  readonly path: string
  /** The version of the record that the part is for, or `*` for any. */
  readonly version?: string
  readonly body?: object
}
/** Quirk: only in isolation is what was done taken back when a later part is refused. */
export const together = (company: string | undefined, parts: ReadonlyArray<Part>): Call.Call => ({
  method: "POST",
  base: "root",
  path: "/$batch",
  headers: { isolation: "snapshot" },
  body: {
    requests: parts.map(({ body, method, path, version }, index) => ({
      method,
      id: String(index + 1),
      url: `companies(${company})${path}`,
      headers: { "Content-Type": "application/json", ...(version === undefined ? {} : { "If-Match": version }) },
      ...(body === undefined ? {} : { body })
    }))
  }
})
type Row = Readonly<Record<string, any>>
/** What makes the rows that are there (`before`) the new ones (`after`): by ids those that change, without the others. */
export const changes = (path: string, before: ReadonlyArray<Row>, after: ReadonlyArray<Row>): ReadonlyArray<Part> => {
  const version = "*"
  const kept = new Set(after.map(({ id }) => id))
  return [
    ...after.flatMap(({ id, ...body }): ReadonlyArray<Part> => {
      const known = before.find((own) => own["id"] === id)
      if (known === undefined) return [{ method: "POST", path, body }]
      const changed = Object.entries(body).filter(([name, value]) => known[name] !== value)
      return changed.length === 0
        ? []
        : [{ method: "PATCH", path: `${path}(${id})`, version, body: Object.fromEntries(changed) }]
    }),
    ...before.flatMap(({ id }): ReadonlyArray<Part> =>
      kept.has(id) ? [] : [{ method: "DELETE", path: `${path}(${id})`, version }]
    )
  ]
}
