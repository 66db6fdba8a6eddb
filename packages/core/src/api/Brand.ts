/** How an organisation shows itself to the people who connect a platform. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { RequiredScope } from "./Access.ts"
import { DateTime, dataOf, Name, optional, said, Text } from "./Common.ts"
import { bodyFailures, failures } from "./Failure.ts"

export const Brand = Schema.Struct({
  svc_updated_at: said("When it was last changed; null while nothing was ever set.", Schema.NullOr(DateTime)),
  name: said("Who asks for access; null for the operator's name.", Schema.NullOr(Schema.String)),
  colour: said("Of buttons and links, such as `#0b6b4a`.", Schema.NullOr(Schema.String)),
  mark_url: said("Where the mark is shown from.", Schema.NullOr(Schema.String)),
  privacy_url: said("Where it says what happens with data.", Schema.NullOr(Schema.String)),
  support_url: said("Where people get help.", Schema.NullOr(Schema.String))
}).annotate({ identifier: "Brand" })

export const UpdateBrand = Schema.Struct({
  name: said("Who asks for access.", optional(Name)),
  colour: said(
    "Six hexadecimal digits after a `#`. Texts on it and of it are made dark or light enough to be read.",
    optional(Text)
  ),
  mark: said(
    "The mark as a data URL, `data:image/png;base64,…` or `data:image/svg+xml;base64,…`, at most 32 768 bytes; an SVG of shapes alone.",
    optional(Text)
  ),
  privacy_url: said("An https:// address.", optional(Text)),
  support_url: said("An https:// or mailto: address.", optional(Text))
}).annotate({
  identifier: "UpdateBrand",
  examples: [{ name: "Acme", colour: "#0b6b4a", privacy_url: "https://acme.example/privacy" }]
})

export const brand = HttpApiGroup.make("brand")
  .add(
    HttpApiEndpoint.get("get", "/v3/core/brand", { success: dataOf(Brand), error: failures() })
      .annotate(OpenApi.Summary, "Get the brand")
      .annotate(OpenApi.Description, "What people see on the connect page; null where the organisation says nothing."),
    HttpApiEndpoint.patch("change", "/v3/core/brand", {
      payload: UpdateBrand,
      success: dataOf(Brand),
      error: bodyFailures()
    })
      .annotate(OpenApi.Summary, "Change the brand")
      .annotate(OpenApi.Description, "Changes the members that are sent; null removes one.")
      .annotate(RequiredScope, "admin")
  )
  .annotate(OpenApi.Description, "The brand: how the organisation shows itself on the connect page.")
