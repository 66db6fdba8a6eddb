/** Ledgers of banks, overdrafts and the cash box. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { books, isIn, isMoney, ledgerMembers, nameOf } from "./books.ts"
import { anyCount } from "./company.ts"
import { baseCurrency, currencyOf } from "./currencies.ts"
import { balances } from "./reads.ts"
import { money, text } from "./wire.ts"

const { company, currencies, groups, ledgers } = books

export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  ...balances({
    type: "Ledger",
    fetch: "Guid,AlterId,Name,Parent,_PrimaryGroup,ClosingBalance,CurrencyName,BankDetails,IFSCode,BankingConfigBank"
  }),
  sequence: anyCount,
  item: Wire.struct({
    ...ledgerMembers,
    ...Wire.all(text, "BANKDETAILS", "IFSCODE", "IFSCCODE", "BANKINGCONFIGBANK"),
    CLOSINGBALANCE: money
  }),
  owner: ({ GUID }) => GUID,
  lookups: { company, currencies, groups, ledgers },
  map: (raw, { lookups }) => {
    if (!isMoney(lookups, raw)) return null
    const balance = raw.CLOSINGBALANCE?.base ?? null
    return {
      platform_id: raw.GUID,
      institution_name: raw.BANKINGCONFIGBANK,
      account_name: nameOf(raw),
      account_number: raw.BANKDETAILS,
      routing_number: raw.IFSCODE ?? raw.IFSCCODE,
      currency_id: (raw.CURRENCYNAME ? currencyOf(lookups.currencies, raw.CURRENCYNAME) : baseCurrency(lookups))?.GUID,
      category: isIn(lookups, raw, "cash-in-hand")
        ? "CASH"
        : isIn(lookups, raw, "bank od a/c", "bank occ a/c")
          ? "OVERDRAFT"
          : "BANK",
      balance: balance === null ? null : Normalize.sum([-balance]),
      account_id: raw.GUID,
      status: "ACTIVE"
    }
  }
})
