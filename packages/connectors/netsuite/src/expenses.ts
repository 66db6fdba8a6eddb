/** What was paid at once or by an employee: checks, card charges, expense reports. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { Document, documentFields, documents } from "./document-fields.ts"
import { amounts } from "./document-lines.ts"
import { headOf } from "./wire.ts"

const modes = Normalize.word({ Check: "CHECK", CardChrg: "CREDIT_CARD" }, null)

export const expenses = Connector.read("EXPENSES", {
  ...documents(["Check", "CardChrg", "ExpRept"], { entitytype: "e.type" }),
  item: Document,
  map: (raw) => {
    const row = headOf(raw)
    return {
      ...documentFields(raw, "purchases", null),
      account_id: amounts(raw.rows, "purchases").main?.account,
      payment_mode: modes(row.type),
      memo: row.memo
    }
  }
})
