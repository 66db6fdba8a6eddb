/** What of a payment is changed and deleted: the part that is on one document, or all of it where there is no other part. */
import type { Take, Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Write from "@svc/core/Write"
import { picked } from "./write-lines.ts"
import { at, idIn, type Own } from "./records.ts"

interface Paying {
  readonly kind: Own["kind"]
  readonly note: Own["kind"]
  /** What is paid: its collection, and the member that names one. */
  readonly documents: "bills" | "invoices"
  readonly document: "bill_id" | "invoice_id"
  /** Members of what is put on a document: the part of a payment that is said again, the id of the part of a note. */
  readonly part?: string
  readonly credited: string
  /** What of a payment is on nothing. */
  readonly rest: string
  /** What is said again with each change. */
  readonly kept: ReadonlyArray<string>
}
/** Our id: `payment:document`, or `credited:note:part`. */
const named = (id: string) => {
  const [payment = "", part = ""] = id.replace(/^credited:/, "").split(":")
  return { payment, part, isCredit: id.startsWith("credited:") }
}
export const isCredit = ({ platform_id: id }: { readonly platform_id?: string | null | undefined }) =>
  named(id ?? "").isCredit
const numberAt = (raw: unknown, name: string): number => Normalize.number(Call.at(raw, name)) ?? 0
const rowsAt = (raw: unknown, name: string) => (Call.at(raw, name) ?? []) as ReadonlyArray<Take.Item>

export const paying = ({ credited, document, documents, kept, kind, note, part, rest }: Paying) => ({
  kind,
  referred: true as const,
  // One payment of the day may be as large as another.
  alike: { amount: "amount", payment_date: "date" },
  shown: (raw: Take.Item, item: Take.Item) => Write.acceptedId(`${idIn(raw, kind)}:${item[document] ?? "unused"}`),
  departs: (usual: Writer.Way): Writer.Way => ({
    ...usual,
    update: {
      current: true,
      answers: (_, [sent]) => [Write.acceptedId(sent!.id)],
      call: ({ body, id, raw = {}, refuse }) => {
        const own = named(id)
        if (own.isCredit) return refuse("is a credit: it is put on a document, or taken off it", "platform_id")
        const old = rowsAt(raw, documents).find((each) => String(each[document]) === own.part)
        const had = old === undefined ? numberAt(raw, rest) : numberAt(old, "amount_applied")
        const put = rowsAt(raw, documents).map((each) => ({
          ...picked(each, part === undefined ? [] : [part]),
          [document]: each[document],
          amount_applied: each === old ? (body["amount"] ?? had) : each["amount_applied"]
        }))
        return {
          method: "PUT",
          path: at(kind, own.payment),
          body: {
            ...picked(raw, kept),
            ...body,
            amount: Normalize.sum([raw["amount"], body["amount"] ?? had, -had]),
            [documents]: put
          }
        }
      }
    },
    delete: {
      current: true,
      call: ({ id, raw, refuse }) => {
        const own = named(id)
        if (own.isCredit) {
          const all = [...rowsAt(raw, `${documents}_credited`), ...rowsAt(raw, documents)]
          return all.some((each) => String(each[credited]) === own.part)
            ? { method: "DELETE", path: at(note, own.payment, documents, own.part) }
            : refuse("cannot be told from others that are put on it", "platform_id")
        }
        return rowsAt(raw, documents).length + (numberAt(raw, rest) > 0 ? 1 : 0) > 1
          ? refuse("is a part of a payment of several", "platform_id")
          : { method: "DELETE", path: at(kind, own.payment) }
      }
    }
  })
})
