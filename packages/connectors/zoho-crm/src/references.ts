/** What deals refer to: the currency of the organisation, and the stages and pipelines behind their names. */
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

export const currency = Lookup.make({
  call: { path: "/org" },
  response: Wire.struct({ org: Wire.list(Wire.struct({ iso_code: Wire.text })) }),
  pick: ({ org }) => Normalize.text(org?.[0]?.iso_code),
  absent: null,
  emptyStatuses: [204]
})

const Value = Wire.struct({
  id: Wire.id,
  ...Wire.all(Wire.text, "display_value", "actual_value", "forecast_type"),
  probability: Wire.number
})
export type Value = (typeof Value)["Type"]
const Fields = Wire.struct({
  fields: Wire.list(Wire.struct({ api_name: Wire.text, pick_list_values: Wire.list(Value) }))
})
/** Values of a list field by both of their names. */
const byName = (values: ReadonlyArray<Value | null>): ReadonlyMap<string, Value> =>
  new Map(
    values.flatMap((own) =>
      own === null ? [] : [own.display_value, own.actual_value].flatMap((name) => (name ? [[name, own] as const] : []))
    )
  )
export interface DealValues {
  readonly stages: ReadonlyMap<string, Value>
  readonly pipelines: ReadonlyMap<string, Value>
}
/** Quirk: a deal tells the text of its stage alone, and not every answer the id of its pipeline. */
export const deals = Lookup.make({
  call: { path: "/settings/fields", query: { module: "Deals" } },
  response: Fields,
  pick: ({ fields }): DealValues => {
    const of = (name: string) => byName(fields?.find((field) => field?.api_name === name)?.pick_list_values ?? [])
    return { stages: of("Stage"), pipelines: of("Pipeline") }
  },
  absent: { stages: new Map<string, Value>(), pipelines: new Map<string, Value>() },
  emptyStatuses: [204]
})

/** Whether deals that are in a stage are won or lost, by its type of forecast, or by its name where it tells none. */
export const outcomeOf = (type: string | null | undefined, stage: string | null | undefined) => {
  const said = Normalize.text(type) ?? Normalize.text(stage)
  if (said === null) return null
  return /^closed.?won/i.test(said) ? "Won" : /^closed.?lost/i.test(said) ? "Lost" : "Open"
}
