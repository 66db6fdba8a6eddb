/**
 * Which members of a model no case shows: nobody has seen that they are mapped right. No law, since a platform need not have
 * them; an author reads it and gives an item that has more.
 */
import { Connector, type Field, Models, type Read } from "@svc/core"
import { Reading } from "@svc/core/runtime"
import type { Subject } from "./Subject.ts"
import { companionsOf, foundOf, straightRun } from "./Walk.ts"

/** Members of a model, `line_items.discount` for those of its lines, that are empty in every record of its case. */
export interface Unseen {
  readonly model: Models.ModelId
  /** The mapping names them: what it makes of them is not proven. */
  readonly mapped: ReadonlyArray<string>
  /** The mapping does not know them. */
  readonly unmapped: ReadonlyArray<string>
}

export const unseen = async (subject: Subject): Promise<ReadonlyArray<Unseen>> => {
  const found: Array<Unseen> = []
  for (const model of Models.modelIds.filter((name) => name in subject.connector.reads && name in subject.cases)) {
    const { walked } = await straightRun(subject, model, subject.cases[model]!)
    const { fields } = Models.get(model)
    const shown = new Set<string>()
    for (const { records } of walked.items) for (const record of records) visit(fields, record, "", isShown, shown)
    const named = new Set<string>()
    for (const record of await mappedOf(subject, model)) visit(fields, record, "", isNamed, named)
    const hidden = [...pathsOf(fields, "", shown)].filter((path) => !shown.has(path))
    found.push({
      model,
      mapped: hidden.filter((path) => named.has(path)),
      unmapped: hidden.filter((path) => !named.has(path))
    })
  }
  return found
}

/** The same as lines for people: what is mapped and not shown, by model. */
export const told = (all: ReadonlyArray<Unseen>): string =>
  all
    .filter(({ mapped }) => mapped.length > 0)
    .map(({ mapped, model }) => `  ${model}: ${mapped.join(", ")}`)
    .join("\n")

/** What the mapping itself answers for the items of the case. */
const mappedOf = async (subject: Subject, model: Models.ModelId): Promise<ReadonlyArray<object>> => {
  const own = subject.cases[model]!
  const { walked } = await straightRun(subject, model, own)
  const records: Array<object> = []
  for (const read of Connector.sourcesOf(subject.connector, model) as ReadonlyArray<Read.Read>) {
    const lookups = await foundOf(subject, read, own)
    const beside = await companionsOf(subject, read, own)
    for (const [step, { page }] of walked.steps.filter(({ source }) => source === read.source).entries()) {
      for (const { followed: kept = [], raw } of page.items) {
        try {
          const followed = Reading.answersIn(kept)
          const context = { settings: subject.settings, lookups, companions: beside[step]!, followed }
          for (const one of [read.map(read.item.read(raw), context)].flat())
            if (typeof one === "object" && one !== null) records.push(one)
        } catch {
          // What cannot be read in full is no proof.
        }
      }
    }
  }
  return records
}

const isShown = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
const isNamed = (value: unknown): boolean => value !== undefined

const innerOf = ({ members, of }: Field.Field): Field.Fields | undefined => of?.fields ?? members

/** Adds the paths of a record's members that hold something. */
const visit = (
  fields: Field.Fields,
  record: object,
  path: string,
  holds: (value: unknown) => boolean,
  into: Set<string>
): void => {
  for (const [name, value] of Object.entries(record)) {
    const field = fields[name]
    if (field === undefined || !holds(value)) continue
    into.add(path + name)
    const inner = innerOf(field)
    if (inner === undefined || typeof value !== "object" || value === null) continue
    for (const row of [value].flat()) visit(inner, row as object, `${path}${name}.`, holds, into)
  }
}

/** All members of a model; those inside of another where that is shown. */
const pathsOf = (fields: Field.Fields, path: string, shown: ReadonlySet<string>): ReadonlyArray<string> =>
  Object.entries(fields).flatMap(([name, field]) => {
    const inner = innerOf(field)
    return inner !== undefined && shown.has(path + name)
      ? [path + name, ...pathsOf(inner, `${path}${name}.`, shown)]
      : [path + name]
  })
