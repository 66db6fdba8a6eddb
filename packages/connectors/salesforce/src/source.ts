/**
 * How an object of Salesforce is read. What fields an object has depends on the org, its features and the user's rights,
 * and one field too many fails the whole query: the object is therefore described first, and asked for what it has.
 */
import type { Lookup } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { type Described, described, has } from "./described.ts"
import { askAll, moment, quoted, root, type Select } from "./soql.ts"

type Lookups = { readonly described: Lookup.Lookup<Described | null> }
type Context = { readonly lookups: { readonly described?: Described | null } }

/** A condition that only holds where the object has its field. */
export interface Condition {
  readonly field: string
  readonly where: string
}
/** A statement over children, by the name of the relationship it needs. */
export interface Children {
  readonly relationship: string
  readonly statement: string
}
type Members = Parameters<typeof Wire.struct>[0]

export interface Options {
  /** The first characters of the ids of all its records, where other objects make up the same model. */
  readonly prefix?: string
  readonly where?: ReadonlyArray<Condition>
  readonly children?: Children
  /** The field that holds the date of what the record tells of: a day or a moment, in some records empty. */
  readonly dated?: { readonly field: string; readonly isDay?: boolean; readonly isOptional?: boolean }
  /** The field that tells of a change; `SystemModstamp` when absent. */
  readonly stamp?: string
}

const statement = (
  object: string,
  members: Members,
  { children, where = [] }: Options,
  { lookups: { described: known } }: Context,
  ...further: ReadonlyArray<string>
): Select => ({
  fields: [
    ...Object.keys(members).filter(
      (name) => name === "Id" || (name !== children?.relationship && has(known?.fields, name))
    ),
    ...(children !== undefined && has(known?.children, children.relationship) ? [children.statement] : [])
  ],
  from: object,
  where: [...where.flatMap(({ field, where }) => (has(known?.fields, field) ? [where] : [])), ...further]
})

/** What records of every object have. */
export const record = { Id: Wire.required(Wire.id), CreatedDate: Wire.text, SystemModstamp: Wire.text }
/** Of objects whose records can be deleted. */
export const deletable = { ...record, IsDeleted: Wire.boolean }

/** Pages of a query are where the answer says. */
export const pages = Page.nextPath({ at: "nextRecordsUrl" })
const isDeleted = (raw: unknown) => Call.at(raw, "IsDeleted") === true

const since = ({ field, isDay, isOptional }: NonNullable<Options["dated"]>, from: string): string => {
  const later = `${field} >= ${isDay === true ? from.slice(0, 10) : moment(from)}`
  return isOptional === true ? `(${later} OR ${field} = null)` : later
}

/** Everything about reading an object but its mapping. The members of an item are the fields that are asked for. */
export const source = <const M extends Members>(object: string, members: M, options: Options = {}) => ({
  path: `${root}/queryAll`,
  query: (context: Context) => askAll(statement(object, members, options, context)).query,
  page: pages,
  since: (context: Context & { readonly since: string }) => ({
    query: askAll(
      statement(object, members, options, context, `${options.stamp ?? "SystemModstamp"} >= ${moment(context.since)}`)
    ).query
  }),
  ...(options.dated === undefined
    ? {}
    : {
        from: (context: Context & { readonly from: string }): Call.Patch =>
          has(context.lookups.described?.fields, options.dated!.field)
            ? {
                query: askAll(statement(object, members, options, context, since(options.dated!, context.from))).query
              }
            : {}
      }),
  items: "records",
  item: Wire.struct(members),
  get: (id: string, context: Context) =>
    id.startsWith(options.prefix ?? "")
      ? askAll(statement(object, members, options, context, `Id = ${quoted(id)}`))
      : null,
  getItem: (body: unknown) => {
    const [found] = Read.arrayAt(body, "records")
    return isDeleted(found) ? null : found
  },
  lookups: { described: described(object) } satisfies Lookups
})
/** Of an object whose deleted records show until they leave the recycle bin, two weeks later. */
export const binned = <const M extends Members>(object: string, members: M, options: Options = {}) => ({
  ...source(object, members, options),
  deletes: Read.flag(isDeleted)
})
