/** What the reads of vouchers have in common: their members, and that they come by the month. */
import type { Lookup, Wire } from "@svc/core"
import * as Page from "@svc/core/Page"
import type * as Read from "@svc/core/Read"
import { voucherCount } from "./company.ts"
import { shared, type Shared } from "./reads.ts"
import { ever } from "./request.ts"
import { Voucher, voucherFetch } from "./voucher.ts"

/** How many days ahead documents may be dated. */
const ahead = 366

/** A source of vouchers with what its mapping looks up. */
export interface Vouchers<L extends Lookup.Lookups> extends Shared {
  readonly from: "page"
  readonly sequence: Read.Sequence
  readonly item: Wire.Decoder<Voucher>
  readonly lookups: L
}
/** Vouchers come by the month: Tally has no pages, and its screen stands still while it answers. */
export const vouchers = <L extends Lookup.Lookups>(
  where: string,
  lookups: L,
  sequence: Read.Sequence = voucherCount
): Vouchers<L> => ({
  ...shared({ fetch: voucherFetch, type: "Voucher", where }),
  from: "page",
  page: Page.days({ days: 31, ahead, first: ever.start, call: ({ end, start }) => ({ body: { start, end } }) }),
  sequence,
  item: Voucher,
  lookups
})
/** The voucher that a record is a part of. */
export const owner = ({ GUID }: { readonly GUID: string }): string => GUID
