/**
 * Which file is open. The web service answers for whatever its user has opened, and nothing in Busy's own tables says which that is; SQL Server
 * knows the name of its database, Access none.
 */
import type { Auth, Call, ConnectorError } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { ask, rows } from "./query.ts"
import { columns, numberOf } from "./settings.ts"

/** Shows a row where it is the one. The setting's pattern lets nothing through that could end the text. */
const whether = (database: string): Call.Call => ({
  path: "/",
  headers: { SC: "1", Qry: `SELECT DB_NAME() AS [Name] WHERE DB_NAME() = '${database}'` }
})

/** What every run asks before it reads: taken for the same file, another would make all that was stored look deleted. */
export const file = Lookup.make({
  call: ({ settings }) => (settings["database"] === undefined ? null : whether(settings["database"])),
  response: Wire.read((body) => {
    if (rows(body).length === 0) throw new Normalize.Unreadable("the database that was named to be open", null)
    return null
  }),
  pick: () => null,
  absent: null
})

/** One cheap question: may the user ask, and is the file open that is meant? */
export const probe = (settings: Auth.AuthSettings): Call.Call =>
  settings["database"] === undefined
    ? ask(settings, {
        table: "Tran1",
        columns: columns.Tran1,
        where: { VchType: [numberOf(settings, "sale")] },
        order: "VchCode",
        top: 1
      })
    : whether(settings["database"])
export const checked = (body: unknown, database: string | undefined): ConnectorError.PlatformFailure | null =>
  database !== undefined && rows(body).length === 0
    ? { reason: "Forbidden", message: "Another company or year is open in Busy than that of the database." }
    : null
