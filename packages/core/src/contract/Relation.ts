/** How records refer to each other: by which field, and of which data model. A model names its relations; `expand` embeds them. */
/** The record whose platform_id this record's `by` field holds; null when there is none. */
export interface One<out M extends string = string, out By extends string = string> {
  readonly _tag: "One"
  /** The data model of the record. */
  readonly model: M
  /** The member of this record that holds its `platform_id`. */
  readonly by: By
}
/** The records whose `by` field holds this record's platform_id, oldest first; `type` narrows a shared model to this one. */
export interface Many<out M extends string = string> {
  readonly _tag: "Many"
  /** The data model of the records. */
  readonly model: M
  /** The member of theirs that holds this record's `platform_id`. */
  readonly by: string
  /** What they say of the model that they belong to, where they belong to several; absent where to one. */
  readonly type?: string
}
/** The records of this record's own list member; their relations are embedded in each of them. */
export interface OfRecords {
  readonly _tag: "Records"
  /** The list member that they are in. */
  readonly field: string
}
/** A record that `expand` can embed. */
export type Relation = One | Many | OfRecords

/** One record of another model, by a member that holds its platform id. */
export const one = <const M extends string, const By extends string>(model: M, by: By): One<M, By> => ({
  _tag: "One",
  model,
  by
})
/** Records of another model that name this one. */
export const many = <const M extends string>(model: M, by: string, type?: string): Many<M> => ({
  _tag: "Many",
  model,
  by,
  ...(type === undefined ? {} : { type })
})
/** Records that are parts of this one, in a member. */
export const records = (field: string): OfRecords => ({ _tag: "Records", field })
/** Relations by the names by which they are expanded. */
export type Relations = Readonly<Record<string, Relation>>
