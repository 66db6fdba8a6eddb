/**
 * Up to a hundred objects in one call, and what became of each; and how an object is found whose answer was lost.
 * https://developers.hubspot.com/docs/api-reference/error-handling#multi-status-errors-for-batch-create-requests
 */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import { refusalIn } from "./failure.ts"
import { createdBy } from "./objects.ts"

export const size = 100
/** What an object is sent as. */
export type Properties = Readonly<Record<string, string>>

const idOf = (raw: unknown): string | null => Normalize.id(Call.at(raw, "id"))
const namesIn = (error: unknown, member: string): ReadonlyArray<string> => {
  const found = Call.at(error, `context.${member}`)
  return Array.isArray(found) ? found.map(String) : []
}
const listAt = (body: unknown, member: string): ReadonlyArray<unknown> =>
  Call.at(body, member) == null ? [] : Read.arrayAt(body, member)

/** The form in which two values of a property are compared: HubSpot writes numbers, times, mark-up and addresses in its own. */
const plain = (text: string): string => {
  if (/^-?\d+(\.\d+)?$/.test(text)) return String(Number(text))
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return String(Date.parse(text))
  return text.toLowerCase().replace(/<[^>]*>|&nbsp;|^https?:\/\/|\/$|\s+/g, "")
}
/** Whether an object is what was sent. */
const isSame = (sent: Properties, raw: unknown): boolean => {
  const given = Object.entries(sent).filter(([, value]) => value !== "")
  const shown = ([name, value]: readonly [string, string]): boolean => {
    const found = Call.at(raw, `properties.${name}`)
    return typeof found === "string" && plain(found) === plain(value)
  }
  return given.length > 0 && given.every(shown)
}

/** What an object is called here, by its id. */
export type Named = (id: string) => string
type Answers = ReadonlyArray<Write.Answer | undefined>
/**
 * Quirk: results come in any order, and the trace of what was sent is not in all of them: then they are told by their
 * values, beginning with those that say most. Of one that cannot be told nothing is known.
 */
export const created = (body: unknown, sent: ReadonlyArray<Properties>, named: Named): Answers => {
  const [results, errors] = [listAt(body, "results"), listAt(body, "errors")]
  const answers = sent.map((_, trace): Write.Answer | undefined => {
    const fault = errors.find((one) => namesIn(one, "objectWriteTraceId").includes(String(trace)))
    const id = idOf(results.find((raw) => Call.at(raw, "objectWriteTraceId") === String(trace)))
    if (fault !== undefined) return Write.refused(refusalIn(fault), fault)
    return id === null ? undefined : Write.acceptedId(named(id))
  })
  let left = results.filter((raw) => typeof Call.at(raw, "objectWriteTraceId") !== "string")
  const take = (trace: number, raw: unknown) => {
    const id = idOf(raw)
    left = left.filter((own) => own !== raw)
    if (id !== null) answers[trace] = Write.acceptedId(named(id))
  }
  const said = (trace: number) => Object.keys(sent[trace]!).length
  const open = () => [...answers.keys()].filter((trace) => answers[trace] === undefined)
  for (const trace of open().toSorted((a, b) => said(b) - said(a))) {
    const alike = left.filter((raw) => isSame(sent[trace]!, raw))
    if (alike.length === 1) take(trace, alike[0])
  }
  const [only, ...others] = open()
  if (only !== undefined && others.length === 0 && left.length === 1) take(only, left[0])
  return answers
}

/** Of changed objects, errors name their ids. An object that was merged answers with another. */
export const updated = (body: unknown, ids: ReadonlyArray<string>, named: Named): Answers => {
  const [results, errors] = [listAt(body, "results"), listAt(body, "errors")]
  const nameless = errors.find((one) => namesIn(one, "ids").length === 0)
  return ids.map((id) => {
    const fault = errors.find((one) => namesIn(one, "ids").includes(id)) ?? nameless
    return fault === undefined || results.some((raw) => idOf(raw) === id)
      ? Write.acceptedId(named(id))
      : Write.refused(refusalIn(fault), fault)
  })
}

/** A new object: of which type it is, what it is sent as, and what it is searched by: the first of these that is sent. */
interface Searched {
  readonly type: string
  readonly sent: Properties
  readonly by: ReadonlyArray<string>
  readonly named: Named
}
/**
 * Quirk: HubSpot has no keys for what is new (`hs_unique_creation_key` is its own). So what was made since the write began,
 * and is what was sent, is searched for. https://developers.hubspot.com/docs/api-reference/latest/crm/search-the-crm
 */
export const lookup = (known: (item: Take.Item, began: string) => Searched) =>
  Write.lookup<Take.Item>({
    // "A few moments" is all that HubSpot says of how far the search lags behind.
    lag: 20,
    call: (item, { began, since }) => {
      const { by, sent, type } = known(item, began)
      const made = createdBy(type)
      const own = by.find((name) => (sent[name] ?? "") !== "" && sent[name]!.length < 200)
      const value = (text: string) => (/^\d{4}-\d\d-\d\dT/.test(text) ? String(Date.parse(text)) : text)
      const filters = [
        { propertyName: made, operator: "GTE", value: String(Date.parse(since)) },
        ...(own === undefined ? [] : [{ propertyName: own, operator: "EQ", value: value(sent[own]!) }])
      ]
      const sorts = [{ propertyName: made, direction: "DESCENDING" }]
      const properties = Object.keys(sent)
      const body = { filterGroups: [{ filters }], sorts, properties, limit: 200 }
      return { method: "POST", path: `/crm/v3/objects/${type}/search`, body }
    },
    find: (body, item, { began }) => {
      const { named, sent } = known(item, began)
      const id = idOf(Read.arrayAt(body, "results").find((raw) => isSame(sent, raw)))
      return id === null ? undefined : Write.acceptedId(named(id))
    }
  })
