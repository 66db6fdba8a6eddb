/** The chart of accounts. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Wire from "@svc/core/Wire"
import { changed, date, deleted } from "./wire.ts"

const Account = Wire.struct({
  AccountID: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "Code", "Name", "Description", "Class", "Type", "Status"),
  CurrencyCode: Wire.id,
  UpdatedDateUTC: date
})

const categories = Normalize.word({
  ASSET: "ASSET",
  EQUITY: "EQUITY",
  EXPENSE: "EXPENSE",
  LIABILITY: "LIABILITY",
  REVENUE: "INCOME"
})
export const accountStatus = Normalize.word({ ACTIVE: "ACTIVE", ARCHIVED: "ARCHIVED", DELETED: "ARCHIVED" })

export const accounts = Connector.read("ACCOUNTS", {
  path: "/Accounts",
  page: Page.single,
  since: changed,
  items: "Accounts",
  item: Account,
  deletes: deleted,
  get: "/Accounts/{id}",
  mapping: 2,
  map: (raw) => ({
    platform_id: raw.AccountID,
    platform_unique_id: raw.Code,
    name: raw.Name,
    description: raw.Description,
    nominal_code: raw.Code,
    status: accountStatus(raw.Status),
    category: categories(raw.Class),
    sub_category: raw.Type,
    currency_id: raw.CurrencyCode,
    updated_at: raw.UpdatedDateUTC
  })
})
