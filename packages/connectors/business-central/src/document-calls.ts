/** The calls that documents are made, found again, changed and posted by. */
import type { Take, Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import { type Part, changes, together } from "./batches.ts"
import { type Kind, kindOf } from "./contacts.ts"
import { literal, none, one, values } from "./lists.ts"
import { anyVersion, versionOf } from "./writing.ts"

export interface Own {
  readonly set: string
  readonly lines: string
  readonly party: Kind
  /** Drafts are posted; orders are not. */
  readonly posts?: true
  /** Where our own key is kept, by which a document that was made is found for certain. */
  readonly key?: string
  /** Else the members by which it is found, and what a new one has there. */
  readonly alike?: (item: Take.Item) => Readonly<Record<string, string | null | undefined>>
  /** A member that may be sent as it is. */
  readonly still: string
}

export const idOf = (body: unknown): string => String(Call.at(body, "id"))
/** Quirk: what has no state is a draft. */
export const isDraft = (body: unknown): boolean =>
  ["Draft", "_x0020_", " ", ""].includes(String(Call.at(body, "status") ?? ""))
/** A day of ours as Business Central has it. */
export const dayOf = (value: string | null | undefined): string | undefined =>
  Normalize.day(value)?.slice(0, 10) ?? undefined
/** Business Central's id of a contact of a kind. */
export const partyOf = (kind: Kind, id: string | null | undefined): string | undefined => {
  const own = kindOf(id ?? "")
  return own?.kind === kind ? own.id : undefined
}

/** Whether the lines of a document are those of the item. */
const hasLines = (item: Take.Item, lines: unknown): boolean => {
  const [rows, shown] = [item["line_items"] ?? [], Read.arrayAt(lines, "")]
  return (
    rows.length === shown.length &&
    rows.every((row: Take.Item, index: number) => {
      const own = shown[index]
      const named = [Call.at(own, "itemId"), Call.at(own, "accountId")].filter((id) => id !== none)
      return (
        Call.at(own, "quantity") === row["quantity"] &&
        named.join() === [row["item_id"], row["account_id"]].filter(Boolean).join()
      )
    })
  )
}
/** Quirk: codes are kept in capitals. */
const isKey = (shown: unknown, key: string) => String(shown).toLowerCase() === key.toLowerCase()

/** Quirk: no key is taken, so our own is kept in the document where there is a place for it. */
export const lookFor = ({ alike, key, lines, party, posts, set }: Own) => {
  const membersOf = (item: Take.Item) =>
    Object.entries({ [`${party}Id`]: partyOf(party, item["contact_id"]), ...alike?.(item) }).flatMap(([name, value]) =>
      value == null ? [] : [[name, value] as const]
    )
  return Write.lookup({
    ...(key === undefined ? {} : { key: { in: "body", name: key, form: "plain" } as const }),
    call: (item: Take.Item, { key: own, since }) => {
      const members = key === undefined ? membersOf(item) : [[key, own] as const]
      const filters = members.map(([name, value]) => `${name} eq ${literal(value)}`)
      const shown = key === undefined ? { $expand: lines } : {}
      return {
        path: `/${set}`,
        query: { ...shown, $filter: [...filters, `lastModifiedDateTime ge ${since}`].join(" and ") }
      }
    },
    find: (body, item: Take.Item, { key: own }) => {
      const found = values(body).find((row) =>
        key === undefined
          ? membersOf(item).every(([name, value]) => Call.at(row, name) === value) &&
            hasLines(item, Call.at(row, lines))
          : isKey(Call.at(row, key), own)
      )
      return found === undefined || posts ? found : Write.acceptedId(idOf(found))
    }
  })
}

/** What changes a document: its head with the version that was read, by which a repeat is known, then its lines. */
export const partsOf = ({ lines, set, still }: Own, sent: Writer.Sent): ReadonlyArray<Part> => {
  const { body, id, raw = {}, refuse } = sent
  const { [lines]: rows, ...head } = body as Take.Item
  if (rows !== undefined && raw[`${lines}@odata.nextLink`]) refuse("are more than can be changed at once", "line_items")
  const changed = Object.keys(head).length > 0 ? head : { [still]: raw[still] }
  return [
    { method: "PATCH", path: one(set, id), version: versionOf(raw), body: changed },
    ...(rows === undefined ? [] : changes(`${one(set, id)}/${lines}`, raw[lines] ?? [], rows))
  ]
}
/** A change of the head alone is a call of its own. */
export const change = (own: Own, sent: Writer.Sent): Call.Call => {
  const parts = partsOf(own, sent)
  const { body = {}, method, path, version = "*" } = parts[0]!
  return sent.body[own.lines] === undefined
    ? { method, path, headers: { "if-match": version }, body }
    : together(sent.settings["company"], parts)
}
/** What takes a change of the head back. */
export const back = (own: Own, sent: Writer.Sent): { readonly undo: Call.Call } | {} => {
  const { body, id, raw = {} } = sent
  if (body[own.lines] !== undefined) return {}
  const before = Object.fromEntries(Object.keys(body).map((name) => [name, raw[name]]))
  return { undo: { method: "PATCH", path: one(own.set, id), headers: anyVersion, body: before } }
}
export const post = (place: string): Write.Step =>
  Write.step(
    "posted",
    { method: "POST", path: `${place}/Microsoft.NAV.post` },
    { idempotency: Write.lookup({ call: () => ({ path: place }), find: (own) => (isDraft(own) ? undefined : own) }) }
  )
