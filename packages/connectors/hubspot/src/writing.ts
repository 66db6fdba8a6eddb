/** How objects are written: created, changed and archived in batches, each with what it is associated with. */
import type { Call } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import * as Batches from "./batches.ts"
import { associationsOf, linkCalls, linkLookups, type Links, refuseLinks } from "./linking.ts"

interface Own {
  readonly scope: string
  /** The type of object; those of kinds are called after them, `calls` of `call`, and their ids begin with the kind. */
  readonly type?: string
  /** What the members are that name other records. */
  readonly links?: Links | ((kind: string) => Links)
  /** What a new one has besides, by when its write began. */
  readonly made?: (began: string) => Batches.Properties
  /** The properties that a new one is searched by; the first that is sent. */
  readonly by: ReadonlyArray<string>
}

export const writing = Writer.make(({ by, links = {}, made, scope, type = "" }: Own, { sentOf }) => {
  const typeOf = (kind: string | undefined) => (kind ? `${kind}s` : type)
  const idOf = ({ id, kind }: Writer.Sent) => Normalize.unprefixed(kind ?? "", id, ":") ?? id
  const nameOf = (all: ReadonlyArray<Writer.Sent>) => (id: string) => Normalize.prefixed(all[0]?.kind ?? "", id, ":")
  const linksOf = (kind: string) => (typeof links === "function" ? links(kind) : links)
  // All values are texts; an empty one clears.
  const propertiesOf = ({ began, body, isNew }: Writer.Sent): Batches.Properties =>
    Object.fromEntries(
      Object.entries({ ...(isNew ? made?.(began) : {}), ...body }).map(([name, value]) => [name, String(value ?? "")])
    )
  const sending =
    (what: string, inputOf: (sent: Writer.Sent, index: number) => object) =>
    (all: ReadonlyArray<Writer.Sent>): Call.Call => ({
      method: "POST",
      path: `/crm/v3/objects/${typeOf(all[0]?.kind)}/batch/${what}`,
      body: { inputs: all.map(inputOf) }
    })
  const creating = sending("create", (sent, trace) => ({
    objectWriteTraceId: String(trace),
    properties: propertiesOf(sent),
    associations: associationsOf(linksOf(sent.kind), sent.item)
  }))
  return {
    batch: Batches.size,
    clears: true,
    idempotency: Write.natural,
    scope,
    create: {
      calls: (all) => {
        // The results could not be told from each other: each is then sent by itself.
        if (new Set(all.map((sent) => JSON.stringify(propertiesOf(sent)))).size < all.length)
          throw new Normalize.Unreadable("items of which no two are the same", all.length)
        return creating(all)
      },
      answers: (body, all) => Batches.created(body, all.map(propertiesOf), nameOf(all)),
      idempotency: Batches.lookup((item, began) => {
        const sent = sentOf(item, { began, settings: {} })
        return { type: typeOf(sent.kind), by, sent: propertiesOf(sent), named: nameOf([sent]) }
      })
    },
    update: {
      lookups: linkLookups(links, typeOf),
      calls: sending("update", (sent) => {
        refuseLinks(linksOf(sent.kind), sent, idOf(sent))
        return { id: idOf(sent), properties: propertiesOf(sent) }
      }),
      answers: (body, all) => Batches.updated(body, all.map(idOf), nameOf(all)),
      follow: (_, sent) => linkCalls(typeOf(sent.kind), linksOf(sent.kind), sent, idOf(sent))
    },
    delete: { calls: sending("archive", (sent) => ({ id: idOf(sent) })) }
  }
})
