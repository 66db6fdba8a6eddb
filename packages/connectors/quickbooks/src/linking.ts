/** Linking a new purchase order to bills: the link is part of each bill, which is written back with it. */
import type { Take, Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Write from "@svc/core/Write"
import { byIds, found, post } from "./posting.ts"
import { partyId } from "./writing.ts"

const idsOf = (item: Take.Item): ReadonlyArray<string> => [...new Set<string>(item["bill_ids"] ?? [])]
const none: ReadonlyMap<string, Take.Item> = new Map()

export const billLookup = {
  bills: found(
    "Bill",
    (items) => byIds(items.flatMap(idsOf)),
    (rows) => new Map(rows.map((row) => [String(row["Id"]), row])),
    none
  )
}
/** Refuses bills that are not the vendor's. */
export const checkBills = (item: Take.Item, bills: typeof none, refuse: Take.At["refuse"]): void => {
  const vendor = partyId("vendor", item["contact_id"])
  for (const [index, id] of (item["bill_ids"] ?? []).entries()) {
    if (bills.get(id)?.["VendorRef"]?.value !== vendor) refuse("is no bill of the vendor", `bill_ids[${index}]`)
  }
}

/** The id and the newest token of what a step was answered. */
const answeredIn = ({ body }: Write.StepAnswer, entity: string) => ({
  Id: Normalize.text(Call.at(body, `${entity}.Id`)) ?? "",
  SyncToken: Normalize.text(Call.at(body, `${entity}.SyncToken`)) ?? ""
})
export const linkBills = (
  body: Take.Item,
  { answered, item, lookups }: Writer.Sent & { readonly answered: Write.Answered }
): Write.Step | Write.Answer => {
  const { made } = answered
  if (made === undefined) {
    return Write.step("made", post("PurchaseOrder", body), {
      id: (answer) => answeredIn(answer, "PurchaseOrder").Id,
      undo: (answer) => post("PurchaseOrder", answeredIn(answer, "PurchaseOrder"), { operation: "delete" })
    })
  }
  const ids = idsOf(item)
  const next = ids.find((id) => answered[`bill ${id}`] === undefined)
  const order = answeredIn(made, "PurchaseOrder").Id
  if (next === undefined) {
    return ids.length === 0 ? Write.accepted(Call.at(made.body, "PurchaseOrder")) : Write.acceptedId(order)
  }
  const bill: Take.Item = (lookups["bills"] as typeof none).get(next)!
  const links = bill["LinkedTxn"] ?? []
  const linked = { ...bill, LinkedTxn: [...links, { TxnId: order, TxnType: "PurchaseOrder" }] }
  return Write.step(`bill ${next}`, post("Bill", linked), {
    undo: (answer) => post("Bill", { ...bill, ...answeredIn(answer, "Bill"), LinkedTxn: links })
  })
}
