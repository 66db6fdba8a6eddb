/**
 * HubSpot's webhooks: up to a hundred events of one app's accounts, each named by its `portalId`.
 * https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/request-validation
 */
import type { Models } from "@svc/core"
import * as Inbound from "@svc/core/Inbound"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

const Body = Wire.list(
  Wire.struct({
    ...Wire.all(Wire.text, "subscriptionType", "eventType", "objectTypeId", "fromObjectTypeId", "toObjectTypeId"),
    associationType: Wire.text,
    ...Wire.all(Wire.id, "portalId", "objectId", "primaryObjectId", "newObjectId", "fromObjectId", "toObjectId"),
    mergedObjectIds: Wire.list(Wire.id)
  })
)
type Event = (typeof Body)["Type"][number]

/** What a type of object is here, by its word or its id, with what is set before its ids. */
const types: Readonly<Record<string, readonly [Models.ModelId, prefix?: string]>> = {
  contact: ["CRM_CONTACTS"],
  "0-1": ["CRM_CONTACTS"],
  company: ["CRM_COMPANIES"],
  "0-2": ["CRM_COMPANIES"],
  deal: ["CRM_DEALS"],
  "0-3": ["CRM_DEALS"],
  "0-27": ["CRM_TASKS"],
  "0-46": ["CRM_NOTES"],
  "0-47": ["CRM_ACTIVITIES", "meeting"],
  "0-48": ["CRM_ACTIVITIES", "call"],
  "0-49": ["CRM_ACTIVITIES", "email"],
  "0-136": ["CRM_LEADS"]
}

/** The objects an event tells of: their type, and their ids. */
const objectsOf = (
  event: Event,
  kind: string
): ReadonlyArray<readonly [type: string, id: string | null | undefined]> => {
  const [, what] = (event.subscriptionType ?? event.eventType ?? "").split(".")
  if (what === "associationChange") {
    const [from = "", to = ""] = (event.associationType ?? "").toLowerCase().split("_to_")
    return [
      [event.fromObjectTypeId ?? from, event.fromObjectId],
      [event.toObjectTypeId ?? to, event.toObjectId]
    ]
  }
  // Quirk: after a merge all old ids answer with the record that is left.
  return [event.objectId, event.primaryObjectId, event.newObjectId, ...(event.mergedObjectIds ?? [])].map(
    (id) => [kind, id] as const
  )
}

// Quirk: of the address as it was called, these escapes are decoded before it is signed, and no others.
const escapes = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi

export const inbound = Inbound.make({
  proof: ({ body, headers, method, url }) => {
    const address = url.href.slice(0, url.href.length - url.hash.length)
    const signature = headers["x-hubspot-signature-v3"]
    if (signature !== undefined) {
      const time = headers["x-hubspot-request-timestamp"] ?? ""
      if (!/^\d+$/.test(time)) return null
      const message = `${method}${address.replaceAll(escapes, decodeURIComponent)}${body}${time}`
      const timestamp = Number(time) / 1000
      return { algorithm: "SHA-256", encoding: "base64", message, signatures: [signature], timestamp }
    }
    // Private apps sign in the first way alone; where there is a third signature, it alone counts.
    const older = headers["x-hubspot-signature"]
    if (older === undefined) return null
    const message = headers["x-hubspot-signature-version"] === "v2" ? `${method}${address}${body}` : body
    return { secret: "prefix", algorithm: "SHA-256", encoding: "hex", message, signatures: [older] }
  },
  events: (body) =>
    Wire.decode(Body, body).flatMap((event) => {
      const { objectTypeId, portalId } = event
      const [word = "", what] = (event.subscriptionType ?? event.eventType ?? "").split(".")
      if (!portalId) return []
      const told = objectsOf(event, word === "object" ? (objectTypeId ?? "") : word).flatMap(([type, id]) => {
        const known = types[type]
        return known === undefined || !id
          ? []
          : [{ model: known[0], platform_id: Normalize.prefixed(known[1] ?? "", id, ":") }]
      })
      const deleted = what === "deletion" || what === "privacyDeletion"
      const unique = new Map(told.map((one) => [`${one.model} ${one.platform_id}`, one]))
      return [...unique.values()].map((one) => ({ ...one, settings: { portalId }, deleted }))
    })
})
