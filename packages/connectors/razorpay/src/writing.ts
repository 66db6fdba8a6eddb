/** How Razorpay is written to. It has no keys but for refunds: before a repeat, what was made is looked for. */
import * as Call from "@svc/core/Call"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { seconds } from "./wire.ts"

interface Own {
  readonly path: string
  readonly verb?: "PATCH" | "PUT"
  /** What a new record is sent with besides. */
  readonly made?: object
  /** Where the rows are in a list; `items` when absent. */
  readonly list?: string
  /** Members that tell what was made from others; all that were sent when absent. */
  readonly by?: ReadonlyArray<string>
  /** What narrows the list down to what was made since. */
  readonly search?: (body: Readonly<Record<string, unknown>>, since: string) => Call.Query
}
/** Whether a record is what was sent, and was made since the write began. */
const isIt = (
  row: unknown,
  body: Readonly<Record<string, unknown>>,
  by: ReadonlyArray<string>,
  since: string
): boolean =>
  Number(Call.at(row, "created_at")) >= seconds(since) && by.every((name) => Call.at(row, name) === body[name])

export const writing = Writer.make(({ by, list, made, path, search, verb }: Own, { sentOf }) => {
  const address = ({ id }: Writer.Sent) => `${path}/${Call.segment(id)}`
  return {
    idempotency: Write.natural,
    answers: (body) => [Write.accepted(body)],
    create: {
      call: ({ body }) => ({ method: "POST", path, body: { ...body, ...made } }),
      idempotency: Write.lookup({
        call: (item, context) => ({
          path,
          query: { ...search?.(sentOf(item, context).body, context.since), count: 100 }
        }),
        find: (answer, item, context) => {
          const { body } = sentOf(item, context)
          return Read.requiredArrayAt(answer, list ?? "items").find((row) =>
            isIt(row, body, by ?? Object.keys(body), context.since)
          )
        }
      })
    },
    update: { call: (sent) => ({ method: verb ?? "PATCH", path: address(sent), body: sent.body }) },
    delete: { call: (sent) => ({ method: "DELETE", path: address(sent) }), answers: () => [Write.done] },
    void: { call: (sent) => ({ method: "POST", path: `${address(sent)}/cancel` }) }
  }
})
