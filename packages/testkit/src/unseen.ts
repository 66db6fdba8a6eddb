/**
 * Which members of a model no case shows: nobody has seen that they are mapped right. Where a read says which members its
 * platform never fills (`absent`), it is a law: each member is shown or has its reason. Elsewhere an author reads it.
 */
import assert from "node:assert/strict"
import { Connector, type Field, Models, type Read } from "@svc/core"
import { Reading } from "@svc/core/runtime"
import type { Check, Subject } from "./Subject.ts"
import { companionsOf, foundOf, straightRun } from "./Walk.ts"

/** Members of a model, `line_items.discount` for those of its lines, that are empty in every record of its case. */
export interface Unseen {
  /** The data model that the member is of. */
  readonly model: Models.ModelId
  /** The mapping names them: what it makes of them is not proven. */
  readonly mapped: ReadonlyArray<string>
  /** The mapping does not know them. */
  readonly unmapped: ReadonlyArray<string>
}

/** The members that no case of a connector shows. */
export const unseen = async (subject: Subject): Promise<ReadonlyArray<Unseen>> => {
  const found: Array<Unseen> = []
  for (const model of Models.modelIds.filter((name) => name in subject.connector.reads && name in subject.cases)) {
    const { fields } = Models.get(model)
    const shown = await shownOf(subject, model)
    const named = new Set<string>()
    for (const record of await mappedOf(subject, model)) visit(fields, record, "", isNamed, named)
    const absent = absentOf(subject, model)
    const hidden = hiddenOf(model, shown).filter((path) => !absent.has(path))
    found.push({
      model,
      mapped: hidden.filter((path) => named.has(path)),
      unmapped: hidden.filter((path) => !named.has(path))
    })
  }
  return found
}

/** Where a read says which members stay empty, each member is shown by a case or has its reason, and none both. */
export const absenceChecks = (subject: Subject, model: Models.ModelId): ReadonlyArray<Check> =>
  Connector.sourcesOf(subject.connector, model).every(({ absent }) => absent === undefined)
    ? []
    : [
        {
          name: `${model}: what no case shows is said to be absent, and why`,
          run: async () => {
            const absent = absentOf(subject, model)
            for (const [path, why] of absent) assert.ok(why.trim() !== "", `it is not said why ${path} is absent`)
            const shown = await shownOf(subject, model)
            assert.deepEqual(
              [...absent.keys()].filter((path) => shown.has(path)),
              [],
              "members that are said to be absent, and a case shows them"
            )
            assert.deepEqual(
              hiddenOf(model, shown).filter((path) => !absent.has(path) && !isIn(absent, path)),
              [],
              "members that no case shows, and `absent` gives no reason: show one, or say why there is none"
            )
          }
        }
      ]
const isIn = (absent: ReadonlyMap<string, string>, path: string): boolean => absent.has(path.split(".")[0]!)

/** What the reads of a model say is absent; of several sources what none of them has. */
const absentOf = ({ connector }: Subject, model: Models.ModelId): ReadonlyMap<string, string> => {
  const [first, ...others] = Connector.sourcesOf(connector, model).map(({ absent }) => Object.entries(absent ?? {}))
  return new Map((first ?? []).filter(([path]) => others.every((own) => own.some(([name]) => name === path))))
}

/** Members that records of the model's case show. */
const shownOf = async (subject: Subject, model: Models.ModelId): Promise<ReadonlySet<string>> => {
  const { walked } = await straightRun(subject, model, subject.cases[model]!)
  const shown = new Set<string>()
  for (const { records } of walked.items)
    for (const record of records) visit(Models.get(model).fields, record, "", isShown, shown)
  return shown
}
const hiddenOf = (model: Models.ModelId, shown: ReadonlySet<string>): ReadonlyArray<string> =>
  pathsOf(Models.get(model).fields, "", shown).filter((path) => !shown.has(path))

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
