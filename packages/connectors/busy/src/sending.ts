/** What is sent to be booked: XML in a header, which is answered by the code of what it became. */
import type { Take } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Write from "@svc/core/Write"
import * as Xml from "@svc/core/Xml"
import { type Row } from "./query.ts"

/** What proxies and servers let pass in one header, with room for the others. */
const longest = 7_000
/** XML as a header carries it: on one line, and of plain letters. */
export const inHeader = (
  document: Parameters<typeof Xml.write>[0],
  refuse: Take.At["refuse"],
  place: string
): string => {
  const text = Xml.write(document).replace(/[^\x20-\x7e]/gu, (sign) => `&#${sign.codePointAt(0)};`)
  return text.length > longest ? refuse("is longer than the web service takes in one call", place) : text
}

/** The answer is the code of the new record alone. */
export const code = (body: unknown): ReadonlyArray<Write.Answer> => {
  if (typeof body !== "string" || !/^\d{1,15}$/.test(body))
    throw new Error("the answer does not say the code of the new record")
  return [Write.acceptedId(body)]
}
/** A new record among rows, by its code. */
export const found = (row: Row | undefined, column: string): unknown =>
  row === undefined ? undefined : Write.acceptedId(String(row[column]))
/** Day, month and year, as Busy writes a day. */
export const dated = (value: string | null | undefined): string =>
  (Normalize.day(value) ?? "").split("-").toReversed().join("-")
