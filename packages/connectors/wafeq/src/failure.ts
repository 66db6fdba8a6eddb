/** How Wafeq says that something went wrong: three forms are in use, of which the first is the one that it describes. */
import type { Connector } from "@svc/core"
import * as Call from "@svc/core/Call"

interface Said {
  readonly place: string | undefined
  readonly text: string
}
const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)
const said = (place: unknown, value: unknown): ReadonlyArray<Said> => {
  const words = text(value)
  return words === undefined ? [] : [{ place: text(place), text: words }]
}

/** `{attr, code, detail}`, a list of such under `errors`, or a member's name with what is wrong with it. */
const saidIn = (body: unknown): ReadonlyArray<Said> => {
  if (Array.isArray(body)) return body.flatMap((own) => (typeof own === "string" ? said(undefined, own) : saidIn(own)))
  if (typeof body !== "object" || body === null) return []
  const detail = said(Call.at(body, "attr"), Call.at(body, "detail"))
  if (detail.length > 0) return detail
  const errors: unknown = Call.at(body, "errors")
  if (Array.isArray(errors)) return saidIn(errors)
  return Object.entries(body).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : []).flatMap((own: unknown) => said(name, own))
  )
}

/** Members that are called otherwise here; a place inside a list is that of the list. */
const names: Readonly<Record<string, string>> = {
  contact: "contact_id",
  currency: "currency_id",
  exchange_rate: "currency_rate",
  notes: "memo",
  name_en: "name",
  account_code: "nominal_code",
  classification: "category",
  parent: "parent_account_id",
  sku: "code",
  tax_registration_number: "tax_number",
  paid_through_account: "account_id"
}
const fieldOf = (place: string | undefined): string | undefined => {
  const [name = ""] = place?.split(/[.[]/) ?? []
  if (name === "" || name === "non_field_errors") return undefined
  if (names[name] !== undefined) return names[name]
  if (name.endsWith("_due_date")) return "due_date"
  if (name.endsWith("_date")) return "posted_date"
  return name.endsWith("_number") ? "document_number" : name
}
const exists = /already exists|must be unique|must make a unique set/i

export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, status }) => {
  const all = saidIn(body)
  const message = all.length === 0 ? undefined : all.map((own) => own.text).join("; ")
  const field = fieldOf(all.find(({ place }) => place !== undefined)?.place)
  return {
    message,
    ...(field === undefined ? {} : { field }),
    ...(status === 400 && message !== undefined && exists.test(message) ? { reason: "Conflict" as const } : {})
  }
}
