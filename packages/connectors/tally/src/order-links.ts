/** Which orders bills and invoices were made from: their lines of stock name the order's number. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { lookup } from "./objects.ts"
import { ever } from "./request.ts"
import type { Voucher } from "./voucher.ts"
import { key, text } from "./wire.ts"

const Order = Wire.struct({
  GUID: Wire.required(Wire.id),
  ...Wire.all(text, "PARTYLEDGERNAME", "VOUCHERNUMBER", "REFERENCE"),
  "ALLINVENTORYENTRIES.LIST": Wire.list(
    Wire.struct({ "BATCHALLOCATIONS.LIST": Wire.list(Wire.struct({ ORDERNO: text })) })
  )
})
type Named = Pick<Voucher, "PARTYLEDGERNAME" | "ALLINVENTORYENTRIES.LIST"> | (typeof Order)["Type"]

const of = (party: string, number: string) => `${key(party)}\n${key(number)}`
/** The orders that a voucher's lines name. Quirk: a line of no order says that none is applicable. */
const numbersIn = (raw: Named): ReadonlyArray<string> =>
  (raw["ALLINVENTORYENTRIES.LIST"] ?? [])
    .flatMap((item) => item["BATCHALLOCATIONS.LIST"] ?? [])
    .flatMap(({ ORDERNO }) => (ORDERNO && key(ORDERNO) !== "not applicable" ? [ORDERNO] : []))

/** The orders of a family by their party and each of their numbers. */
export const ordersBy = (where: string) =>
  lookup(
    "Voucher",
    "Guid,PartyLedgerName,VoucherNumber,Reference,AllInventoryEntries.BatchAllocations.OrderNo",
    Order,
    (all) =>
      new Map(
        all.flatMap((raw) =>
          [raw.VOUCHERNUMBER, raw.REFERENCE, ...numbersIn(raw)].flatMap((number) =>
            raw.PARTYLEDGERNAME && number ? [[of(raw.PARTYLEDGERNAME, number), raw.GUID] as const] : []
          )
        )
      ),
    { where, ...ever }
  )

/** Ids of the orders that a bill or invoice was made from, each once. */
export const ordersOf = (raw: Voucher, orders: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const { PARTYLEDGERNAME: party } = raw
  const found = numbersIn(raw).map((number) => (party ? Normalize.lookUp(orders, of(party, number)) : null))
  return Normalize.distinct(found)
}
