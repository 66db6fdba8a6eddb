/**
 * The schemas of records and writes in the OpenAPI document, made from the registry of data models when the document is asked
 * for. No request is checked by them, so the endpoints themselves carry none, and a service that starts makes none.
 */
import { type Field, type Fields, isListKind, type Nested, statementRows } from "../contract/Field.ts"
import type { Relations } from "../contract/Model.ts"
import * as Models from "../contract/Models.ts"
import * as Descriptions from "../models/descriptions.ts"
import * as Examples from "./Examples.ts"
import { schemaName } from "./RecordSchema.ts"
import { uploadStatuses } from "./UploadJobs.ts"
import { routes, type WriteRoute } from "./WriteRoutes.ts"

type Json = Record<string, any>
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
/** The schema, or null. */
const orNull = (schema: Json): Json => {
  if (typeof schema["type"] !== "string") return { anyOf: [...(schema["anyOf"] ?? [schema]), { type: "null" }] }
  const values = schema["enum"] === undefined ? {} : { enum: [...schema["enum"], null] }
  return { ...schema, ...values, type: [schema["type"], "null"] }
}
const said = (description: string | undefined, schema: Json): Json =>
  description === undefined ? schema : { description, ...schema }
const objectOf = (description: string, properties: Json, optional: (name: string) => boolean = () => false): Json => {
  const required = Object.keys(properties).filter((name) => !optional(name))
  return {
    type: "object",
    description,
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false
  }
}

const dateTime = { type: "string", format: "date-time" }
const svcId = { type: "integer", minimum: 1 }
const scalars: Readonly<Record<string, Json>> = {
  text: { type: "string" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  dateTime,
  date: { type: "string", format: "date" },
  texts: { type: "array", items: { type: "string" } }
}

/** What a member is called within the name of its object's schema: `LineItem` for an element of `line_items`. */
const wordOf = (name: string, { kind }: Field): string => {
  const words = name.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const word = words.join("")
  return kind === "object" ? word : word.replace(/ies$/, "y").replace(/(?<=ss|x|ch|sh)es$|(?<!s)s$/, "")
}
const titleOf = (id: string): string => schemaName(Models.get(id as Models.ModelId))
/** "expense", "CRM contact". */
const wordsOf = (id: string): string => {
  const { title } = Models.get(id as Models.ModelId)
  return /^[A-Z]{2}/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1)
}

/** The names of the schemas that the endpoints of a data model refer to. */
export const listName = (id: Models.ModelId): string => `${titleOf(id)}List`
export const responseName = (id: Models.ModelId): string => `${titleOf(id)}Response`

/** What a request says in the names of its schemas. */
const itemName = ({ form, isSpecified, method, write }: WriteRoute): string => {
  const verb = write.operation === "create" ? "Create" : method === "PUT" ? "Put" : "Update"
  const which = form === "items" && verb === "Update" ? "Several" : ""
  return `${titleOf(write.model)}${verb}${isSpecified && method === "POST" ? "Unversioned" : ""}${which}`
}
/** The schema of a write's body; null where it has none. */
export const requestName = (route: WriteRoute): string | null => {
  if (route.write.operation === "delete" || route.write.operation === "void") return null
  return `${itemName(route)}${route.form === "record" ? "" : "Request"}`
}
/** What a write's upload is called: all general writes of a data model answer the same. */
const uploadName = (route: WriteRoute): string =>
  route.isSpecified ? itemName(route) : `${titleOf(route.write.model)}Write`
/** The schemas of a write's answer. */
export const resultNames = (route: WriteRoute): ReadonlyArray<string> => {
  const upload = `${uploadName(route)}Result`
  if (route.form === "items") return [upload]
  return [route.form === "single" ? `${itemName(route)}Response` : responseName(route.write.model as never), upload]
}

const commonMembers: Json = {
  svc_id: svcId,
  svc_created_at: dateTime,
  svc_updated_at: dateTime,
  svc_company_id: svcId,
  svc_deleted_at: orNull(dateTime),
  platform_id: scalars["text"],
  platform_unique_id: scalars["text"]
}
const common = (names: ReadonlyArray<string>): Json =>
  Object.fromEntries(names.map((name) => [name, said(Descriptions.common[name], commonMembers[name])]))
const updatedAt = said(Descriptions.common["updated_at"], orNull(dateTime))
const rawData = { description: Descriptions.common["raw_data"] }

/** What a page of a list has besides its records. */
const pageMembers: Json = {
  prev: said("Cursor of the page before; null on the first.", orNull(scalars["text"]!)),
  next: said("Cursor of the page after; null on the last.", orNull(scalars["text"]!)),
  total_count: said(
    "How many records the whole list has; null unless `return_count=true` asks for it.",
    orNull({ type: "integer", minimum: 0 })
  )
}
/** When a request came and was answered, and what it is called. */
const times: Json = {
  request_timestamp: said("When the request came.", dateTime),
  response_timestamp: said("When it was answered.", dateTime),
  request_id: said("Identifies the request in logs and questions: what the header `request-id` says.", {
    type: "string"
  })
}
const which: Field = {
  kind: "number",
  description: "The record of this service that is to be changed: its `svc_id`; or send its `platform_id`."
}
/** "An expense", "A CRM contact". */
const withArticle = (words: string): string => `${/^[aeiou]/i.test(words) ? "An" : "A"} ${words}`

