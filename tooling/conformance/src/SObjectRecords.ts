/** Records made of an object's describe answer: one for each value that any of its picklists has, with all its fields. */
import type { Json } from "./JsonSchemas.ts"
import type { Field, SObject, SObjects } from "./SObjects.ts"

/** The first characters of ids; a describe answer of the short form does not tell. */
const prefixes: Readonly<Record<string, string>> = {
  Account: "001",
  Note: "002",
  Contact: "003",
  User: "005",
  Opportunity: "006",
  Group: "00G",
  Lead: "00Q",
  Task: "00T",
  Event: "00U",
  ContentNote: "069",
  ContentDocument: "069"
}
export const idOf = (object: string, index: number): string =>
  `${prefixes[object] ?? "0ZZ"}5e00000${String(index + 1).padStart(5, "0")}AAM`

const valueOf = (object: SObject, field: Field, index: number): unknown => {
  const pick = <A>(list: ReadonlyArray<A>): A | undefined => list[index % list.length]
  switch (field.type) {
    case "id":
      return idOf(object.name, index)
    case "reference":
      return field.referenceTo.length === 0 ? null : idOf(pick(field.referenceTo)!, index)
    case "boolean":
      return field.name === "IsDeleted" ? index === 1 : index % 2 === 1
    case "int":
    case "double":
    case "currency":
    case "percent":
      return 12.5 * (index + 1)
    case "date":
      return "2026-03-02"
    case "datetime":
      return `2026-03-0${(index % 9) + 1}T21:03:23.000+0000`
    case "address":
      return { city: "Bayshore", country: "US", geocodeAccuracy: null, postalCode: "94326", street: "1 Quay\nLevel 3" }
    case "picklist":
    case "combobox":
      return pick(field.picklistValues)?.value ?? `${field.name} ${index + 1}`
    default:
      return index % 3 === 2 ? null : `${field.name} ${index + 1}`
  }
}

const recordOf = (object: SObject, index: number): Json => ({
  attributes: { type: object.name, url: `/services/data/v62.0/sobjects/${object.name}/${idOf(object.name, index)}` },
  ...Object.fromEntries([...object.fields.values()].map((field) => [field.name, valueOf(object, field, index)]))
})

const answerOf = (records: ReadonlyArray<Json>): Json => ({ totalSize: records.length, done: true, records })

/** An answer to a query of an object, its children that are described included. */
export const answer = (objects: SObjects, object: SObject): Json => {
  const sizes = [...object.fields.values()].map(({ picklistValues }) => Math.min(picklistValues.length, 12))
  return answerOf(
    Array.from({ length: Math.max(3, ...sizes) }, (_, index) => ({
      ...recordOf(object, index),
      ...Object.fromEntries(
        [...object.children].flatMap(([relationship, name]) => {
          const child = objects.get(name)
          return child === undefined || name === object.name
            ? []
            : [[relationship, index % 2 === 1 ? null : answerOf([recordOf(child, index)])]]
        })
      )
    }))
  )
}
