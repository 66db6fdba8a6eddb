/** How Business Central says that something went wrong: a code, and a text in which it names the request. */
import type { Connector } from "@svc/core"
import * as Call from "@svc/core/Call"

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)

/** Members that are called otherwise here. */
const names: Readonly<Record<string, string>> = {
  displayName: "name",
  number: "document_number",
  customerId: "contact_id",
  customerNumber: "contact_id",
  vendorId: "contact_id",
  vendorNumber: "contact_id",
  currencyCode: "currency_id",
  currencyId: "currency_id",
  taxRegistrationNumber: "tax_number",
  dueDate: "due_date"
}
/** The member that a message is about, which stands in quotes. */
const fieldIn = (message: string | undefined): string | undefined =>
  names[/['"](\w+)['"]/.exec(message ?? "")?.[1] ?? ""]

export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, status }) => {
  const code = text(Call.at(body, "error.code"))
  const message = text(Call.at(body, "error.message"))?.replace(/\s*CorrelationId:\s*[\w-]+\.?\s*$/, "")
  const field = fieldIn(message)
  return {
    message,
    ...(field === undefined ? {} : { field }),
    ...(code === "Internal_EntityWithSameKeyExists" ? { reason: "Conflict" as const } : {}),
    ...(status === 403 || code?.startsWith("Authorization_") === true ? { reason: "Forbidden" as const } : {}),
    ...(code === "Request_EntityChanged" ? { stale: true } : {})
  }
}

/** Quirk: a batch is a success even where none of its parts was taken. */
export const failureInside: NonNullable<Connector.Http<any>["failureInside"]> = ({ body }) => {
  const parts = Call.at(body, "responses")
  const refused = Array.isArray(parts) && parts.find((own) => Number(Call.at(own, "status")) >= 400)
  if (!refused) return null
  const [status, said] = [Number(Call.at(refused, "status")), Call.at(refused, "body")]
  const { reason: _, ...own } = failure({ body: said, headers: {}, status })
  return { ...own, body: said, ...(status === 409 || status === 412 ? { stale: true } : { reason: "Rejected" }) }
}
