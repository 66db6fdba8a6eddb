/** Money spent without a bill, and transfers between two bank accounts: made, changed and deleted. */
import { type Take, type Writes } from "@svc/core"
import { transferPath, transferPrefix, transfers } from "./bank-transactions.ts"
import { expenses, spendPath } from "./expenses.ts"
import { cents, currencyTo, lineLookups } from "./write-lines.ts"
import { dayTo, ref, writing } from "./writing.ts"

type Row = NonNullable<Writes.ItemOf<"EXPENSES">["line_items"]>[number]
const line = (row: Row, { isNew, refuse }: Take.At<any>, index: number) => {
  const place = `[${index}]`
  const id = row.platform_id?.split("/").at(-1)
  const jobs = [...new Set([row.project_id, ...(row.tracking_category_ids ?? [])].flatMap((own) => own ?? []))]
  if (jobs.length > 1) refuse("is one more than the job that a line has", `${place}.tracking_category_ids`)
  return {
    ...(isNew || id === undefined ? {} : { RowID: Number(id) }),
    Account: { UID: row.account_id ?? refuse("is required", `${place}.account_id`) },
    TaxCode: { UID: row.tax_id ?? refuse("is required", `${place}.tax_id`) },
    Memo: row.description ?? "",
    Amount: cents((row.quantity ?? 1) * (row.unit_amount ?? 0)),
    ...(row.quantity === null || row.quantity === undefined ? {} : { UnitCount: row.quantity }),
    ...(jobs[0] === undefined ? {} : { Job: { UID: jobs[0] } })
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
      whole: (rows, at) => ({ Lines: (rows ?? []).map((row, index) => line(row, at, index)) })
    }
  },
  creates: { currency_id: currencyTo },
  clears: ["memo", "contact_id"]
})

const uidOf = (id: string): string => id.replace(transferPrefix, "")
const own = (id: string | null | undefined, { isNew, refuse }: Take.At<any>): object =>
  isNew || id?.startsWith(transferPrefix)
    ? {}
    : refuse("is no transfer, and what is none is written elsewhere", "platform_id")
export const writeBankTransactions = writing("BANK_TRANSACTIONS", ["create", "update"], {
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
  makes: ({ platform_id }, at) => own(platform_id, at)
})
