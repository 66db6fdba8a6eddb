/**
 * Money transactions, which Wave has in beta: expenses, movements and journal entries are made of them. Nothing reads them again, so what
 * was sent is the record, under the id that Wave answers.
 */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { ask } from "./asking.ts"
import { mutate } from "./writing.ts"

const Part = { accountId: Wire.id, amount: Wire.number }
const Other = Wire.struct({ ...Part, balance: Wire.decisive(Wire.text), customerId: Wire.id, description: Wire.text })
const Sent = Wire.struct({
  id: Wire.required(Wire.id),
  date: Wire.day,
  description: Wire.text,
  anchor: Wire.required(Wire.struct({ ...Part, direction: Wire.decisive(Wire.text) })),
  lineItems: Wire.required(Wire.list(Wire.required(Other)))
})
/** What was sent, as a listing that nobody asks for. */
export const copy = {
  ...ask("query Nothing { user { id } }", {}),
  page: Page.single,
  items: "",
  item: Sent,
  from: Read.byMapping("Nothing lists them"),
  deletes: Read.never("Wave shows money transactions to nobody")
}
export const writing = Writer.make(() => ({
  idempotency: Write.keyBody("variables.input.externalId"),
  answers: (answer, [sent]) => {
    const id = Call.at(answer, "data.done.transaction.id")
    return [Write.accepted({ ...sent?.body, id })]
  },
  create: {
    call: ({ body, settings }) =>
      mutate("moneyTransactionCreate", { businessId: settings["business"], ...body }, "transaction { id }")
  }
}))
interface Line {
  readonly account_id?: string | null | undefined
  readonly contact_id?: string | null | undefined
  readonly description?: string | null | undefined
}
/** One of the accounts beside that of the bank. */
export const lineOf = ({ account_id, contact_id, description }: Line, amount: unknown, balance: unknown) =>
  Call.present({ accountId: account_id, amount: String(amount), balance, customerId: contact_id, description })
export const total = (amounts: ReadonlyArray<number | null>): string => String(Normalize.sum(amounts) ?? 0)
