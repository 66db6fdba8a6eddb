/** Companies: whose platforms are connected. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { RequiredScope } from "./Access.ts"
import { DateTime, dataOf, listOf, Name, optional, SvcId, said } from "./Common.ts"
import * as ManagedList from "./ManagedList.ts"
import { bodyFailures, failures, keyFailures } from "./Failure.ts"

export const Company = Schema.Struct({
  svc_id: SvcId,
  svc_created_at: DateTime,
  svc_updated_at: DateTime,
  name: said("Null until the end user gives it while connecting.", Schema.NullOr(Schema.String)),
  partner_id: said("The caller's own identifier: one company of an organisation has it.", Schema.NullOr(Schema.String))
}).annotate({ identifier: "Company" })

/** How companies are listed. */
export const list = ManagedList.make(Company)

export const CreateCompany = Schema.Struct({ name: Name, partner_id: optional(Name) }).annotate({
  identifier: "CreateCompany",
  examples: [{ name: "Acme Ltd", partner_id: "acme-1" }]
})
export const RenameCompany = Schema.Struct({ name: Name }).annotate({
  identifier: "RenameCompany",
  examples: [{ name: "Acme Limited" }]
})
export const ChangeCompany = Schema.Struct({
  name: Schema.optionalKey(Name),
  partner_id: said("Null: none.", optional(Name))
}).annotate({ identifier: "ChangeCompany", examples: [{ partner_id: "acme-2" }] })

const params = { svc_id: SvcId }

export const companies = HttpApiGroup.make("companies")
  .add(
    HttpApiEndpoint.get("list", "/v3/core/companies", {
      query: list.query,
      success: listOf(Company),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List companies")
      .annotateMerge(list.parameters),
    HttpApiEndpoint.get("get", "/v3/core/companies/:svc_id", {
      params,
      success: dataOf(Company),
      error: failures()
    }).annotate(OpenApi.Summary, "Get a company"),
    HttpApiEndpoint.post("create", "/v3/core/companies", {
      payload: CreateCompany,
      success: dataOf(Company),
      error: bodyFailures(...keyFailures)
    })
      .annotate(OpenApi.Summary, "Create a company")
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.put("rename", "/v3/core/companies/:svc_id", {
      params,
      payload: RenameCompany,
      success: dataOf(Company),
      error: bodyFailures()
    })
      .annotate(OpenApi.Summary, "Rename a company")
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.patch("change", "/v3/core/companies/:svc_id", {
      params,
      payload: ChangeCompany,
      success: dataOf(Company),
      error: bodyFailures("conflict")
    })
      .annotate(OpenApi.Summary, "Change a company")
      .annotate(
        OpenApi.Description,
        "Changes the members that are sent. A partner_id that another company has is a 409."
      )
      .annotate(RequiredScope, "admin"),
    HttpApiEndpoint.delete("erase", "/v3/core/companies/:svc_id", {
      params,
      success: dataOf(Company),
      error: failures("conflict")
    })
      .annotate(OpenApi.Summary, "Erase a company")
      .annotate(
        OpenApi.Description,
        "Erases the company with everything it owns: connections, credentials, records, jobs, events."
      )
      .annotate(RequiredScope, "admin")
  )
  .annotate(OpenApi.Description, "Companies: whose platforms are connected.")
