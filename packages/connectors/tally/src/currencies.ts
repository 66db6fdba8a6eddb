/** Currencies, which Tally knows by a sign and by names, seldom by their code. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { masterCount } from "./company.ts"
import { lookup, objects } from "./objects.ts"
import { masters } from "./reads.ts"
import { ask } from "./request.ts"
import { date, key, text } from "./wire.ts"

const Currency = Wire.struct({
  ...Wire.all(Wire.decisive(text), "@NAME", "NAME", "ORIGINALNAME", "EXPANDEDSYMBOL", "MAILINGNAME"),
  GUID: Wire.required(Wire.id)
})
type Currency = (typeof Currency)["Type"]
const fetch = "Guid,AlterId,Name,OriginalName,ExpandedSymbol,MailingName"

export const currencies = lookup("Currency", fetch, Currency, (all) => all)
/** The company itself. Its currency is told by its sign or name. */
const Books = Wire.struct({ GUID: Wire.id, BASICCURRENCY: text, CURRENCYNAME: text, BOOKSFROM: date })
export const company = Lookup.make({
  call: ask({
    collection: "Company",
    fetch: "Name,Guid,BooksFrom,BasicCurrency,CurrencyName",
    only: "$$IsEqual:$Name:##SVCurrentCompany"
  }),
  response: Wire.read((body) => objects("Company")(body).map((one) => Wire.decode(Books, one))),
  pick: ([own]) => own ?? null,
  absent: null
})

const namesOf = (own: Currency) =>
  [own["@NAME"], own.NAME, own.ORIGINALNAME, own.EXPANDEDSYMBOL, own.MAILINGNAME].flatMap((name) => name || [])
/** A currency by any of its names or signs. */
export const currencyOf = (all: ReadonlyArray<Currency>, sign: string | null | undefined): Currency | undefined => {
  const byName = all.flatMap((own) => namesOf(own).map((name) => [key(name), own] as const))
  // The first of a name counts.
  return Normalize.lookUp(new Map(byName.toReversed()), sign?.trim().toLowerCase())
}
interface Known {
  readonly company: (typeof company)["absent"] | (typeof Books)["Type"] | null
  readonly currencies: ReadonlyArray<Currency>
}
/** The company's own; where it does not say, the only one there is. */
export const baseCurrency = ({ company: own, currencies: all }: Known): Currency | undefined =>
  currencyOf(all, own?.BASICCURRENCY) ?? currencyOf(all, own?.CURRENCYNAME) ?? (all.length === 1 ? all[0] : undefined)

/** Signs and names that leave no doubt. A dollar alone is that of several countries. */
const codes = new Map(
  Object.entries({
    INR: ["₹", "rs.", "rs", "indian rupee", "indian rupees"],
    USD: ["us$", "us dollar", "us dollars"],
    EUR: ["€", "euro", "euros"],
    GBP: ["£", "pound sterling"],
    AED: ["uae dirham", "uae dirhams"],
    SGD: ["singapore dollar"],
    SAR: ["saudi riyal"],
    BDT: ["bangladeshi taka"],
    NPR: ["nepalese rupee"],
    LKR: ["sri lankan rupee"],
    QAR: ["qatari riyal"],
    OMR: ["omani rial"],
    KWD: ["kuwaiti dinar"],
    BHD: ["bahraini dinar"]
  }).flatMap(([code, names]) => names.map((name) => [name, code] as const))
)
export const codeOf = (own: Currency | undefined): string | null => {
  const names = own === undefined ? [] : namesOf(own)
  return (
    names.find((name) => /^[A-Z]{3}$/.test(name)) ??
    names.map((name) => codes.get(key(name))).find((code) => code !== undefined) ??
    null
  )
}

export const currenciesRead = Connector.read("CURRENCIES", {
  ...masters({ type: "Currency", fetch }),
  sequence: masterCount,
  item: Currency,
  lookups: { company, currencies },
  map: (raw, { lookups }) => ({
    platform_id: raw.GUID,
    name: raw.MAILINGNAME ?? namesOf(raw)[0],
    code: codeOf(raw),
    symbol: raw.ORIGINALNAME ?? namesOf(raw)[0],
    is_base_currency: baseCurrency(lookups)?.GUID === raw.GUID
  })
})
