/** How Sage writes: every record alone, as a whole, by one call that makes those without an id and changes the others. */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { isMadeOf, madeSince } from "./found-again.ts"
import { unprefixed } from "./wire.ts"

interface Own {
  /** The service of the records; of the item, where a model has several. */
  readonly service: string | ((item: Take.Item) => string)
  /** What our ids begin with. */
  readonly prefixOf?: (item: Take.Item) => string
  /** What a new record says unless it says something else, and how it is asked to be saved. */
  readonly made?: object
  readonly saved?: (body: Writer.Sent["body"]) => Call.Query
  /** The members by which a record that was made is found again, and where a row has them. */
  readonly alike: Readonly<Record<string, string>>
  /** What tells those apart that are alike in all of these, such as their lines. */
  readonly matches?: (item: Take.Item, row: unknown) => boolean
  /** Where rows do not say when they were made: what they are looked for by. */
  readonly among?: (item: Take.Item) => string
  /** Documents take a text of ours, which tells them apart from all others. */
  readonly isDocument?: true
  /** New records take several calls: what is found of one is what making it would have been answered. */
  readonly isStepped?: true
  /** A change sends these as it makes them, or not at all: Sage works them out. */
  readonly computed?: ReadonlyArray<string>
}
export const writing = Writer.make(
  ({
    alike,
    among,
    computed = [],
    isDocument,
    isStepped,
    made,
    matches = () => true,
    prefixOf,
    saved = () => ({}),
    service
  }: Own) => {
    const serviceOf = (item: Take.Item) => (typeof service === "string" ? service : service(item))
    const idOf = (item: Take.Item, id: string) => (prefixOf === undefined ? id : `${prefixOf(item)}:${id}`)
    /** The id at Sage; one that is of another service is refused. */
    const ownId = ({ id, item, refuse }: Writer.Sent): string =>
      (prefixOf === undefined ? (id.includes(":") ? null : id) : unprefixed(prefixOf(item), id)) ??
      refuse("is of a record that cannot be written", "platform_id")
    const save = ({ body, item }: Writer.Sent, query: Call.Query = {}): Call.Call => ({
      method: "POST",
      path: `/${serviceOf(item)}/Save`,
      query,
      body
    })
    return {
      idempotency: Write.natural,
      empty: "",
      create: {
        call: (sent) => save({ ...sent, body: { ...made, ...sent.body } }, saved(sent.body)),
        answers: (body, [sent]) => {
          const id = Normalize.id(Call.at(body, "ID"))
          return [id === null ? undefined : Write.acceptedId(idOf(sent!.item, id))]
        },
        // Quirk: Sage takes no key, and finds no text. What was made since is looked through for one that is alike.
        idempotency: Write.lookup({
          ...(isDocument === undefined
            ? {}
            : { key: { in: "body" as const, name: "ExternalReference", form: "plain" as const } }),
          call: (item: Take.Item, { since }) =>
            among === undefined
              ? madeSince(serviceOf(item), since, isDocument === undefined ? {} : { includeDetail: true })
              : { path: `/${serviceOf(item)}/Get`, query: { $filter: among(item), $top: 100, $skip: 0 } },
          find: (body, item: Take.Item, { key }) => {
            const isAlike = isMadeOf(alike, item)
            const row = Read.requiredArrayAt(body, "Results").find((own) => {
              const ours = isDocument === undefined ? null : Normalize.text(Call.at(own, "ExternalReference"))
              return isAlike(own) && matches(item, own) && (ours === null || ours === key)
            })
            return row === undefined || isStepped ? row : Write.acceptedId(idOf(item, String(Call.at(row, "ID"))))
          }
        })
      },
      update: {
        current: true,
        call: (sent) => {
          const { body, raw = {}, refuse } = sent
          ownId(sent)
          if (raw["Locked"] === true || raw["Editable"] === false) refuse("is locked at Sage", "platform_id")
          const kept = Object.fromEntries(Object.entries(raw).filter(([name]) => !computed.includes(name)))
          return save({ ...sent, body: { ...kept, ...body } })
        },
        answers: () => [Write.done]
      },
      delete: {
        call: (sent) => ({ method: "DELETE", path: `/${serviceOf(sent.item)}/Delete/${Call.segment(ownId(sent))}` })
      }
    }
  }
)
