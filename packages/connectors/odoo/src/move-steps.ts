/** The states of a move: it is changed as a draft alone, and posted again. */
import type { Auth, Take, Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import { ask } from "./ask.ts"

/** A move that is in the state already was brought there by a call whose answer never came. */
const inState = (id: number, state: string): Write.Idempotency =>
  Write.lookup({
    call: (_, { settings }) =>
      ask(settings, "account.move", "search_read", { domain: [["id", "=", id]], fields: ["state"] }),
    find: (body) => (Call.at(body, "0.state") === state ? true : undefined)
  })

const toPosted = (settings: Auth.AuthSettings, id: number) =>
  ask(settings, "account.move", "action_post", { ids: [id] })
const toDraft = (settings: Auth.AuthSettings, id: number) =>
  ask(settings, "account.move", "button_draft", { ids: [id] })

/** Into the books; back to a draft when what comes after is refused. */
export const post = (settings: Auth.AuthSettings, id: number): Write.Step =>
  Write.step("posted", toPosted(settings, id), { undo: toDraft(settings, id), idempotency: inState(id, "posted") })

/** Out of the books for a moment; posted again when what comes after is refused. */
export const open = (settings: Auth.AuthSettings, id: number): Write.Step =>
  Write.step("opened", toDraft(settings, id), { undo: toPosted(settings, id), idempotency: inState(id, "draft") })

export const cancel = (settings: Auth.AuthSettings, id: number): Write.Step =>
  Write.step("cancelled", ask(settings, "account.move", "button_cancel", { ids: [id] }), {
    idempotency: inState(id, "cancel")
  })

/** Made as a draft, which is removed again when it cannot be posted or applied. */
export const makeMove = (settings: Auth.AuthSettings, members: object): Write.Step =>
  Write.step("made", ask(settings, "account.move", "create", { vals_list: [members] }), {
    undo: ({ body }) => ask(settings, "account.move", "unlink", { ids: [Number(Call.at(body, "0"))] }),
    id: ({ body }) => String(Call.at(body, "0"))
  })

/** Only these two are for the caller to say; the others come of payments and of time. */
export const state: Take.OrEmpty<string> = {
  orEmpty: (status, { refuse }) =>
    status === null || status === "DRAFT" || status === "SUBMITTED"
      ? {}
      : refuse("can be DRAFT or SUBMITTED; a document is voided by a call of its own")
}

/** How a move is before it is changed: Odoo keeps no versions, so it is asked once, as the first step. */
export const before = (settings: Auth.AuthSettings, id: number, fields: ReadonlyArray<string>): Write.Step =>
  Write.ask("before", ask(settings, "account.move", "search_read", { domain: [["id", "=", id]], fields }))

/** The row of such an answer; null where there is none. */
export const rowOf = ({ body }: Write.StepAnswer): Readonly<Record<string, unknown>> | null =>
  (Read.requiredArrayAt(body, "")[0] as Readonly<Record<string, unknown>> | undefined) ?? null
export const unknownRecord = Write.refused({ reason: "NotFound", message: "Odoo does not know this record." }, null)

/** A document that is in the books is opened before it is cancelled, and stays. */
export const voiding: Writer.Doing = {
  steps: ({ answered, id: own, settings }) => {
    const id = Number(own)
    const { before: known, cancelled, opened } = answered
    if (known === undefined) return before(settings, id, ["state"])
    const now = rowOf(known)?.["state"]
    if (now === undefined) return unknownRecord
    if (now === "posted" && opened === undefined) return open(settings, id)
    return now === "cancel" || cancelled !== undefined ? Write.done : cancel(settings, id)
  }
}
