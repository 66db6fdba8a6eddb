/** Reads invoices, with a token that the app has. */
import { connect } from "@svc/core/connect"
import { xero } from "@svc/xero"

export const paid = async (access_token: string, tenantId: string): Promise<number> => {
  const books = connect(xero, { credentials: { access_token }, settings: { tenantId } })
  let sum = 0
  for await (const { amount_due, total_amount } of books.list("INVOICES", { since: "2026-01-01" })) {
    sum += (total_amount ?? 0) - (amount_due ?? 0)
  }
  return sum
}
