/** Webhooks: what proves that the platform sent one, and what it says. */
import * as Call from "@svc/core/Call"
import * as Inbound from "@svc/core/Inbound"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Subscribe from "@svc/core/Subscribe"
import * as Wire from "@svc/core/Wire"

/** Webhooks that the service registers for each connection, gives more time before they end, and removes with it. */
const Hook = Wire.struct({
  id: Wire.required(Wire.id),
  url: Wire.text,
  signs: Wire.text,
  until: Wire.text,
  on: Wire.boolean
})
export const subscribe = Subscribe.make({
  topics: ({ plan }) => (plan === "paid" ? ["invoice", "contact"] : ["invoice"]),
  lasts: 3 * 86_400,
  signed: "app",
  create: ({ address, secret, settings, topic, until }) => ({
    method: "POST",
    path: "/hooks",
    body: { url: address, secret, topic, until, company: settings["company"] }
  }),
  response: Hook,
  made: ({ id, signs, until }) => ({ id, secret: signs, until }),
  renew: ({ id, until }) => ({ method: "PATCH", path: `/hooks/${Call.segment(id)}`, body: { until } }),
  remove: ({ id }) => ({ method: "DELETE", path: `/hooks/${Call.segment(id)}` }),
  list: {
    call: Read.pages({ call: { path: "/hooks" }, page: Page.numbered({ size: 50 }), items: "hooks" }),
    response: Wire.list(Hook),
    found: (hooks) => hooks.map(({ id, on, url }) => ({ id, address: url, active: on !== false }))
  }
})

/** An HMAC of the body, and of the time where the platform signs it; the first request is a handshake. */
export const signed = Inbound.make({
  proof: ({ body, headers }) => {
    const [given, time] = [headers["x-signature"], headers["x-time"]]
    return given === undefined || time === undefined
      ? null
      : {
          algorithm: "SHA-256",
          encoding: "hex",
          message: `${time}.${body}`,
          signatures: given.split(","),
          timestamp: Number(time)
        }
  },
  handshake: ({ url }) => {
    const challenge = url.searchParams.get("challenge")
    return challenge === null ? null : { status: 200, headers: { "content-type": "text/plain" }, body: challenge }
  },
  events: (body) =>
    Read.arrayAt(body, "events").map((event) =>
      Call.at(event, "type") === "uninstalled"
        ? { ended: true, settings: { company: String(Call.at(event, "company")) } }
        : {
            model: "INVOICES",
            // Null where the platform says only that records of the model have changed.
            platform_id: typeof Call.at(event, "id") === "string" ? String(Call.at(event, "id")) : null,
            deleted: Call.at(event, "type") === "deleted",
            settings: { company: String(Call.at(event, "company")) }
          }
    ),
  refusal: { status: 403 },
  receipt: { status: 202 },
  subscribe
})
/** A secret that comes as it is: in a header, in each event, or as the password of Basic. Some hash it before the body. */
export const equal: ReadonlyArray<NonNullable<Inbound.Inbound["proof"]>> = [
  ({ headers }) => ({ equals: headers["x-token"] }),
  ({ body }) => ({
    equals: Read.arrayAt(JSON.parse(body), "value").map((event) => String(Call.at(event, "clientState")))
  }),
  (request) => ({ equals: Inbound.passwordOf(request) }),
  // Signed with its time, as `t=1773144000,v1=…`.
  (request) => Inbound.timed(request.headers["x-signed"], request),
  ({ body, headers }) => ({
    secret: "prefix",
    algorithm: "SHA-256",
    encoding: "hex",
    message: body,
    signatures: [headers["x-hash"] ?? ""]
  })
]
/** Only the platform can tell: it is asked, with the body laid into the question as it came. */
export const asked: NonNullable<Inbound.Inbound["proof"]> = ({ body, headers }) => {
  const signature = headers["x-signature"]
  return signature === undefined
    ? null
    : {
        ask: ({ webhook }) => ({
          method: "POST",
          path: "/verify",
          body: {
            _tag: "EncodedBody",
            contentType: "application/json",
            content: `{"signature":${JSON.stringify(signature)},"webhook":${JSON.stringify(webhook)},"event":${body}}`
          } satisfies Call.EncodedBody
        }),
        holds: (answer) => Call.at(answer, "status") === "SUCCESS"
      }
}
