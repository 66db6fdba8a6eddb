/** What the arguments are to be of calls whose code is loaded later: writes, files, webhooks, calls passed through, signing in. */
import {
  address,
  amount,
  app,
  type Arguments,
  callable,
  each,
  filled,
  has,
  isText,
  type Kind,
  kind,
  members,
  model,
  object,
  options,
  settings,
  signal,
  signalled,
  text
} from "./Given.ts"

const list = kind("a list", Array.isArray)
const texts = kind("a list of texts", (value) => Array.isArray(value) && value.every(isText))
const orNull =
  (own: Kind): Kind =>
  (value, field, below) =>
    value === null ? undefined : own(value, field, below)
const writing = options({
  key: filled,
  progress: members({ load: callable, keep: callable })
})
/** Of a write. */
export const ofWrite = (of: unknown, items: unknown, own: unknown): Arguments => [
  model(of),
  ["items", items, list],
  ["options", own, writing]
]
const document = members({ platform_id: filled })
const bytes = options({
  most: members({ bytes: amount }, { name: text }),
  seconds: amount
})
/** Of the bytes of a document. */
export const ofDownload = (filed: unknown, own: unknown): Arguments => [
  ["document", filed, document],
  ["options", own, bytes]
]
const file = members({
  file_name: filled,
  file_type: filled,
  content: kind("a Uint8Array", (value) => ArrayBuffer.isView(value) && "BYTES_PER_ELEMENT" in value),
  document_type: filled,
  document_type_id: filled
})
/** Of a file that is to be attached. */
export const ofUpload = (own: unknown, more: unknown): Arguments => [
  ["file", own, file],
  ["options", more, signalled]
]
const isPlain = (value: unknown): boolean => value === null || ["string", "number", "boolean"].includes(typeof value)
const call = members(
  { path: text },
  {
    method: text,
    base: text,
    headers: settings,
    query: each(
      kind("a text, a number, true or false, or a list of them", (value) =>
        Array.isArray(value) ? value.every(isPlain) : isPlain(value)
      )
    )
  }
)
const validating = options({
  body: kind("a schema of Standard Schema", (value) => has(value?.["~standard"], "validate"))
})
/** Of a call that is passed through, with options or with a schema that is one. */
export const ofCall = (own: unknown, more: unknown, isSchema = true): Arguments => [
  ["call", own, call],
  ["body", isSchema, kind("a schema", (is) => is === true)],
  ["options", more, validating]
]
const known = members({
  address: text,
  secret: text,
  parts: (value, field) => list(value, field) ?? each(members({ id: text, topic: text }))({ ...value }, field)
})
const receiving = options({
  secrets: texts,
  subscription: orNull(known),
  address: kind("an absolute address", (value) => URL.canParse(String(value)))
})
/** Of a webhook that came. */
export const ofWebhook = (request: unknown, own: unknown): Arguments => [
  ["request", request, members({ headers: object })],
  ["options", own, receiving]
]
const subscribing = members({ address }, { subscription: orNull(known), secret: filled, keep: callable, signal })
/** Of webhooks that are to be registered. */
export const ofSubscription = (own: unknown): Arguments => [["options", own, subscribing]]
/** Of what was registered. */
export const ofRegistered = (subscription: unknown, own: unknown): Arguments => [
  ["subscription", subscription, known],
  ["options", own, signalled]
]
// --- From the first token to the end ---

const way = { settings, fetch: callable, onCall: callable, signal }
const addresses = { tokenUrl: address, authorizeUrl: address, scopes: texts }
const registration = members(app, addresses)
const registered = members({ ...app, redirectUri: address }, addresses)
const beginning = members({ app: registered }, way)
/** Of an address to send the user to. */
export const ofBeginning = (own: unknown): Arguments => [["options", own, beginning]]
const flow = members({ state: text, verifier: orNull(text) })
const finishing = members(
  {
    app: registered,
    flow,
    callback: kind("the address that the user came back to, or its parameters", (value) =>
      isText(value) ? URL.canParse(value, "https://app.example") : has(value?.searchParams ?? value, "get", "has")
    )
  },
  way
)
/** Of a callback. */
export const ofCallback = (own: unknown): Arguments => [["options", own, finishing]]
const holding = members({ credentials: object }, { app: registration, baseUrl: address, ...way })
/** Of what is asked with tokens. */
export const ofTokens = (own: unknown): Arguments => [["options", own, holding]]
