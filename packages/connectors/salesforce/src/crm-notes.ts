/** Notes, from two sources: those of the old kind, which hang on one record, and the enhanced ones, which may hang on many. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { ask, quoted, root } from "./soql.ts"
import { binned, deletable } from "./source.ts"
import { idOf, prefixes, userOf } from "./wire.ts"

/** The records among those a note hangs on: the first of each kind. */
const about = (ids: ReadonlyArray<string | null | undefined>) => ({
  deal_id: idOf("Opportunity", ...ids),
  company_id: idOf("Account", ...ids),
  contact_id: idOf("Contact", ...ids),
  lead_id: idOf("Lead", ...ids)
})

export const classicNotes = Connector.read("CRM_NOTES", {
  ...binned(
    "Note",
    { ...deletable, Title: Wire.text, Body: Wire.text, ParentId: Wire.id, OwnerId: Wire.id },
    { prefix: prefixes.Note, dated: { field: "CreatedDate" } }
  ),
  source: "notes",
  map: (raw) => ({
    platform_id: raw.Id,
    title: raw.Title,
    note: raw.Body,
    ...about([raw.ParentId]),
    user_id: userOf(raw.OwnerId),
    created_at: raw.CreatedDate,
    updated_at: raw.SystemModstamp
  })
})

const { SystemModstamp: _, ...members } = deletable
const Links = Wire.struct({ records: Wire.list(Wire.struct({ LinkedEntityId: Wire.id })) })

export const enhancedNotes = Connector.read("CRM_NOTES", {
  ...binned(
    "ContentNote",
    { ...members, LastModifiedDate: Wire.text, Title: Wire.text, TextPreview: Wire.text, OwnerId: Wire.id },
    { prefix: prefixes.ContentDocument, stamp: "LastModifiedDate", dated: { field: "CreatedDate" } }
  ),
  source: "content_notes",
  mapping: 2,
  // Quirk: the body is a file of its own, and what it hangs on can be asked for one file after the other only.
  follow: ({ Id, IsDeleted }) =>
    IsDeleted === true
      ? []
      : [
          { path: `${root}/sobjects/ContentNote/${Call.segment(Id)}/Content`, headers: { accept: "*/*" } },
          ask({
            fields: ["LinkedEntityId"],
            from: "ContentDocumentLink",
            where: [`ContentDocumentId = ${quoted(Id)}`],
            order: "Id"
          })
        ],
  map: (raw, { followed: [body, links] }) => {
    const { records } = Wire.decode(Links, links ?? {})
    return {
      platform_id: raw.Id,
      title: raw.Title,
      // Quirk: a body that is a number, or true, reads as one.
      note: Normalize.text(typeof body === "object" ? null : body) ?? raw.TextPreview,
      ...about((records ?? []).map(({ LinkedEntityId }) => LinkedEntityId)),
      user_id: userOf(raw.OwnerId),
      created_at: raw.CreatedDate,
      updated_at: raw.LastModifiedDate
    }
  }
})

export const crmNotes = [classicNotes, enhancedNotes]
