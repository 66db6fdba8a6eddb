/** What an answer is read with: `Wire` says which members are used, `Normalize` what a value written in some way means. */
import * as Normalize from "@svc/core/Normalize"
import * as Reach from "@svc/core/Reach"
import * as Wire from "@svc/core/Wire"

/** A platform that writes `false` for "none". */
const text = Wire.nullAs(false, Wire.text)

export const Invoice = Wire.struct({
  id: Wire.required(Wire.id),
  memo: text,
  total: Wire.number,
  paid: Wire.boolean,
  /** One line that cannot be read makes the list unreadable, and so does what it is compared by; it may be absent. */
  lines: Wire.list(Wire.required(Wire.struct({ text, kind: Wire.decisive(Wire.text) }))),
  custom: Wire.record(Wire.text),
  anything: Wire.unknown,
  /** Members that are read alike. */
  ...Wire.all(Wire.text, "number", "reference", "project"),
  due: Wire.day,
  made: Wire.instant,
  /** A decoder of one's own: the error names the member. */
  currency: Wire.read((value) => Normalize.text(value, "currency")?.toUpperCase() ?? null),
  issued: Wire.read(Normalize.dayAs("dd/mm/yyyy")),
  changed: Wire.read(Normalize.localTo("+05:30"))
})
export const invoiceOf = (body: unknown) => Wire.decode(Invoice, body)

/** Words by a table, whatever their case; what it lacks is UNKNOWN, or what the second argument says. */
export const status = Normalize.word({ open: "SUBMITTED", closed: "PAID" }, null)
/** The same by what they mean, where several mean one thing. */
export const orderStatus = Normalize.meaning({ OPEN: ["new", "on hold"], CLOSED: ["done"] })
export const name = Normalize.fullName("Ada", null, "Lovelace")
export const street = Normalize.street("1 Quay Street", null, "Unit 2")
export const key = Normalize.id(17)
/** Ids that customers and vendors may both have: the kind is in front of them, and a read or write of one takes it off again. */
export const contact = Normalize.prefixed("vendor", "41")
export const vendor = Normalize.unprefixed("vendor", "vendor-41")
/** Those of several ids, or lists of them, that are there, each once. */
export const tags = Normalize.distinct("job-1", null, ["job-1", "place-2"])
/** What stands behind a name or id, of what a lookup found. */
export const account = Normalize.lookUp(new Map([["sales", "4000"]]), "sales")
/** A comparison that is a member of a record. */
export const isWon = (outcome: string | null) => Normalize.is(outcome, "won")

export const amounts = {
  plain: Normalize.number("12.50"),
  money: Normalize.money("12.50"),
  written: Normalize.localNumber({ group: ".", decimal: "," })("- 1.675,50"),
  cents: Normalize.minorUnits(1250, "EUR"),
  back: Normalize.toMinorUnits(12.5, "EUR"),
  digits: Normalize.minorDigits("JPY"),
  rate: Normalize.percent("19 %"),
  exchange: Normalize.rate("1.08"),
  share: Normalize.fraction("0.19"),
  inverse: Normalize.inverseRate("0.8"),
  total: Normalize.sum(["0.1", "0.2"]),
  rest: Normalize.difference("1.0", "0.9"),
  line: Normalize.product("3", "0.1"),
  size: Normalize.absolute("-5"),
  paid: Normalize.rounded(1.005)
}
export const moments = {
  instant: Normalize.instant("2026-03-01T12:00:00+01:00"),
  day: Normalize.day("2026-03-01"),
  seconds: Normalize.epochSeconds(1_772_323_200),
  millis: Normalize.epochMillis(1_772_323_200_000),
  dotNet: Normalize.dotNetDate("/Date(1772323200000+0000)/"),
  mail: Normalize.rfc2822("Sun, 01 Mar 2026 00:00:00 GMT"),
  earlier: Normalize.before("2026-03-01T00:00:00.000Z", 1)
}
/** How somebody is reached: an address, telephones and links are there only where they say something. */
export const addresses = Reach.part({ platform_id: "17:address" }, { street, city: "Leith" })
export const phones = Reach.phones(
  "17:phones",
  { phone: "TELEPHONE", fax: "FAX" },
  { phone: "+44 131 496 0000", fax: "" }
)
export const links = Reach.links("17:links", { email: "EMAIL" }, { email: "ada@quay.example" })
