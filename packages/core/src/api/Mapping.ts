/** How a stored record is made of its platform's item: where each member came from, and making it once more. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { OnRepeat, RequiredScope } from "./Access.ts"
import { DataModel, dataOf, said, SvcId } from "./Common.ts"
import { failures, keyFailures } from "./Failure.ts"
import { MemberChange } from "./History.ts"

export const MemberOrigin = Schema.Struct({
  member: said("The member of the record, such as `total_amount` or `line_items[0].quantity`.", Schema.String),
  from: said(
    "The places of the platform's item that it is made of, such as `Line[0].Amount`: where one of them says something else, the member is another. `followed[0]` and the like are what the platform was asked besides.",
    Schema.Array(Schema.String)
  )
}).annotate({ identifier: "MemberOrigin" })

/** Where the members of a record came from. */
export const RecordOrigins = Schema.Struct({
  data_model: DataModel,
  svc_id: SvcId,
  is_complete: said(
    "False where not every place of the item was tried: it is too large, or only the first entries of a long list were.",
    Schema.Boolean
  ),
  members: said(
    "Members that are made of something in the item. One that is not here is the same whatever the item says: of lookups, of settings, or always so.",
    Schema.Array(MemberOrigin)
  )
}).annotate({ identifier: "RecordOrigins" })

/** What became of a record that was made of its item once more. */
export const RecordMapped = Schema.Struct({
  data_model: DataModel,
  svc_id: SvcId,
  outcome: said(
    "UNCHANGED: it is as it was. CHANGED: with its event. DELETED: its item does not become it any more. REFUSED: its item cannot be read.",
    Schema.Literals(["UNCHANGED", "CHANGED", "DELETED", "REFUSED"])
  ),
  changed: said("The members that changed.", Schema.Array(MemberChange)),
  issues: said("Why its item cannot be read.", Schema.Array(Schema.String))
}).annotate({ identifier: "RecordMapped" })

const params = { data_model: DataModel, svc_id: SvcId }

export const mapping = HttpApiGroup.make("mapping")
  .add(
    HttpApiEndpoint.get("origins", "/v3/core/records/:data_model/:svc_id/origins", {
      params,
      success: dataOf(RecordOrigins),
      error: failures("unsupported")
    })
      .annotate(OpenApi.Summary, "Say where the members of a record came from")
      .annotate(
        OpenApi.Description,
        "The connector's own mapping is asked: the stored item is mapped with each of its values changed in turn, and what of the record changes with it is made of it. Nothing is stored, and the platform is not asked."
      ),
    HttpApiEndpoint.post("again", "/v3/core/records/:data_model/:svc_id/map", {
      params,
      success: dataOf(RecordMapped),
      error: failures(...keyFailures, "unsupported")
    })
      .annotate(OpenApi.Summary, "Map a record again")
      .annotate(
        OpenApi.Description,
        "Makes the record of its stored item once more, by the mapping and the field mappings of today, without asking the platform. What changes by it is told as a change of the record."
      )
      .annotate(OnRepeat, "again")
      .annotate(RequiredScope, "write")
  )
  .annotate(OpenApi.Description, "How records are made of platforms' items.")
