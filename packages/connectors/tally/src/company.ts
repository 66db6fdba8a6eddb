/** The company that is asked for: whether it is open, and where its counts of changes stand, of masters and of vouchers. */
import type { ConnectorError, Read } from "@svc/core"
import * as Account from "@svc/core/Account"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { objects } from "./objects.ts"
import { ask } from "./request.ts"

export const company = {
  collection: "Company",
  fetch: "Name,Guid,AltMstId,AltVchId",
  only: "$$IsEqual:$Name:##SVCurrentCompany"
}
export const Company = Wire.struct({ "@NAME": Wire.text, NAME: Wire.text, GUID: Wire.required(Wire.id) })
/** The one company that is asked for. Quirk: one that is closed is no error everywhere, but an empty answer. */
export const openCompany = (body: unknown): unknown => {
  const [own, ...others] = objects("Company")(body)
  if (own === undefined || others.length > 0)
    throw new Error("the company is not open in Tally, or not alone of its name")
  return own
}

/** One cheap question: is the company open, and is it the one that is meant? */
export const probe = ask(company)
export const checked = (body: unknown, guid: string | undefined): ConnectorError.PlatformFailure | null => {
  const found = objects("Company")(body)
  if (found.length !== 1) {
    return {
      reason: "Forbidden",
      message:
        "The company is not open in Tally, its name is not as Tally shows it, or its file is another than the GUID's."
    }
  }
  return guid && Normalize.id(Call.at(found[0], "GUID")) !== guid
    ? { reason: "Forbidden", message: "The company of this name is another file: its GUID differs." }
    : null
}

/**
 * A company's file is known by its GUID, which is in the ids of all that is in it: the file stays what it is on another
 * computer, behind another tunnel and under another name, and two of one name are two.
 */
export const account = Account.answer((body) => Normalize.id(Call.at(objects("Company")(body)[0], "GUID")))

/** The counts of changes, of masters and of vouchers, added up where a record depends on both. */
const counting = (...counts: ReadonlyArray<"ALTMSTID" | "ALTVCHID">): Pick<Read.Sequence, "call" | "position"> => ({
  call: () => ask(company),
  position: (body) => {
    const own = openCompany(body)
    const places = counts.map((count) => Normalize.number(Call.at(own, count), count))
    if (places.includes(null)) throw new Error(`${counts.join(" and ")} is not told`)
    return { of: Wire.decode(Company, own).GUID, at: places.reduce<number>((sum, place) => sum + place!, 0) }
  }
})
const changed = { after: ({ after }: { readonly after: number }) => ({ body: { after } }) }
/** Masters that have changed, by their own count. */
export const masterCount: Read.Sequence = { ...counting("ALTMSTID"), ...changed }
/** Vouchers that have changed, by theirs. */
export const voucherCount: Read.Sequence = { ...counting("ALTVCHID"), ...changed }
/** Quirk: balances and open amounts change with other records than their own: everything is read when anything changed. */
export const anyCount: Read.Sequence = counting("ALTMSTID", "ALTVCHID")
