/** What a move is matched with, such as its payments: opening it would take them off without a word, so they are kept. */
import type { Auth } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import { ask, type Domain } from "./ask.ts"

/** The move's own lines of the debt, and those of other moves that are matched with it. */
const linesAround = (settings: Auth.AuthSettings, id: number) =>
  ask(settings, "account.move.line", "search_read", {
    domain: [
      "|",
      "|",
      ["matched_debit_ids.debit_move_id.move_id", "=", id],
      ["matched_credit_ids.credit_move_id.move_id", "=", id],
      "&",
      ["move_id", "=", id],
      ["display_type", "=", "payment_term"]
    ] satisfies Domain,
    fields: ["move_id"]
  })
const idsOf = (body: unknown, id: number, isOwn: boolean) =>
  Read.requiredArrayAt(body, "")
    .filter((row) => (Call.at(row, "move_id.0") === id) === isOwn)
    .map((row) => Call.at(row, "id"))
const reconcile = (settings: Auth.AuthSettings, ids: ReadonlyArray<unknown>) =>
  ask(settings, "account.move.line", "reconcile", { ids })

/** The next call that takes off what a posted move is matched with; null when there is nothing left. */
export const unmatch = (settings: Auth.AuthSettings, id: number, answered: Write.Answered): Write.Step | null => {
  const { around, unmatched } = answered
  if (around === undefined) return Write.ask("around", linesAround(settings, id))
  const [own, others] = [idsOf(around.body, id, true), idsOf(around.body, id, false)]
  return others.length === 0 || unmatched !== undefined
    ? null
    : Write.step("unmatched", ask(settings, "account.move.line", "remove_move_reconcile", { ids: own }), {
        undo: reconcile(settings, [...own, ...others]),
        idempotency: Write.natural
      })
}

/** The next call that puts them on again once the move is posted: its lines may be others now. */
export const matching = (settings: Auth.AuthSettings, id: number, answered: Write.Answered): Write.Step | null => {
  const { around, matched, now, unmatched } = answered
  if (unmatched === undefined || matched !== undefined) return null
  if (now === undefined) return Write.ask("now", linesAround(settings, id))
  return Write.step("matched", reconcile(settings, [...idsOf(now.body, id, true), ...idsOf(around!.body, id, false)]), {
    idempotency: Write.lookup({
      call: (_, context) => linesAround(context.settings, id),
      find: (body) => (idsOf(body, id, false).length > 0 ? true : undefined)
    })
  })
}
