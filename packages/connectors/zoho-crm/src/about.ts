/** What tasks, meetings and calls are about: `Who_Id` is a contact, `What_Id` whatever its module says. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { common, Named } from "./modules.ts"

export const about = {
  ...common,
  Description: Wire.text,
  Who_Id: Named,
  What_Id: Named,
  $se_module: Wire.decisive(Wire.text)
}
type About = Wire.Struct<typeof about>

export const linksOf = (raw: About) => {
  const on = (module: string) => (Normalize.is(raw.$se_module, module) ? raw.What_Id?.id : null)
  return { company_id: on("Accounts"), contact_id: raw.Who_Id?.id ?? on("Contacts"), deal_id: on("Deals") }
}
export const leadOf = (raw: About) => (Normalize.is(raw.$se_module, "Leads") ? raw.What_Id?.id : null)
