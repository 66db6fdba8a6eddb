/** The company itself: the subsidiary at the root of an account with OneWorld. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { address, links, place } from "./people.ts"
import { source } from "./query.ts"
import { record } from "./records.ts"
import { featured, has, type Settings } from "./statement.ts"
import { keyed, Ref } from "./wire.ts"

const Subsidiary = Wire.struct({
  ...Wire.all(Wire.text, "name", "legalName", "federalIdNumber", "email", "url"),
  country: Ref,
  mainAddress: Wire.struct({ ...place, country: Ref })
})
const Currency = Wire.struct({ symbol: Wire.text })

export const companyInfo = Connector.read("COMPANY_INFO", {
  ...source({
    mapping: 2,
    table: "subsidiary",
    statement: (settings: Settings) =>
      has(settings, "subsidiary")
        ? {
            id: "s.id",
            select: featured(settings, { currency: ["currency", "s.currency"] }),
            from: "subsidiary s",
            where: ["s.parent IS NULL"]
          }
        : // Quirk: only OneWorld has subsidiaries, and nothing else tells of the company.
          { id: "s.id", select: {}, from: "account s", where: ["s.id < 0", "s.id > 0"] }
  }),
  deletes: Read.never("There is one company as long as there is the account"),
  item: Wire.struct({ ...keyed, currency: Wire.id }),
  follow: ({ currency, id }) => [record("subsidiary", id), ...(currency ? [record("currency", currency)] : [])],
  map: (raw, { followed: [found, currency] }) => {
    if (found === null || found === undefined) return null
    const own = Wire.decode(Subsidiary, found)
    const main = own.mainAddress
    return {
      platform_id: raw.id,
      name: own.name,
      legal_name: own.legalName,
      tax_number: own.federalIdNumber,
      base_currency: currency ? Wire.decode(Currency, currency).symbol : null,
      country: own.country?.refName ?? own.country?.id,
      external_links: links(raw.id, { email: own.email, url: own.url }),
      addresses: main
        ? address(`${raw.id}:addresses:main`, { ...main, country: main.country?.refName ?? main.country?.id })
        : []
    }
  }
})
