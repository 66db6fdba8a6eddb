/**
 * How entries of the general journal are written. A new one is a journal of its own, which is posted and taken away where it is to be
 * more than a draft. A change is of the lines in a journal, of which all are taken or none.
 */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { changes, together } from "./batches.ts"
import { dayOf, idOf } from "./document-calls.ts"
import { codeOf, entryIn, journals, make, numberOf, post, prefix } from "./journal-calls.ts"
import { draftId, lineOf } from "./journal-drafts.ts"
import { one, quoted, values } from "./lists.ts"
import { anyVersion, versionOf } from "./writing.ts"

export const journaling = Writer.make(() => ({
  create: {
    // Quirk: no key is taken, so the journal has a code of the entry's own.
    idempotency: Write.lookup({
      call: (item: Take.Item, { began }) => ({
        path: "/journals",
        query: { $filter: `code eq ${quoted(codeOf(item, began))}` }
      }),
      find: (body, item: Take.Item, { began }) =>
        values(body).find((own) => Call.at(own, "code") === codeOf(item, began))
    }),
    steps: ({ answered: { booked, first, made, posted, removed }, began, body, item }) => {
      if (made === undefined) return make(body, codeOf(item, began))
      const [journal, number, day] = [idOf(made.body), numberOf(item), dayOf(item["posted_date"])]
      const place = one("journals", journal)
      if (item["status"] !== "SUBMITTED")
        return first === undefined
          ? Write.ask("first", { path: `${place}/journalLines`, query: { $orderby: "lineNumber", $top: 1 } })
          : Write.acceptedId(draftId(idOf(values(first.body)[0])))
      if (posted === undefined) return post(place)
      if (removed === undefined)
        return Write.step(
          "removed",
          { method: "DELETE", path: place, headers: anyVersion },
          { idempotency: Write.natural }
        )
      if (booked === undefined)
        return Write.ask("booked", {
          path: "/generalLedgerEntries",
          query: {
            $filter: `documentNumber eq ${quoted(number)} and postingDate eq ${day}`,
            $orderby: "entryNumber",
            $top: 1
          }
        })
      return Write.acceptedId(idOf(values(booked.body)[0]))
    }
  },
  update: {
    idempotency: Write.natural,
    lookups: { journals },
    call: (sent) => {
      const { journal, line, lines, place } = entryIn(sent) ?? sent.refuse("is no draft any more", "platform_id")
      const { journalLines: rows, ...head } = sent.body as Take.Item
      const called = { documentNumber: line["documentNumber"], postingDate: line["postingDate"], ...head }
      const after = (rows ?? lines.map(({ id }) => ({ id }))).map((own: Take.Item) => ({ ...own, ...called }))
      const still = { displayName: Call.at(journal, "displayName") }
      return together(sent.settings["company"], [
        { method: "PATCH", path: place, version: versionOf(journal), body: still },
        ...changes(`${place}/journalLines`, lines, after)
      ])
    },
    answers: (_, [sent]) => {
      const rows: ReadonlyArray<Take.Item> = sent!.item["journal_lines"] ?? []
      const kept = rows.find(({ platform_id: id }) => id)?.["platform_id"]
      return [Write.acceptedId(kept === undefined ? sent!.id : draftId(kept))]
    }
  },
  delete: {
    idempotency: Write.natural,
    lookups: { journals },
    call: (sent) => {
      const found = entryIn(sent)
      if (found === null)
        return { method: "DELETE", path: one("journalLines", lineOf(sent.id) ?? ""), headers: anyVersion }
      const { isAll, journal, lines, place } = found
      // A journal that was made for the entry goes with it.
      return isAll && String(Call.at(journal, "code")).startsWith(prefix)
        ? { method: "DELETE", path: place, headers: anyVersion }
        : together(sent.settings["company"], changes(`${place}/journalLines`, lines, []))
    }
  }
}))
