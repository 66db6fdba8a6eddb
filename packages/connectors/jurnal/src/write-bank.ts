/** How deposits, withdrawals and transfers are written: what kind one is, its `type` says, and its id later. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import { deposits, transfers, withdrawals } from "./bank-transactions.ts"
import { day } from "./lists.ts"
import { account, type Found, lookups } from "./write-lookups.ts"
import { id, idIn, named, writing } from "./writing.ts"

const reads = { deposit: deposits, transfer: transfers, withdrawal: withdrawals }
type Kind = keyof typeof reads
const kindOf = (item: Take.Item): Kind | null => {
  const [kind = ""] = String(item["platform_id"] || item["type"]).split(":")
  return Object.hasOwn(reads, kind) ? (kind as Kind) : null
}
const needed = {
  deposit: ["to_account_id", "account_id"],
  transfer: ["from_account_id", "to_account_id"],
  withdrawal: ["from_account_id", "account_id"]
} as const

/** What is deposited or withdrawn is booked on one account, on one side of its line. */
const booked = (side: "credit" | "debit") => {
  const line = (own: object, { isNew, raw, refuse }: Take.At<any, any>): object => {
    const [was, more] = (raw?.["transaction_account_lines"] ?? []) as ReadonlyArray<Take.Item>
    if (!isNew && (was === undefined || more !== undefined)) refuse("is booked on several accounts in Jurnal alone")
    const same = was === undefined ? {} : { id: was["id"], account_name: named(was, "account") }
    return { transaction_account_lines_attributes: [{ ...same, ...own }] }
  }
  return {
    account_id: (value: string, at: Take.At<any, Found>) => {
      const amount: unknown = at.root["amount"]
      return line({ ...account("account_name")(value, at), ...(amount == null ? {} : { [side]: amount }) }, at)
    },
    amount: (amount: number, at: Take.At<any, Found>) => (at.root["account_id"] ? {} : line({ [side]: amount }, at))
  }
}
const from = { from_account_id: account("refund_from_name") }
const to = { to_account_id: account("deposit_to_name") }

/** Quirk: a number that is taken is refused, and a record is found by its number as by its id. */
const byNumber = Write.lookup({
  call: (item: Take.Item) => ({ path: `/bank_${kindOf(item)}s/${Call.segment(item["reference"])}` }),
  find: (body, item: Take.Item) => {
    const kind = kindOf(item)
    const found = Call.at(body, `bank_${kind}`)
    const is = (member: string, value: unknown) => Call.at(found, member) === value
    return is("transaction_no", item["reference"]) &&
      day.read(Call.at(found, "transaction_date")) === Normalize.day(item["transaction_date"]) &&
      Normalize.number(Call.at(found, "original_amount")) === item["amount"]
      ? Write.acceptedId(`${kind}:${Normalize.id(Call.at(found, "id"))}`)
      : undefined
  }
})
export const writeBankTransactions = writing("BANK_TRANSACTIONS", ["create", "update", "delete"], {
  record: (item) => reads[kindOf(item) ?? "deposit"],
  list: (kind) => `bank_${kind}s`,
  one: (kind) => `bank_${kind}`,
  idOf: (own) => own.split(":").at(-1) ?? "",
  kept: (raw) =>
    Call.present({
      deposit_to_name: named(raw, "deposit_to") ?? undefined,
      refund_from_name: named(raw, "refund_from") ?? undefined,
      transaction_date: day.read(raw["transaction_date"]),
      transaction_no: raw["transaction_no"]
    }),
  lookups,
  requires: ["type", "amount", "transaction_date", "reference"],
  takes: {
    transaction_date: Take.day("transaction_date"),
    description: "memo",
    reference: "transaction_no"
  },
  creates: { type: Take.beside },
  kinds: {
    deposit: { ...to, ...booked("credit"), contact_id: id("person_id") },
    transfer: { ...from, ...to, amount: "transfer_amount" },
    withdrawal: { ...from, ...booked("debit"), contact_id: id("person_id") }
  },
  kindOf,
  clears: ["description"],
  makes: (item, { isNew, refuse }) => {
    const missing = isNew ? needed[kindOf(item)!].find((name) => !item[name]) : undefined
    return missing === undefined ? {} : refuse("is required", missing)
  },
  departs: ({ create, ...usual }) => ({
    ...usual,
    create: {
      ...create,
      idempotency: byNumber,
      answers: (body, [sent]) => [Write.acceptedId(`${sent!.kind}:${idIn(body, `bank_${sent!.kind}`)}`)]
    }
  })
})
