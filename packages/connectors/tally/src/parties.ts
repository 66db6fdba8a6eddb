/** How a customer or vendor is reached and registered: the members of a ledger that say so. */
import * as Reach from "@svc/core/Reach"
import * as Wire from "@svc/core/Wire"
import { ledgerMembers } from "./books.ts"
import { text } from "./wire.ts"

export const partyFetch =
  "Guid,AlterId,Name,Parent,_PrimaryGroup,CurrencyName,MailingName,Address,LedStateName,CountryName,PinCode,Email,Website,LedgerMobile,LedgerPhone,LedgerContact," +
  "IncomeTaxNumber,PartyGSTIN,LedGSTRegDetails.ApplicableFrom,LedGSTRegDetails.GSTIN,LedMailingDetails.ApplicableFrom,LedMailingDetails.Address,LedMailingDetails.State,LedMailingDetails.Country,LedMailingDetails.PinCode"
export const Lines = Wire.list(Wire.struct({ ADDRESS: Wire.list(text) }))
export const Party = Wire.struct({
  ...ledgerMembers,
  "ADDRESS.LIST": Lines,
  "LEDMAILINGDETAILS.LIST": Wire.list(
    Wire.struct({ APPLICABLEFROM: text, "ADDRESS.LIST": Lines, STATE: text, COUNTRY: text, PINCODE: text })
  ),
  ...Wire.all(text, "LEDSTATENAME", "COUNTRYNAME", "PINCODE", "EMAIL", "WEBSITE", "LEDGERMOBILE", "LEDGERPHONE"),
  ...Wire.all(text, "LEDGERCONTACT", "INCOMETAXNUMBER", "PARTYGSTIN"),
  "LEDGSTREGDETAILS.LIST": Wire.list(Wire.struct({ APPLICABLEFROM: text, GSTIN: text }))
})
type Party = (typeof Party)["Type"]

export const phones = ({ GUID, LEDGERMOBILE: mobile, LEDGERPHONE: phone }: Party) =>
  Reach.phones(GUID, { mobile: "MOBILE", phone: "TELEPHONE" }, { mobile, phone })
export const links = ({ EMAIL: email, GUID, WEBSITE: website }: Pick<Party, "EMAIL" | "GUID" | "WEBSITE">) =>
  Reach.links(GUID, { email: "EMAIL", website: "WEBSITE" }, { email, website })
const latest = <A extends { readonly APPLICABLEFROM?: string | null | undefined }>(
  all: ReadonlyArray<A> | null | undefined
): A | undefined =>
  (all ?? []).toSorted((a, b) => (a.APPLICABLEFROM ?? "").localeCompare(b.APPLICABLEFROM ?? "")).at(-1)
export const linesOf = (lists: (typeof Lines)["Type"] | null | undefined) =>
  (lists ?? []).flatMap(({ ADDRESS }) => (ADDRESS ?? []).flatMap((line) => line ?? [])).join(", ")
export const addresses = (raw: Party) => {
  // Quirk: newer releases keep addresses by the date from which they hold, as registrations; the latest is in force.
  const mailing = latest(raw["LEDMAILINGDETAILS.LIST"])
  const street = linesOf(mailing?.["ADDRESS.LIST"]) || linesOf(raw["ADDRESS.LIST"])
  const country = mailing?.COUNTRY ?? raw.COUNTRYNAME
  const state = mailing?.STATE ?? raw.LEDSTATENAME
  const pincode = mailing?.PINCODE ?? raw.PINCODE
  return Reach.part({ platform_id: `${raw.GUID}:address` }, { street, state, pincode, country })
}
/** Quirk: registrations are kept by the date from which they hold; the latest is in force, older releases have one alone. */
export const gstin = (raw: Party) =>
  latest((raw["LEDGSTREGDETAILS.LIST"] ?? []).filter(({ GSTIN }) => GSTIN))?.GSTIN ?? raw.PARTYGSTIN
