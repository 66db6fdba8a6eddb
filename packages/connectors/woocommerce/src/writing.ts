/**
 * How WooCommerce is written to: each record by a call of its own, since what comes of a batch that breaks off cannot be told apart. It takes no
 * keys, so each new record bears one among its meta data, which lists show.
 */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { asked } from "./wire.ts"

interface Own {
  readonly path: string
  /** What narrows the list down to what may be the new record. */
  readonly found: (item: Take.Item) => Call.Query
  /** The list cannot be asked for what was made since. */
  readonly undated?: true
  /** A change is made of the record as it is. */
  readonly changes?: true
  /** There is no trash: what is deleted is gone for good. */
  readonly forced?: true
}

const mark = "_svc_request"
const most = 100
const isMarked = (row: unknown, key: string): boolean =>
  Read.requiredArrayAt(row, "meta_data").some((own) => Call.at(own, "key") === mark && Call.at(own, "value") === key)

export const writing = Writer.make(({ changes, forced, found, path, undated }: Own) => {
  const address = ({ id, refuse }: Writer.Sent): string =>
    /^\d+$/.test(id) ? `${path}/${id}` : refuse("is of a guest, who is known by orders alone", "platform_id")
  return {
    idempotency: Write.natural,
    answers: (body) => [Write.accepted(body)],
    empty: "",
    create: {
      call: ({ body }) => ({ method: "POST", path, body: { ...body, meta_data: [{ key: mark, value: "" }] } }),
      idempotency: Write.lookup<Take.Item>({
        key: { in: "body", name: "meta_data.0.value", form: "plain" },
        call: (item, { since }) => ({
          path,
          query: {
            ...found(item),
            ...(undated ? {} : { after: asked(since), dates_are_gmt: true, orderby: "date", order: "asc" }),
            per_page: most
          }
        }),
        find: (body, _, { key }) => {
          const all = Read.requiredArrayAt(body, "")
          const own = all.find((row) => isMarked(row, key))
          if (own === undefined && all.length >= most) throw new Error("the list is too long to be looked through")
          return own
        }
      })
    },
    update: {
      ...(changes ? { current: true } : {}),
      call: (sent) => ({ method: "PUT", path: address(sent), body: sent.body })
    },
    delete: {
      call: (sent) => ({ method: "DELETE", path: address(sent), ...(forced ? { query: { force: true } } : {}) })
    },
    void: { call: (sent) => ({ method: "PUT", path: address(sent), body: { status: "cancelled" } }) }
  }
})
