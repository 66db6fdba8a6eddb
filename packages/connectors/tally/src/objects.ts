/** The objects of a collection, in an answer or for what has to be known of all of them. */
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { ask, type Collection, type Period } from "./request.ts"

export const data = (body: unknown) => Call.at(body, "ENVELOPE.BODY.DATA.COLLECTION")
/** The objects of one type. Quirk: an empty collection is an empty element. */
export const objects =
  (type: string) =>
  (body: unknown): ReadonlyArray<unknown> => {
    const found = data(body)
    if (typeof found === "string" && found.trim() === "") return []
    if (typeof found !== "object" || found === null || Array.isArray(found)) throw new Read.ItemsMissing("COLLECTION")
    return Read.arrayAt(found, type.toUpperCase())
  }

/** The objects whose names a lookup needs, all of a type. */
export const lookup = <A, B>(
  type: string,
  fetch: string,
  item: Wire.Decoder<A>,
  pick: (found: ReadonlyArray<A>) => B,
  more: Pick<Collection & Period, "where" | "start" | "end"> = {}
): Lookup.Lookup<B> =>
  Lookup.make({
    call: ask({ collection: type, fetch, ...more }),
    response: Wire.read((body) => objects(type)(body).map((one) => Wire.decode(item, one))),
    pick,
    absent: pick([])
  })
