/** How Wafeq writes: every record is made, changed and deleted alone, and a change says only what changes. */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { pathOf } from "./lists.ts"

export interface Own {
  /** Where the records are. */
  readonly collection: string
  /** What a new record says unless the item does. */
  readonly made?: object
  /** A change needs the record as it is. */
  readonly current?: true
}
const lengthOf = (lines: unknown): number | null => (Array.isArray(lines) ? lines.length : null)
/** What was made of an item. Quirk: nowhere is it said that the lines of a change take the place of those before. */
export const made = (body: unknown, item: Take.Item | undefined): Write.Answer => {
  const asked = lengthOf(item?.["line_items"] ?? item?.["journal_lines"])
  const kept = lengthOf(Call.at(body, "line_items"))
  const message = `Wafeq has kept ${kept} lines where ${asked} were sent: look at the document`
  return asked === null || kept === null || asked === kept ? Write.accepted(body) : Write.refused({ message }, body)
}
export const writing = Writer.make(({ collection, current, made: unless }: Own) => ({
  // Replays the first answer for an hour.
  idempotency: Write.key("X-Wafeq-Idempotency-Key", { form: "uuid" }),
  answers: (body, [sent]) => [made(body, sent?.item)],
  empty: "",
  create: {
    call: ({ body }) => ({ method: "POST", path: pathOf(collection), body: { ...unless, ...body } })
  },
  update: {
    ...(current === undefined ? {} : { current }),
    call: ({ body, id }) => ({ method: "PATCH", path: pathOf(collection, id), body })
  },
  delete: {
    idempotency: Write.natural,
    call: ({ id }) => ({ method: "DELETE", path: pathOf(collection, id) })
  },
  void: {
    call: ({ id }) => ({
      method: "PATCH",
      path: pathOf(collection, id),
      body: { status: "VOIDED" }
    })
  }
}))

/** What another record is named by; null where it is taken away. */
export const ref = (to: string): Take.Named<string> => ({ to, by: (id) => id })
/** A rate has six decimals, ours and theirs alike: units of the books' currency for one of the document's. */
export const rate: Take.Named<number> = {
  to: "exchange_rate",
  by: (value) => Normalize.rounded(value, 6)
}
/** A line has one cost centre. */
export const costCenter: Take.Make<ReadonlyArray<string>, unknown> = ([id, ...more], { refuse }) =>
  more.length > 0 ? refuse("is one more than Wafeq keeps", "[1]") : { cost_center: id }
