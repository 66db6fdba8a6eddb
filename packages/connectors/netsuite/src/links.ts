/** Which documents belong to which: what a bill or credit note was put on, and what an order became. */
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { keys } from "./rows.ts"
import { isNumber, suiteql, textOf } from "./statement.ts"

const Links = Wire.list(Wire.required(Wire.struct({ id: Wire.required(Wire.id), amount: Wire.number })))
/** The documents of a further call's answer, each with the amount; null where it was not answered. */
export const linksIn = (found: unknown) => (found === null || found === undefined ? null : Wire.decode(Links, found))

const ask = (id: string, where: ReadonlyArray<string>): ReadonlyArray<Read.Further> => {
  const sums = { amount: "SUM(l.foreignamount)" }
  const call = suiteql(textOf({ id, select: {}, sums, from: "nexttransactionlinelink l", where }))
  return [Read.pages({ call, page: keys({ id }), items: "items" })]
}

/** The bills or invoices that a credit note was put on. Quirk: which of the two a link begins with is not said. */
export const appliedTo = (id: string, type: string) =>
  isNumber(id)
    ? ask(`CASE WHEN l.nextdoc = ${id} THEN l.previousdoc ELSE l.nextdoc END`, [
        "l.linktype = 'Payment'",
        `((l.nextdoc = ${id} AND l.previoustype = '${type}') OR (l.previousdoc = ${id} AND l.nexttype = '${type}'))`
      ])
    : []
/** The bills or invoices that were made from an order. */
export const madeInto = (id: string, type: string) =>
  isNumber(id) ? ask("l.nextdoc", [`l.previousdoc = ${id}`, `l.nexttype = '${type}'`]) : []
