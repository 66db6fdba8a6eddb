/**
 * How Zoho Books writes: one call makes or changes a record, further ones open it, put it away or put it on others. It has no
 * versions and takes no key: what was made is looked for by its number, or by a reference of ours.
 */
import type { Call, Take } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { existing, uniqueField } from "./finding.ts"
import { at, idIn, type Own, recordIn, shownBy } from "./records.ts"

export const writing = Writer.make((own: Own & { readonly record: unknown }) => {
  const { completes, kind, made, madeInOne, moves, query, stateOf = () => null, voids = "status/void", whole } = own
  const shown = shownBy(own)
  const call = (method: "POST" | "PUT", path: string, body: object, given = query) => ({
    method,
    path,
    ...(given ? { query: given } : {}),
    body
  })
  const create = ({ body, settings }: Writer.Sent): Call.Call => {
    const field = uniqueField(own, settings)
    if (field === undefined) return call("POST", at(kind), body, made)
    // A record that has the value is changed to what it was made as; without one, a new record is made with it.
    return { ...call("PUT", at(kind), body, made), headers: { "x-unique-identifier-key": field, "x-upsert": "true" } }
  }
  const update = ({ body, id, raw }: Writer.Sent) =>
    call("PUT", at(kind, id), raw === undefined ? body : (whole?.(raw, body) ?? body))
  /** What is left to do with a record that was made or changed, and then the record. */
  const rest = (sent: Parameters<Writer.Steps>[0], raw: Take.Item): Write.Step | Write.Answer => {
    const { answered, isNew, item } = sent
    const id = isNew ? idIn(raw, kind) : sent.id
    const [wanted, now] = [item["status"] as string | null | undefined, stateOf(raw)]
    if (answered["moved"] === undefined && wanted && wanted !== now) {
      const move = moves?.[wanted]
      const message = `Zoho Books has it as ${now ?? "something else"}, not as ${wanted}`
      return move == null
        ? Write.refused({ message, field: "status" }, raw)
        : Write.step("moved", { method: "POST", path: at(kind, id, move) }, { idempotency: Write.natural })
    }
    const next = isNew ? completes?.(sent, raw) : null
    const isDone = Object.keys(answered).every((name) => name === "made" || name === "changed")
    return next ?? (isDone ? shown(raw, item) : Write.acceptedId(id))
  }
  const inOne = {
    answers: (body: unknown, [sent]: ReadonlyArray<Writer.Sent>) => [shown(recordIn(body, kind), sent!.item)]
  }
  return {
    idempotency: Write.natural,
    empty: "",
    create: {
      idempotency: existing(own),
      ...(madeInOne || (moves ?? completes) === undefined
        ? { call: create, ...inOne }
        : {
            steps: (sent) => {
              const { made: first } = sent.answered
              if (first !== undefined) return rest(sent, recordIn(first.body, kind))
              return Write.step("made", create(sent), {
                id: ({ body }) => Normalize.id(recordIn(body, kind)[kind.id]),
                undo: ({ body }) => ({ method: "DELETE", path: at(kind, idIn(recordIn(body, kind), kind)) })
              })
            }
          })
    },
    update: {
      ...(whole === undefined ? {} : { current: true }),
      ...(moves === undefined
        ? { call: update, ...inOne }
        : {
            steps: (sent) => {
              const { changed } = sent.answered
              if (Object.keys(sent.body).length === 0) return rest(sent, sent.raw!)
              return changed === undefined
                ? Write.step("changed", update(sent))
                : rest(sent, recordIn(changed.body, kind))
            }
          })
    },
    delete: { call: ({ id }) => ({ method: "DELETE", path: at(kind, id) }) },
    void: { call: ({ id }) => ({ method: "POST", path: at(kind, id, voids) }), answers: () => [Write.done] }
  }
})
