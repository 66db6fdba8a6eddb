/** A change as the whole of a record: where records are whole, and how a change is laid over one. */
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

export type Members = Readonly<Record<string, any>>
/** Members that are changed in part. */
const nested = new Set(["SellingDetails", "BuyingDetails", "BankingDetails", "Terms"])
/** Lines that are there already keep what is not written of them. */
const linesIn = (lines: ReadonlyArray<Members>, whole: Members) =>
  lines.map((line) => ({
    ...Read.arrayAt(whole, "Lines").find(
      (own) => line["RowID"] !== undefined && Call.at(own, "RowID") === line["RowID"]
    )!,
    ...line
  }))
/** Quirk: what a change leaves out would be emptied. */
export const wholeWith = (whole: Members, body: Members): Members => ({
  ...whole,
  ...Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      nested.has(name) ? { ...whole[name], ...value } : name === "Lines" ? linesIn(value, whole) : value
    ])
  )
})

type Changed = Lookup.LookupContext<{ readonly platform_id?: string }>
/** The whole records that are changed. Nothing in an id says which place it is of: each is asked. */
export const wholeIn = (places: ReadonlyArray<string>) =>
  Lookup.make({
    call: ({ items }: Changed) =>
      items.flatMap(({ platform_id: id = "" }) => places.map((place) => ({ path: `${place}/${Call.segment(id)}` }))),
    response: Wire.list(Wire.unknown),
    pick: (found) => new Map(found.toReversed().map((own) => [String(Call.at(own, "UID")), own as Members])),
    absent: new Map(),
    emptyStatuses: [404]
  })
