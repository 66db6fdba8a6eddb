/**
 * How documents are written: made with their lines, and posted by a second call where they are to be more than drafts. A change is of a
 * draft, with the version that was read; with lines it is one call, of which all is taken or nothing.
 */
import * as Call from "@svc/core/Call"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { type Own, back, change, idOf, isDraft, lookFor, post } from "./document-calls.ts"
import { one } from "./lists.ts"
import { anyVersion } from "./writing.ts"

/** In steps where a document may be posted after it was made or changed. */
const inSteps = (own: Own): { readonly create: Writer.Doing; readonly update: Writer.Doing } => ({
  create: {
    steps: ({ answered: { made, posted }, body, item }) => {
      if (made === undefined)
        return Write.step(
          "made",
          { method: "POST", path: `/${own.set}`, body },
          {
            undo: ({ body: made_ }) => ({ method: "DELETE", path: one(own.set, idOf(made_)), headers: anyVersion }),
            id: ({ body: made_ }) => idOf(made_)
          }
        )
      const id = idOf(made.body)
      return item["status"] === "SUBMITTED" && posted === undefined ? post(one(own.set, id)) : Write.acceptedId(id)
    }
  },
  update: {
    // Each step says its own.
    idempotency: Write.none,
    steps: (sent) => {
      const { body, id, item, raw } = sent
      const { changed, posted } = sent.answered
      const isChange = Object.keys(body).length > 0
      if (isChange && changed === undefined)
        return Write.step("changed", change(own, sent), {
          idempotency: Write.natural,
          id: () => id,
          ...back(own, sent)
        })
      const isDue = item["status"] === "SUBMITTED" && isDraft(raw) && posted === undefined
      return isDue ? post(one(own.set, id)) : Write.acceptedId(id)
    }
  }
})
const inOneCall = (own: Own): ReturnType<typeof inSteps> => ({
  create: {
    call: ({ body }) => ({ method: "POST", path: `/${own.set}`, body }),
    answers: (body) => [Write.acceptedId(idOf(body))]
  },
  update: {
    call: (sent) => change(own, sent),
    answers: () => [Write.done]
  }
})

export const documenting = Writer.make((own: Own) => {
  const { create, update } = own.posts ? inSteps(own) : inOneCall(own)
  const place = ({ id }: Writer.Sent) => one(own.set, id)
  return {
    idempotency: Write.natural,
    create: { ...create, idempotency: lookFor(own) },
    update: { ...update, current: true },
    delete: { call: (sent) => ({ method: "DELETE", path: place(sent), headers: anyVersion }) },
    void: {
      call: (sent) => ({ method: "POST", path: `${place(sent)}/Microsoft.NAV.cancel` }),
      idempotency: Write.lookup({
        call: ({ platform_id }) => ({ path: one(own.set, platform_id) }),
        find: (found) => (Call.at(found, "status") === "Canceled" ? Write.acceptedId(idOf(found)) : undefined)
      }),
      answers: () => [Write.done]
    }
  }
})
