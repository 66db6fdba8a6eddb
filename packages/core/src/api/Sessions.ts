/**
 * Sessions of the console: an API key is shown once, and a cookie that scripts cannot read stands for it from then on. A
 * session never may more than its key, and ends with it.
 */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { OnRepeat, RequiredScope, scopes } from "./Access.ts"
import { DateTime, dataOf, listOf, SvcId, said } from "./Common.ts"
import { failures, keyFailures } from "./Failure.ts"
import * as ManagedList from "./ManagedList.ts"

/** The cookie that holds a session; browsers that reach the service by https keep it under the name with the prefix. */
export const cookie = "svc_session"
export const secureCookie = `__Host-${cookie}`

export const Session = Schema.Struct({
  svc_id: SvcId,
  svc_created_at: said("When somebody signed in.", DateTime),
  api_key_id: said("The API key that the session stands for.", SvcId),
  api_key_name: said("Name of that API key.", Schema.String),
  company_id: said("Set where the API key sees one company only.", Schema.NullOr(SvcId)),
  address: said("Address that signed in; null where it is not known.", Schema.NullOr(Schema.String)),
  user_agent: said("What the browser calls itself, shortened.", Schema.NullOr(Schema.String)),
  last_used_at: said("When it was last used, exact to a minute.", DateTime),
  expires_at: said("When it ends at the latest; earlier when nobody uses it.", DateTime),
  ended_at: said("When it was ended: by signing out, or by an administrator.", Schema.NullOr(DateTime))
}).annotate({ identifier: "Session" })

/** How sessions are listed. */
export const list = ManagedList.make(Session)

export const Caller = Schema.Struct({
  organisation_id: said("The organisation that the API key belongs to.", SvcId),
  api_key_id: said("The API key of the request, or the one its session stands for.", SvcId),
  api_key_name: said("What that API key is for, in words of whoever made it.", Schema.String),
  api_key_prefix: said("The first characters of the API key.", Schema.String),
  scopes: said("What the API key may do.", Schema.Array(Schema.Literals(scopes))),
  company_id: said("Set where the API key sees one company only.", Schema.NullOr(SvcId)),
  session_id: said("The session of the request; null where it came with an API key.", Schema.NullOr(SvcId)),
  session_expires_at: said("When that session ends at the latest.", Schema.NullOr(DateTime))
}).annotate({ identifier: "Caller" })

const params = { svc_id: SvcId }

export const sessions = HttpApiGroup.make("sessions")
  .add(
    HttpApiEndpoint.get("caller", "/v3/core/caller", { success: dataOf(Caller), error: failures() })
      .annotate(OpenApi.Summary, "Say who calls")
      .annotate(OpenApi.Description, "The API key of the request, its scopes and the company it is restricted to.")
      .annotate(RequiredScope, "read"),
    HttpApiEndpoint.get("list", "/v3/core/sessions", {
      query: list.query,
      success: listOf(Session),
      error: failures()
    })
      .annotate(OpenApi.Summary, "List sessions of the console")
      .annotate(OpenApi.Description, "Those that are open, and ended ones for as long as history is kept.")
      .annotateMerge(list.parameters),
    HttpApiEndpoint.post("start", "/v3/core/sessions", {
      success: dataOf(Session),
      error: failures(...keyFailures)
    })
      .annotate(OpenApi.Summary, "Sign in to the console")
      .annotate(
        OpenApi.Description,
        `Starts a session for the API key of the request. The answer sets the cookie \`${cookie}\` (\`${secureCookie}\` by https), which scripts cannot read and which other sites cannot send. A request with the cookie and without an API key may what the key may; one that changes something must come from a page of the service itself.`
      )
      // A session whose answer was lost is started anew: its cookie is in no answer that is kept.
      .annotate(OnRepeat, "own")
      .annotate(RequiredScope, "read"),
    HttpApiEndpoint.delete("signOut", "/v3/core/sessions/current", { success: dataOf(Session), error: failures() })
      .annotate(OpenApi.Summary, "Sign out of the console")
      .annotate(OpenApi.Description, "Ends the session of the request and takes its cookie back.")
      .annotate(RequiredScope, "read"),
    HttpApiEndpoint.delete("end", "/v3/core/sessions/:svc_id", {
      params,
      success: dataOf(Session),
      error: failures()
    })
      .annotate(OpenApi.Summary, "End a session of the console")
      .annotate(OpenApi.Description, "Within a second it lets nobody in any more. Ending one twice is no fault.")
  )
  .annotate(OpenApi.Title, "sessions")
  .annotate(OpenApi.Description, "Sessions of the console, and who calls.")
  .annotate(RequiredScope, "admin")