const selected = new Set(["raw_data", "data_hash", "custom_fields"])

/** Every schema of records and writes by its name. */
export const schemas = (): Readonly<Record<string, Json>> => {
  const made: Record<string, Json> = {
    RecordReference: objectOf("A record of this service, instead of its `platform_id`.", {
      svc_id: said("The record: its `svc_id`, of the same connection.", svcId)
    })
  }
  const named = (name: string, make: () => Json): Json => {
    if (made[name] === undefined) {
      // What refers to itself finds its name taken.
      made[name] = {}
      made[name] = make()
    }
    return ref(name)
  }

  const row = (): Json =>
    named("StatementRow", () =>
      objectOf(Descriptions.statementRow, membersOf(Descriptions.rowsOf(statementRows.members!), "StatementRow"))
    )
  const valueOf = (name: string, field: Field, title: string): Json => {
    const { kind, members, of, values } = field
    if (of !== undefined) return { type: "array", items: memberRecord(of) }
    if (members !== undefined) {
      const inner = Descriptions.isStatement(field)
        ? row()
        : named(title, () => objectOf(Descriptions.element(name, field), membersOf(members, title)))
      return kind === "object" ? inner : { type: "array", items: inner }
    }
    return values === undefined ? scalars[kind]! : { ...scalars["text"], enum: values }
  }
  /** The members of a record as it is answered. */
  const membersOf = (fields: Fields, title: string): Json =>
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const value = valueOf(name, field, `${title}${wordOf(name, field)}`)
        return [name, said(field.description, isListKind(field.kind) ? value : orNull(value))]
      })
    )
  const related = (id: string, relations: Relations): Json =>
    Object.fromEntries(
      Object.entries(relations).flatMap(([name, relation]): ReadonlyArray<readonly [string, Json]> => {
        if (relation._tag === "Records") return []
        const inner = recordOf(relation.model as Models.ModelId)
        const value = relation._tag === "One" ? orNull(inner) : { type: "array", items: inner }
        return [[name, said(Descriptions.relation(id, name, relation), value)]]
      })
    )
  const memberRecord = (nested: Nested): Json =>
    named(`${titleOf(nested.id)}Member`, () => {
      const inner = related(nested.id, nested.relations)
      return objectOf(
        Descriptions.model(nested.id as Models.ModelId),
        {
          ...common(["svc_id", "platform_id"]),
          ...membersOf(Descriptions.described(nested.id, nested.fields), titleOf(nested.id)),
          ...(nested.hasUpdatedAt ? { updated_at: updatedAt } : {}),
          ...inner
        },
        (name) => name in inner
      )
    })
  const recordOf = (id: Models.ModelId): Json =>
    named(titleOf(id), () => {
      const { fields, relations } = Models.get(id)
      const inner = related(id, relations)
      return {
        ...objectOf(
          Descriptions.model(id),
          {
            ...common(Object.keys(commonMembers)),
            ...membersOf(Descriptions.described(id, fields), titleOf(id)),
            updated_at: updatedAt,
            ...inner,
            raw_data: rawData,
            data_hash: said(Descriptions.common["data_hash"], orNull(scalars["text"]!)),
            custom_fields: { type: "object", description: Descriptions.common["custom_fields"] }
          },
          (name) => name in inner || selected.has(name)
        ),
        examples: [Examples.record(id)]
      }
    })
  /** Some members of a record, such as the answer to a write shows. */
  const partOf = (id: Models.ModelId, names: ReadonlyArray<string>, isRecord: boolean): Json => {
    const all: Json = {
      ...common(Object.keys(commonMembers)),
      ...membersOf(Descriptions.described(id, Models.get(id).fields), titleOf(id)),
      updated_at: updatedAt
    }
    const shown = isRecord ? [...new Set([...Object.keys(commonMembers), ...names])] : names
    return objectOf(isRecord ? Descriptions.model(id) : `The ${wordsOf(id)} as the platform answered it.`, {
      ...Object.fromEntries(shown.map((name) => [name, all[name]])),
      ...(isRecord ? {} : { raw_data: { description: "The platform's own record, as it answered the write." } })
    })
  }

  const itemMember = (name: string, field: Field, refers: boolean, title: string): Json => {
    const { kind, members, to, values } = field
    if (members !== undefined) {
      const inner = item(title, Descriptions.element(name, field), members, refers)
      return kind === "object" ? inner : { type: "array", items: inner }
    }
    const isReference = refers && to !== undefined
    const text = isReference ? { anyOf: [{ type: "string" }, ref("RecordReference")] } : { type: "string" }
    if (kind === "texts") return { type: "array", items: text }
    if (kind === "dateTime" || kind === "date") return { type: "string" }
    if (kind !== "text") return field === which ? svcId : scalars[kind]!
    return values === undefined ? text : { type: "string", enum: values }
  }
  /** An item of a write: every member may be left out or null, but those without which it is none on any platform. */
  const item = (
    title: string,
    description: string,
    fields: Fields,
    refers: boolean,
    required: ReadonlyArray<string> = []
  ): Json =>
    named(title, () => {
      const member = (name: string, field: Field): Json => {
        const inner = itemMember(name, field, refers, `${title}${wordOf(name, field)}`)
        const to = refers && field.to !== undefined ? ` Refers to ${field.to}.` : ""
        const moment = field.kind === "dateTime" || field.kind === "date" ? " An ISO 8601 date-time or date." : ""
        const needed = inner["type"] === "array" ? { ...inner, minItems: 1 } : inner
        return said(`${field.description}${to}${moment}`, required.includes(name) ? needed : orNull(inner))
      }
      const members = Object.entries(fields).map(([name, field]) => [name, member(name, field)] as const)
      return objectOf(description, Object.fromEntries(members), (name) => !required.includes(name))
    })

  const envelope = (id: string, data: Json): Json =>
    objectOf(
      `Items of a write to ${id}, and the company whose connection takes them.`,
      {
        company_id: said("The company whose connected platform is written to: its `svc_id`.", svcId),
        connection_id: said(
          "The connection, where a company has several of the category. Left out or null: the only one that fits.",
          orNull(svcId)
        ),
        integration_type: said(
          "The platform, where a company has several of the category. Left out or null: the only one that fits.",
          orNull(ref("IntegrationType"))
        ),
        data
      },
      (name) => name === "connection_id" || name === "integration_type"
    )

  const request = (route: WriteRoute): void => {
    const name = requestName(route)
    if (name === null) return
    const { fields, form, isSpecified, write } = route
    const id = write.model as Models.ModelId
    const isNamed = write.operation === "update" && form !== "record"
    const needs = write.operation === "create" ? Models.get(id).needs : []
    const verb = write.operation === "create" ? "to create" : "to change: members that are left out stay as they are"
    const example = {
      ...(isNamed ? { platform_id: Examples.platformId } : {}),
      ...Examples.item(fields, needs)
    }
    const inner = item(
      itemName(route),
      `${withArticle(wordsOf(id))} ${verb}.`,
      { ...(isNamed && form === "items" ? { svc_id: which } : {}), ...Descriptions.described(id, fields) },
      !isSpecified,
      form === "single" ? ["platform_id"] : needs
    )
    made[itemName(route)] = { ...made[itemName(route)], examples: [example] }
    if (form === "record") return
    const description =
      form === "single"
        ? "The one item, with its `platform_id`."
        : "The items. Each has a result of its own, in this order; a faulty one does not stop the others."
    const bounds = form === "single" ? { minItems: 1, maxItems: 1 } : { minItems: 1 }
    made[name] = {
      ...envelope(id, { type: "array", description, items: inner, ...bounds }),
      examples: [{ company_id: 1042, data: [example] }]
    }
  }

  const upload = (route: WriteRoute): void => {
    const base = uploadName(route)
    const id = route.write.model as Models.ModelId
    named(`${base}Result`, () => ({
      ...objectOf(`What became of a write to ${id}: the upload job, with a result for each item.`, {
        data: named(`${base}Job`, () =>
          objectOf("The upload job of the write.", {
            status: { type: "string", enum: uploadStatuses, description: Descriptions.upload["status"] },
            upload_job_id: { type: "string", description: Descriptions.upload["upload_job_id"] },
            data: {
              type: "array",
              description: Descriptions.upload["data"],
              items: named(`${base}ItemResult`, () =>
                objectOf("What became of one item of a write.", {
                  job_id: { type: "string", description: Descriptions.upload["job_id"] },
                  status: { type: "string", enum: ["success", "failed"], description: Descriptions.upload["item"] },
                  response: said(
                    Descriptions.upload["response"],
                    orNull(
                      named(`${base}${route.form === "single" ? "Upload" : ""}Record`, () =>
                        partOf(id, route.response, false)
                      )
                    )
                  ),
                  error: said(Descriptions.upload["error"], orNull(ref("ItemError")))
                })
              )
            }
          })
        ),
        ...times
      }),
      examples: [Examples.upload(id, route.response)]
    }))
    if (route.form === "single") {
      named(`${itemName(route)}Response`, () =>
        objectOf(`The ${wordsOf(id)} as it is after the write.`, {
          data: named(`${itemName(route)}Record`, () => partOf(id, route.response, true))
        })
      )
    }
  }

  for (const id of Models.modelIds) {
    const record = recordOf(id)
    named(listName(id), () => ({
      ...objectOf(`A page of ${id}.`, {
        data: {
          type: "array",
          items: record,
          description: "The records of the page, in the order that was asked for."
        },
        ...pageMembers
      }),
      examples: [{ data: [Examples.record(id)], prev: null, next: null, total_count: null }]
    }))
    named(responseName(id), () => ({
      ...objectOf(`One record of ${id}.`, { data: record }),
      examples: [{ data: Examples.record(id) }]
    }))
  }
  for (const route of routes) {
    request(route)
    upload(route)
  }
  return made
}
