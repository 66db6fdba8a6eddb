/** How Jurnal writes: every record is made, changed and deleted alone, wrapped in its name, and a new one takes an id of ours once. */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"

interface Own {
  /** Where the records are, and what one is called; by the kind where a model has several. */
  readonly list: string | ((kind: string) => string)
  readonly one: string | ((kind: string) => string)
  /** What a change says besides: members of the record as it is that Jurnal cannot do without. */
  readonly kept?: (raw: Take.Item, body: Readonly<Record<string, unknown>>) => object
  /** The record at Jurnal that an id of ours is of. */
  readonly idOf?: (id: string) => string
}
const Identified = Wire.struct({ id: Wire.required(Wire.id) })
export const idIn = (body: unknown, one: string): string => Wire.decode(Identified, Call.at(body, one)).id

/** Quirk: one of the members of a refusal is the id that was taken, and another the record that has it. */
const isTaken = (body: unknown): boolean => /already/i.test(Normalize.text(textAt(body, "custom_id")) ?? "")
const textAt = (body: unknown, name: string): unknown => {
  const said: unknown = Call.at(body, name)
  return Array.isArray(said) ? said[0] : typeof said === "string" ? said : undefined
}
/** A new record takes an id of ours, which no two have; a second one is answered with the id of the first. */
export const once = (one: string) =>
  Write.unique({
    place: { in: "body", name: `${one}.custom_id`, form: "plain" },
    existing: ({ body }) => {
      const id = isTaken(body) ? Call.at(body, "id") : undefined
      return id === undefined || id === null ? null : { [one]: { id } }
    }
  })

export const writing = Writer.make(({ idOf = (id) => id, kept, list, one }: Own) => {
  const [listOf, oneOf] = [list, one].map((own) => (typeof own === "function" ? own : () => own))
  const address = ({ id, kind }: Writer.Sent) => `/${listOf!(kind)}/${Call.segment(idOf(id))}`
  return {
    idempotency: Write.natural,
    empty: "",
    create: {
      call: ({ body, kind }) => ({ method: "POST", path: `/${listOf!(kind)}`, body: { [oneOf!(kind)]: body } }),
      // Answers of a creation have fewer members than those of a record that is asked for.
      answers: (body, [sent]) => [Write.acceptedId(idIn(body, oneOf!(sent!.kind)))],
      idempotency: once(oneOf!(""))
    },
    update: {
      current: true,
      call: (sent) => {
        const { body, kind, raw = {}, refuse } = sent
        if (raw["editable"] === false)
          refuse("cannot be changed at Jurnal: it is paid, or its books are closed", "platform_id")
        return { method: "PATCH", path: address(sent), body: { [oneOf!(kind)]: { ...kept?.(raw, body), ...body } } }
      },
      answers: () => [Write.done]
    },
    delete: { call: (sent) => ({ method: "DELETE", path: address(sent) }) }
  }
})

/** Ids are numbers at Jurnal. */
export const id = (to: string): Take.Named<string> => ({ to, by: (value) => numeric(value) })
export const numeric = (value: string): number | string => (/^\d{1,15}$/.test(value) ? Number(value) : value)
/** Another record's member of a record, null where there is none. */
export const named = (raw: Take.Item, name: string): string | null => Call.at(raw, `${name}.name`) as string | null

/** Lines are a whole new set: of a change, those that are there and not in it are taken away. */
export const wholly =
  (member: string, before = member) =>
  (made: ReadonlyArray<Take.Item>, { raw }: Take.At) => {
    const ids = new Set(made.map((own) => String(own["id"])))
    const gone = ((raw?.[before] ?? []) as ReadonlyArray<Take.Item>).filter((own) => !ids.has(String(own["id"])))
    return { [member]: [...made, ...gone.map((own) => ({ id: own["id"], _destroy: true }))] }
  }
