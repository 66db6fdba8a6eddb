/** How Razorpay says that something went wrong: https://razorpay.com/docs/errors */
import type { Connector, ConnectorError } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"

const textAt = (body: unknown, path: string): string | undefined => {
  const found = Call.at(body, path)
  return typeof found === "string" ? (Normalize.text(found) ?? undefined) : undefined
}

/** Quirk: most refusals are 400 with the same code, and only their words tell what they mean. */
const meanings: ReadonlyArray<readonly [RegExp, ConnectorError.PlatformFailure["reason"]]> = [
  [/\b(?:api key provided is invalid|authentication failed|api key .*expired)\b/i, "AuthExpired"],
  [/\bid provided does not exist\b|\bis not a valid id\b/i, "NotFound"]
]

/** What members of ours are made of. */
const fields: Readonly<Record<string, string>> = {
  contact: "phone_numbers",
  currency: "currency_id",
  customer_id: "contact_id",
  email: "external_links",
  gstin: "tax_number",
  receipt: "reference"
}

export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, status }) => {
  const message = textAt(body, "error.description") ?? textAt(body, "error_description") ?? textAt(body, "error.code")
  const field = textAt(body, "error.field")
  return {
    message,
    field: fields[field ?? ""] ?? field,
    reason: status === 400 ? meanings.find(([words]) => words.test(message ?? ""))?.[1] : undefined
  }
}
