/** Notes on deals, companies, contacts and leads. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { changed, common, module } from "./modules.ts"

/** Quirk: the module of what a note is on is an object, a text, or told beside it. */
const moduleName = Wire.read((value) => Normalize.text(typeof value === "string" ? value : Call.at(value, "api_name")))

export const crmNotes = Connector.read("CRM_NOTES", {
  ...module(
    { name: "Notes" },
    {
      ...common,
      Note_Title: Wire.text,
      Note_Content: Wire.text,
      Parent_Id: Wire.struct({ id: Wire.id, module: Wire.decisive(moduleName) }),
      $se_module: Wire.decisive(Wire.text)
    }
  ),
  // What was made after a moment has changed after it.
  from: ({ from }) => changed(from),
  map: (raw) => {
    const kind = raw.Parent_Id?.module ?? raw.$se_module
    const on = (module: string) => (Normalize.is(kind, module) ? raw.Parent_Id?.id : null)
    return {
      platform_id: raw.id,
      title: raw.Note_Title,
      note: raw.Note_Content,
      deal_id: on("Deals"),
      company_id: on("Accounts"),
      contact_id: on("Contacts"),
      lead_id: on("Leads"),
      user_id: raw.Owner?.id,
      created_at: raw.Created_Time,
      updated_at: raw.Modified_Time
    }
  }
})
