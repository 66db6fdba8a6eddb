/** What becomes of references when a record is deleted: either the delete is refused, or the references are taken off. */
import { Failure } from "./Failure.ts"
import type { Id, Row, Transaction } from "./Resource.ts"

/** Refuses when a record of these resources that is not deleted mentions the value anywhere. */
export const refuseWhenUsed = (tx: Transaction, value: Id, resources: ReadonlyArray<string>): void => {
  const text = JSON.stringify(value)
  for (const resource of resources) {
    const user = tx.find(resource, (row) => row.deleted !== true && JSON.stringify(row).includes(text))
    if (user !== undefined) throw new Failure("rule_violation", `${value} is used by ${resource} ${user.id}.`)
  }
}

const refers = (row: Row, member: string, id: Id): boolean => {
  const held: unknown = row[member]
  if (Array.isArray(held)) return held.includes(id)
  return held === id || (typeof held === "object" && held !== null && (held as { readonly id?: unknown }).id === id)
}

/** Takes the reference off all records that have it in the named member. */
export const detach = (
  tx: Transaction,
  id: Id,
  places: ReadonlyArray<readonly [resource: string, member: string]>
): void => {
  for (const [resource, member] of places) {
    for (const row of tx.rows(resource)) {
      if (row.deleted === true || !refers(row, member, id)) continue
      const held: unknown = row[member]
      tx.update(resource, row.id, { [member]: Array.isArray(held) ? held.filter((one) => one !== id) : null })
    }
  }
}

/** Deletes the records that hang on the deleted one. */
export const removeChildren = (tx: Transaction, id: Id, resource: string, member: string): void => {
  for (const row of tx.rows(resource)) if (refers(row, member, id)) tx.remove(resource, row.id)
}
