/** How a connection stands: its account, what it is granted, and how far each of its data models is read. */
import * as Schema from "effect/Schema"
import { DataModel, DateTime, said, SvcId } from "./Common.ts"
import { syncRunStatuses } from "./Syncs.ts"

/** Where the reading of one of a data model's lists stands. */
export const Checkpoint = Schema.Struct({
  source: said("The list of the platform, where a data model is read from several.", Schema.String),
  read_until: said(
    "All changes up to this moment are here: the next sync asks for what came after. Null while it was never read to its end.",
    Schema.NullOr(DateTime)
  ),
  completed_at: said("When it was last read to its end.", Schema.NullOr(DateTime)),
  is_under_way: said("Whether a reading has begun that has not come to its end.", Schema.Boolean),
  is_full: said("Whether that one reads everything instead of what changed.", Schema.Boolean),
  pages: said("Pages that it has stored so far.", Schema.Int)
}).annotate({ identifier: "Checkpoint" })

/** How far one data model of a connection is read. */
export const ModelState = Schema.Struct({
  data_model: DataModel,
  enabled: said("Whether it is synced by itself at all.", Schema.Boolean),
  records: said("Records that there are, deleted ones not counted; `most` of them are counted at most.", Schema.Int),
  refused: said("Items that could not be read, as many as are listed.", Schema.Int),
  warnings: said("Records that are stored without members that could not be read.", Schema.Int),
  last_sync_id: said("The last sync that was to read it.", Schema.NullOr(SvcId)),
  last_status: said("What became of it there.", Schema.NullOr(Schema.Literals(syncRunStatuses))),
  last_error: said("Why it failed there.", Schema.NullOr(Schema.String)),
  last_finished_at: said("When that ended.", Schema.NullOr(DateTime)),
  next_sync_at: said(
    "When it is due by its schedule; null where nothing makes it due: it is read only when that is asked for, or the connection is held.",
    Schema.NullOr(DateTime)
  ),
  checkpoints: said("How far each of its lists is read.", Schema.Array(Checkpoint))
}).annotate({ identifier: "ModelState" })

export const ConnectionState = Schema.Struct({
  connection_id: SvcId,
  account: said(
    "What the platform calls the account: two accounts are two connections. Null where it does not say.",
    Schema.NullOr(Schema.String)
  ),
  scopes: said(
    "What the credentials are granted; null where the platform does not say.",
    Schema.NullOr(Schema.Array(Schema.String))
  ),
  token_ends_at: said(
    "When the access token ends; it is renewed by itself as long as the authorisation lasts. Null where it has no end.",
    Schema.NullOr(DateTime)
  ),
  most: said("How many records of a data model are counted at most.", Schema.Int),
  data_models: said("The data models, as its configuration names them.", Schema.Array(ModelState))
}).annotate({ identifier: "ConnectionState" })
