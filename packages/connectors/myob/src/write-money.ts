/** Money spent without a bill, and transfers between two bank accounts: made, changed and deleted. */
import type { Take, Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import { transferPath, transferPrefix, transfers } from "./bank-transactions.ts"
import { expenses, spendPath } from "./expenses.ts"
import { currencyTo, lineLookups } from "./write-lines.ts"
import { categoryOf, jobOf } from "./write-tracking.ts"
import { dayTo, ref, writing } from "./writing.ts"

type Row = NonNullable<Writes.ItemOf<"EXPENSES">["line_items"]>[number]
/** A line that is there already keeps what is not said of it. */
const line = (row: Row, { isNew, raw, refuse }: Take.At<any>, index: number) => {
  const place = `[${index}]`
  const id = row.platform_id?.split("/").at(-1)
  const was = isNew ? undefined : Read.arrayAt(raw, "Lines").find((own) => String(Call.at(own, "RowID")) === id)
  const needs = (member: "account_id" | "tax_id" | "unit_amount") =>
    row[member] ?? (was === undefined ? refuse("is required", `${place}.${member}`) : null)
  const [account, tax, price] = [needs("account_id"), needs("tax_id"), needs("unit_amount")]
  const count = row.quantity ?? Normalize.number(Call.at(was, "UnitCount")) ?? 1
  if (price === null && row.quantity) refuse("is required beside a quantity", `${place}.unit_amount`)
  return {
    ...(was === undefined ? {} : { RowID: Number(id) }),
    ...(account === null ? {} : { Account: { UID: account } }),
    ...(tax === null ? {} : { TaxCode: { UID: tax } }),
    ...(was !== undefined && !row.description ? {} : { Memo: row.description ?? "" }),
    ...(price === null ? {} : { Amount: Normalize.rounded(Number(price) * count) }),
    ...(row.quantity === null || row.quantity === undefined ? {} : { UnitCount: row.quantity }),
    ...jobOf(row, isNew, (message, below) => refuse(message, `${place}.${below}`))
  }
}

export const writeExpenses = writing("EXPENSES", ["create", "update", "delete"], {
  path: spendPath,
  made: { PayFrom: "Account", IsTaxInclusive: false },
  alike: {
    account_id: "Account.UID",
    contact_id: "Contact.UID",
    posted_date: "Date",
    document_number: "PaymentNumber",
    memo: "Memo"
  },
  record: expenses,
  requires: {
    create: [
      "account_id",
      "posted_date",
      "line_items",
      "line_items.account_id",
      "line_items.tax_id",
      "line_items.unit_amount"
    ]
  },
  lookups: lineLookups,
  takes: {
    account_id: ref("Account"),
    contact_id: ref("Contact"),
    document_number: "PaymentNumber",
    posted_date: dayTo("Date"),
    memo: "Memo",
    currency_rate: "CurrencyExchangeRate",
    line_items: {
      of: [
        "platform_id",
        "tracking_category_ids",
        "project_id",
        "tax_id",
        "account_id",
        "description",
        "quantity",
        "unit_amount"
      ],
      whole: (rows, at) => ({
        Lines: (rows ?? []).map((row, index) => line(row, at, index)),
        ...categoryOf(rows ?? [], at.isNew, (message, below) => at.refuse(message, `${below}.tracking_category_ids`))
      })
    }
  },
  creates: { currency_id: currencyTo },
  clears: ["memo", "contact_id"]
})

const uidOf = (id: string): string => id.replace(transferPrefix, "")
/** What else is in this model is written elsewhere, and no transfer's absence is its own. */
const own = (id: string | null | undefined, { isNew, refuse }: Pick<Take.At, "isNew" | "refuse">): object =>
  isNew || id?.startsWith(transferPrefix)
    ? {}
    : refuse("is no transfer, and what is none is written elsewhere", "platform_id")
export const writeBankTransactions = writing("BANK_TRANSACTIONS", ["create", "update", "delete"], {
  path: transferPath,
  idOf: (uid) => `${transferPrefix}${uid}`,
  uidOf,
  alike: {
    from_account_id: "FromAccount.UID",
    to_account_id: "ToAccount.UID",
    amount: "Amount",
    transaction_date: "Date",
    reference: "TransferNumber"
  },
  record: transfers,
  requires: { create: ["from_account_id", "to_account_id", "amount", "transaction_date"] },
  takes: {
    from_account_id: ref("FromAccount"),
    to_account_id: ref("ToAccount"),
    amount: "Amount",
    transaction_date: dayTo("Date"),
    description: "Memo",
    reference: "TransferNumber"
  },
  clears: ["description"],
  makes: ({ platform_id }, at) => own(platform_id, at),
  departs: ({ delete: remove }) => ({
    delete: { call: (sent) => (own(sent.id, { ...sent, isNew: false }), remove!.call!(sent)) }
  })
})
