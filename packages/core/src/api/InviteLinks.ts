/** Invite links: where an end user connects a platform. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { RequiredScope } from "./Access.ts"
import { Category, DateTime, dataOf, Integration, listOf, Name, optional, SvcId, Text, TextId, said } from "./Common.ts"
import { Connection, SyncConfig, SyncConfigInput } from "./Connection.ts"
import * as ManagedList from "./ManagedList.ts"
import { bodyFailures, failures, keyFailures } from "./Failure.ts"

/** The company of a link. */
export const InvitedCompany = Schema.Struct({
  svc_id: SvcId,
  svc_created_at: DateTime,
  svc_updated_at: DateTime,
  name: Schema.NullOr(Schema.String)
}).annotate({ identifier: "InvitedCompany" })

export const InviteLink = Schema.Struct({
  svc_id: SvcId,
  svc_created_at: DateTime,
  svc_updated_at: DateTime,
  invite_link_id: said("Who has it may connect a platform.", Schema.NullOr(Schema.String)),
  url: said("The page the end user is sent to.", Schema.NullOr(Schema.String)),
  integrations: Schema.Array(Schema.String),
  integration_categories: Schema.Array(Category),
  company: InvitedCompany,
  connections: Schema.Array(Connection),
  sync_config: Schema.NullOr(Schema.Array(SyncConfig)),
  partner_id: Schema.NullOr(Schema.String),
  return_url: said("Where the page sends people back to.", Schema.NullOr(Schema.String)),
  origin: said(
    "The one origin that may have the page in a frame and is told what happens; null for all that the operator allows.",
    Schema.NullOr(Schema.String)
  ),
  expires_at: DateTime,
  revoked: Schema.Boolean,
  revoked_at: Schema.NullOr(DateTime)
}).annotate({ identifier: "InviteLink" })

/** How invite links are listed. */
export const list = ManagedList.make(InviteLink, { without: ["invite_link_id", "url"] })

const wayBack = {
  return_url: said(
    "Where the page sends people back to, with `status` (connected, cancelled, failed), `connection_id`, `reason` and `state` in the query. Of an origin that the operator allows.",
    optional(Text)
  ),
  origin: said(
    "Which of the origins that the operator allows may have the page in a frame and is told what happens. Null or left out: all of them.",
    optional(Text)
  ),
  expires_at: said(
    "Until when the link works, at most a year from now. Left out of a new link: 30 days; of a change: as it was.",
    optional(DateTime)
  )
}

export const CreateInviteLink = Schema.Struct({
  integration_categories: Schema.Array(Category),
  company_name: said("When it is empty, the end user is asked for it.", optional(Schema.String)),
  company_id: said("A company that is there already; without it the link makes one.", optional(SvcId)),
  integrations: said("Null or empty: all integrations of the categories.", optional(Schema.Array(Integration))),
  sync_config: optional(Schema.Array(SyncConfigInput)),
  partner_id: optional(Name),
  ...wayBack
}).annotate({
  identifier: "CreateInviteLink",
  examples: [{ company_name: "Acme Ltd", integration_categories: ["ACCOUNTING"], integrations: ["XERO", "QUICKBOOKS"] }]
})
export const UpdateInviteLink = Schema.Struct({
  integration_categories: optional(Schema.Array(Category)),
  company_name: optional(Schema.String),
  integrations: optional(Schema.Array(Integration)),
  sync_config: optional(Schema.Array(SyncConfigInput)),
  partner_id: optional(Name),
  ...wayBack
}).annotate({ identifier: "UpdateInviteLink", examples: [{ integrations: ["XERO"] }] })

const params = { invite_link_id: TextId }

export const inviteLinks = HttpApiGroup.make("inviteLinks")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/invite_links", {
      query: list.query,
      success: listOf(InviteLink),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List invite links")
      .annotateMerge(list.parameters),
    HttpApiEndpoint.get("get", "/v3/core/invite_links/:invite_link_id", {
      params,
      success: dataOf(InviteLink),
      error: failures()
    }).annotate(OpenApi.Summary, "Get an invite link"),
    HttpApiEndpoint.post("create", "/v3/core/invite_links", {
      payload: CreateInviteLink,
      success: dataOf(InviteLink),
      error: bodyFailures(...keyFailures, "unsupported")
    })
      .annotate(OpenApi.Summary, "Create an invite link")
      .annotate(
        OpenApi.Description,
        "Makes a company and a page where an end user connects a platform. Valid for 30 days. Where a company has the `partner_id` already, the link is for that company."
      )
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.put("update", "/v3/core/invite_links/:invite_link_id", {
      params,
      payload: UpdateInviteLink,
      success: dataOf(InviteLink),
      error: bodyFailures("conflict", "unsupported")
    })
      .annotate(OpenApi.Summary, "Change an invite link")
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.delete("revoke", "/v3/core/invite_links/:invite_link_id", {
      params,
      success: dataOf(InviteLink),
      error: failures()
    })
      .annotate(OpenApi.Summary, "Revoke an invite link")
      .annotate(OpenApi.Description, "Its page is closed; connections made on it stay.")
      .annotate(RequiredScope, "admin")
  )
  .annotate(OpenApi.Title, "invite_links")
  .annotate(OpenApi.Description, "Invite links: where an end user connects a platform.")
