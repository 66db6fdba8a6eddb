/** Notes, each about one deal, company, person or lead. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { dated, silent } from "./wire.ts"

export const crmNotes = Connector.read("CRM_NOTES", {
  ...silent("notes"),
  from: dated,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    title: Wire.text,
    html: Wire.text,
    about: Wire.struct({ type: Wire.text, id: Wire.id }),
    author: Wire.id,
    addTime: Wire.instant,
    updateTime: Wire.instant
  }),
  map: (raw) => {
    const about = (type: string) => (raw.about?.type === type ? raw.about.id : null)
    return {
      platform_id: raw.id,
      title: raw.title,
      note: raw.html,
      deal_id: about("deals"),
      company_id: about("companies"),
      contact_id: about("people"),
      lead_id: about("leads"),
      user_id: raw.author,
      created_at: raw.addTime,
      updated_at: raw.updateTime
    }
  }
})
