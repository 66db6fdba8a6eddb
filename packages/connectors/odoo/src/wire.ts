/** How Odoo writes values: `false` for none, moments in UTC without a zone, links as `[id, name]`, notes as HTML. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

export const id = Wire.required(Wire.id)
export const text = Wire.nullAs(false, Wire.text)
export const number = Wire.nullAs(false, Wire.number)
export const boolean = Wire.boolean
export const moment = Wire.nullAs(false, Wire.instant)
/** The id of the record that a link names; the name beside it is for people. */
export const link = Wire.nullAs(
  false,
  Wire.read((value) => Normalize.id(typeof value === "number" ? value : Wire.decode(pair, value)[0]))
)
/** The name of the record that a link names, where the record itself is none of the interface's. */
export const named = Wire.nullAs(
  false,
  Wire.read((value) => Normalize.text(Wire.decode(pair, value)[1]))
)
const pair = Wire.list(Wire.unknown)
export const links = Wire.nullAs(false, Wire.list(Wire.id))
export const shares = Wire.nullAs(false, Wire.record(Wire.unknown))

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " }

/** The text of a note: paragraphs become lines. */
export const plain = (value: string): string | null =>
  Normalize.text(
    value
      .replaceAll(/<br\s*\/?>|<\/(?:p|div|li)>/gi, "\n")
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? "")
  )
export const html = Wire.nullAs(
  false,
  Wire.read((value) => plain(Normalize.text(value) ?? ""))
)
/** Text as a note: what is typed is no markup. */
export const noteOf = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "<br>")
