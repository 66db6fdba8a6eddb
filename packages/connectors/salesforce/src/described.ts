/**
 * What an object of Salesforce has in this org, for this user: fields and relationships depend on features and rights, and one
 * too many fails the whole query.
 */
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"
import { root } from "./soql.ts"

const Description = Wire.struct({
  fields: Wire.required(Wire.list(Wire.struct({ name: Wire.text }))),
  childRelationships: Wire.list(Wire.struct({ relationshipName: Wire.text }))
})
/** What an object has for this user; null when that is not known. */
export interface Described {
  readonly fields: ReadonlyArray<string>
  readonly children: ReadonlyArray<string>
}
export const describePath = (object: string): string => `${root}/sobjects/${object}/describe`
export const described = (object: string): Lookup.Lookup<Described | null> =>
  Lookup.make({
    call: { path: describePath(object) },
    response: Description,
    pick: ({ childRelationships, fields }): Described | null => ({
      fields: fields.flatMap(({ name }) => name ?? []),
      children: (childRelationships ?? []).flatMap(({ relationshipName }) => relationshipName ?? [])
    }),
    // What is not there is asked for by its id alone, and Salesforce says so in its own words.
    absent: { fields: [], children: [] },
    emptyStatuses: [404]
  })
export const has = (names: ReadonlyArray<string> | undefined, name: string): boolean => names?.includes(name) ?? true
