/** Items and accounts made, changed and deleted. */
import { type Take, type Writes } from "@svc/core"
import { accounts } from "./accounts.ts"
import { items } from "./items.ts"
import { taxCodes, untaxedOf } from "./tax-codes.ts"
import { ref, writing } from "./writing.ts"

const statusTo = (status: string): object => ({ IsActive: status === "ACTIVE" })

type Item = Writes.ItemOf<"ITEMS">
/** One side of an item: MYOB wants the account and the tax of what is bought or sold. */
const buying = (side: NonNullable<Item["bill_item"]>, { raw }: Take.At<Item>): object => ({
  IsBought: true,
  ...(side.account_id
    ? { [raw?.["IsInventoried"] === true ? "CostOfSalesAccount" : "ExpenseAccount"]: { UID: side.account_id } }
    : {}),
  BuyingDetails: {
    ...raw?.["BuyingDetails"],
    ...(side.unit_price === null || side.unit_price === undefined ? {} : { StandardCost: side.unit_price }),
    ...(side.tax_id ? { TaxCode: { UID: side.tax_id } } : {})
  }
})
const selling = (side: NonNullable<Item["invoice_item"]>, { raw }: Take.At<Item>): object => ({
  IsSold: true,
  ...(side.account_id ? { IncomeAccount: { UID: side.account_id } } : {}),
  SellingDetails: {
    ...raw?.["SellingDetails"],
    ...(side.unit_price === null || side.unit_price === undefined ? {} : { BaseSellingPrice: side.unit_price }),
    ...(side.tax_id ? { TaxCode: { UID: side.tax_id } } : {})
  }
})
const sides = ["tax_id", "account_id", "unit_price"] as const

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
    bill_item: { of: sides, whole: (side, at) => (side === null ? { IsBought: false } : buying(side, at as never)) },
    invoice_item: { of: sides, whole: (side, at) => (side === null ? { IsSold: false } : selling(side, at as never)) }
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
