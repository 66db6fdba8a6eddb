/** The whole HTTP interface: every group of endpoints, the api_key they ask for, and how faults are reported. */
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authentication, Faults } from "./Access.ts"
import { apiKeys } from "./ApiKeys.ts"
import { auditEvents } from "./AuditEvents.ts"
import { calls } from "./Calls.ts"
import { brand } from "./Brand.ts"
import { capabilities } from "./Capabilities.ts"
import { changes } from "./Changes.ts"
import { companies } from "./Companies.ts"
import { connections } from "./Connections.ts"
import { fieldMappings } from "./FieldMappings.ts"
import { events } from "./Events.ts"
import { inbound } from "./Inbound.ts"
import { integrations } from "./Integrations.ts"
import { inviteLinks } from "./InviteLinks.ts"
import { description, finish } from "./OpenApi.ts"
import { mapping } from "./Mapping.ts"
import { overview } from "./Overview.ts"
import { passthrough } from "./Passthrough.ts"
import { accounting, crm, ecommerce, payments } from "./Records.ts"
import { refusals } from "./Refusals.ts"
import { service } from "./Service.ts"
import { sessions } from "./Sessions.ts"
import { syncs } from "./Syncs.ts"
import { uploadJobs } from "./UploadJobs.ts"
import { usage } from "./Usage.ts"
import { documents } from "./Documents.ts"
import { endpoints } from "./Visibility.ts"
import { webhooks } from "./Webhooks.ts"

export const api = HttpApi.make("svc")
  .add(
    accounting.middleware(Authentication),
    payments.middleware(Authentication),
    ecommerce.middleware(Authentication),
    crm.middleware(Authentication),
    documents.middleware(Authentication),
    passthrough.middleware(Authentication),
    companies.middleware(Authentication),
    inviteLinks.middleware(Authentication),
    connections.middleware(Authentication),
    integrations.middleware(Authentication),
    brand.middleware(Authentication),
    capabilities.middleware(Authentication),
    fieldMappings.middleware(Authentication),
    mapping.middleware(Authentication),
    syncs.middleware(Authentication),
    refusals.middleware(Authentication),
    calls.middleware(Authentication),
    uploadJobs.middleware(Authentication),
    webhooks.middleware(Authentication),
    apiKeys.middleware(Authentication),
    auditEvents.middleware(Authentication),
    sessions.middleware(Authentication),
    events.middleware(Authentication),
    changes.middleware(Authentication),
    usage.middleware(Authentication),
    overview.middleware(Authentication),
    service.middleware(Authentication),
    inbound
  )
  .middleware(Faults)
  .annotate(HttpApi.ParseOptions, { errors: "all", onExcessProperty: "error" })
  .annotate(HttpApi.HeadersParseOptions, { errors: "all" })
  .annotate(HttpApi.SuccessParseOptions, {})
  .annotate(HttpApi.ErrorParseOptions, {})
  .annotateMerge(
    OpenApi.annotations({
      title: "svc",
      version: "3.0.0",
      description,
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
      transform: (document): Record<string, any> => finish(document, endpoints(api))
    })
  )
