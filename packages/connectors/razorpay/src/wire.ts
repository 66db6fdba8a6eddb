/** What Razorpay's resources have in common: windows of time, how a record is asked for, amounts, dates, and references. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

/** A moment in whole seconds since 1970, as queries take it. */
export const seconds = (moment: string): number => Math.floor(Date.parse(moment) / 1000)
const day = 86_400
export const daysBefore = (moment: string, days: number): string => Normalize.before(moment, days * day)

/** Newest first, by how many to leave out. Quirk: no page says whether there is more, and not every list is said to heed `skip`. */
export const listed = Page.offset({ param: "skip", size: 100, sizeParam: "count", mayIgnore: true })

/**
 * Lists know only when a record was made. They are walked in windows that end a minute before the run began: what is made
 * meanwhile would move the others on by one, from one page to the next.
 */
const windows = Page.spans({
  days: 90,
  first: "2014-01-01T00:00:00.000Z",
  end: (now) => Normalize.before(now, 60),
  page: listed,
  call: ({ end, start }) => ({ query: { from: seconds(start), to: seconds(end) } }),
  // How deep a list may be walked is not said: a refusal that names what pages are asked with is taken for that.
  narrow: ({ body, status }) => status === 400 && paging.has(String(Call.at(body, "error.field")))
})
const paging = new Set(["skip", "count", "from", "to"])

/** A list that is read whole, with how one of its records is asked for. */
export const resource = (path: string) => ({
  path,
  page: listed,
  items: "items",
  get: (id: string): Call.Call => ({ path: `${path}/${Call.segment(id)}` }),
  getItem: (body: unknown) => body
})
/** A list in windows of time, of which a run since a moment looks at the days before it again. */
export const windowed = (path: string, days: number) => ({
  ...resource(path),
  page: windows,
  since: () => ({}),
  sincePage: Page.earlier(days, windows),
  from: "page" as const
})
export const kept = Read.never("Razorpay keeps what has happened")

/** What a list of payments or refunds says of an older record that they have changed: its id, where it may have. */
export const changedBy = (
  path: string,
  days: number,
  id: (entry: unknown, isNew: boolean) => string | null
): Read.Changes => ({
  call: ({ now, since }) => ({
    path,
    query: { from: seconds(daysBefore(since, days)), to: seconds(now) }
  }),
  page: listed,
  items: "items",
  id: (entry, { since }) => {
    const made = Normalize.epochSeconds(Call.at(entry, "created_at"))
    return id(entry, made === null || made >= Normalize.before(since, 1))
  },
  // Nothing is forgotten; what was last read longer ago is cheaper read whole.
  keeps: 180 * day
})

/** Quirk: of what has not happened some records show 0. */
export const epoch = Wire.nullAs(
  0,
  Wire.read((value) => Normalize.epochSeconds(value))
)
/** Quirk: an object without members is an empty list. */
export const object = <A>({ read }: Wire.Decoder<A>): Wire.Decoder<A | null> =>
  Wire.read((value) => (Array.isArray(value) && value.length === 0 ? null : read(value)))

export const currency = Wire.read((value) => {
  const code = Normalize.text(value)?.toUpperCase() ?? null
  if (code !== null && !/^[A-Z]{3}$/.test(code)) throw new Normalize.Unreadable("a currency code", value)
  return code
})
/** Whole minor units of a currency as an amount: none of yen, three decimals of dinars. */
export const amountIn = (code: string | null | undefined) => (minor: number | null | undefined) =>
  Normalize.minorUnits(minor, code)

export const Address = object(
  Wire.struct({
    id: Wire.id,
    ...Wire.all(Wire.text, "line1", "line2", "city", "state", "zipcode", "country")
  })
)

/** What an item or a line is taxed by has no list of its own: the tax, the group of taxes, or the percentage alone. */
export const taxed = {
  tax_id: Wire.decisive(Wire.id),
  tax_group_id: Wire.decisive(Wire.id),
  tax_rate: Wire.decisive(Wire.number)
}
export const taxOf = (raw: {
  readonly tax_id?: string | null | undefined
  readonly tax_group_id?: string | null | undefined
  readonly tax_rate?: number | null | undefined
}): string | null => raw.tax_id ?? raw.tax_group_id ?? (raw.tax_rate == null ? null : `rate:${raw.tax_rate}`)
