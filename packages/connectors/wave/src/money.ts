/**
 * Money transactions, which Wave has in beta: expenses and journal entries are made of them. Nothing reads them again, so what
 * was sent is the record, under the id that Wave answers.
 */
import { Call, Normalize, Page, Read, Wire, Write, Writer } from "@svc/core"
import { ask } from "./asking.ts"
import { mutate } from "./writing.ts"

const Part = { accountId: Wire.id, amount: Wire.number }
const Sent = Wire.struct({
  id: Wire.required(Wire.id),
  date: Wire.day,
  description: Wire.text,
  anchor: Wire.required(Wire.struct({ ...Part, direction: Wire.decisive(Wire.text) })),
  lineItems: Wire.required(
    Wire.list(
      Wire.required(
        Wire.struct({ ...Part, balance: Wire.decisive(Wire.text), customerId: Wire.id, description: Wire.text })
      )
    )
  )
})
/** What was sent, as a listing that nobody asks for. */
export const copy = {
  ...ask("query Nothing { user { id } }", {}),
  page: Page.single,
  items: "",
  item: Sent,
  from: "mapping" as const,
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
export const total = (amounts: ReadonlyArray<number | null>): string => String(Normalize.sum(amounts) ?? 0)
