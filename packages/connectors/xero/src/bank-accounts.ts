/** Bank and credit card accounts: those accounts of the chart that have the type BANK. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Wire from "@svc/core/Wire"
import { accountStatus } from "./accounts.ts"
import { changed, date, deleted } from "./wire.ts"

export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  path: "/Accounts",
  query: { where: 'Type=="BANK"' },
  page: Page.single,
  since: changed,
  items: "Accounts",
  item: Wire.struct({
    AccountID: Wire.required(Wire.id),
    ...Wire.all(Wire.text, "Name", "Type", "BankAccountNumber", "BankAccountType", "Status"),
    CurrencyCode: Wire.id,
    UpdatedDateUTC: date
  }),
  deletes: deleted,
  get: "/Accounts/{id}",
  map: (raw) =>
    raw.Type !== "BANK"
      ? null
      : {
          platform_id: raw.AccountID,
          account_name: raw.Name,
          account_number: raw.BankAccountNumber,
          category: raw.BankAccountType,
          currency_id: raw.CurrencyCode,
          account_id: raw.AccountID,
          status: accountStatus(raw.Status),
          updated_at: raw.UpdatedDateUTC
        }
})
