/** Items and accounts made, changed and deleted, and what the bank calls an account. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Take from "@svc/core/Take"
import { accounts, bankAccounts } from "./accounts.ts"
import { items } from "./items.ts"
import { taxCodes, untaxedOf } from "./tax-codes.ts"
import { ref, writing } from "./writing.ts"

const statusTo = (status: string): object => ({ IsActive: status === "ACTIVE" })

type Side = NonNullable<Writes.ItemOf<"ITEMS">["bill_item"] | Writes.ItemOf<"ITEMS">["invoice_item"]>
/** One side of an item: MYOB wants the account and the tax of what is bought or sold. */
const sideTo = (
  is: "IsBought" | "IsSold",
  details: "BuyingDetails" | "SellingDetails",
  price: string,
  accountOf: (raw: Take.Item | undefined) => string
) => ({
  of: ["tax_id", "account_id", "unit_price"] as const,
  whole: (own: Side | null, { raw }: Take.At<any, any>): object =>
    own === null
      ? { [is]: false }
      : {
          [is]: true,
          ...(own.account_id ? { [accountOf(raw)]: { UID: own.account_id } } : {}),
          [details]: {
            ...raw?.[details],
            ...(typeof own.unit_price === "number" ? { [price]: own.unit_price } : {}),
            ...(own.tax_id ? { TaxCode: { UID: own.tax_id } } : {})
          }
        }
})

export const writeItems = writing("ITEMS", ["create", "update", "delete"], {
  path: "/Inventory/Item",
  made: { IsActive: true, IsInventoried: false },
  alike: { code: "Number", name: "Name" },
  record: items,
  requires: { create: ["code", "name"] },
  takes: {
    code: "Number",
    name: "Name",
    description: "Description",
    status: statusTo,
    bill_item: sideTo("IsBought", "BuyingDetails", "StandardCost", (raw) =>
      raw?.["IsInventoried"] === true ? "CostOfSalesAccount" : "ExpenseAccount"
    ),
    invoice_item: sideTo("IsSold", "SellingDetails", "BaseSellingPrice", () => "IncomeAccount")
  },
  clears: ["description", "bill_item", "invoice_item"]
})

export const writeAccounts = writing("ACCOUNTS", ["create", "update", "delete"], {
  path: "/GeneralLedger/Account",
  made: { IsActive: true, IsHeader: false },
  alike: { nominal_code: "DisplayID", name: "Name" },
  record: accounts,
  requires: { create: ["name", "nominal_code", "sub_category"] },
  lookups: { codes: taxCodes },
  takes: {
    name: "Name",
    description: "Description",
    status: statusTo,
    // MYOB's type, from which the category follows.
    sub_category: "Type"
  },
  creates: {
    // Quirk: the digit before the dash follows from the type; the number is the four behind it.
    nominal_code: (code, { refuse }) => {
      const number = /^(?:\d-)?(\d{4})$/.exec(code)?.[1]
      return number === undefined ? refuse("must be four digits, or such as 1-1110") : { Number: Number(number) }
    },
    parent_account_id: ref("ParentAccount")
  },
  clears: ["description"],
  // Quirk: an account wants a tax code, which it proposes for what is booked to it.
  makes: (_, { isNew, lookups }) => {
    const code = isNew ? untaxedOf(lookups.codes) : null
    return code === null ? {} : { TaxCode: { UID: code } }
  }
})

/** What the bank calls an account of the ledger. A new one is made as an account, since it needs a number there. */
export const writeBankAccounts = writing("BANK_ACCOUNTS", ["update", "delete"], {
  path: "/GeneralLedger/Account",
  alike: {},
  record: bankAccounts,
  takes: { status: statusTo, account_name: Take.beside, account_number: Take.beside, routing_number: Take.beside },
  makes: ({ account_name, account_number, routing_number }) => {
    const details = Call.present({
      BankAccountName: account_name ?? undefined,
      BankAccountNumber: account_number ?? undefined,
      BSBNumber: routing_number ?? undefined
    })
    return Object.keys(details).length === 0 ? {} : { BankingDetails: details }
  }
})
