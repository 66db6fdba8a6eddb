/**
 * The JSON text of a stored record, made once on the way in: lists answer it as it is. The service's own members come
 * first and in a fixed order, so that a deletion can rewrite them without parsing the rest.
 */
import * as Crypto from "node:crypto"
import { Canonical, type Field, Models } from "@svc/core"

export interface Stamp {
  readonly svcId: number
  /** ISO 8601 with milliseconds, like all times here. */
  readonly createdAt: string
  readonly updatedAt: string
  readonly companyId: number
  readonly deletedAt: string | null
}

const members = (stamp: Stamp): string =>
  `{"svc_id":${stamp.svcId},"svc_created_at":"${stamp.createdAt}","svc_updated_at":"${stamp.updatedAt}",` +
  `"svc_company_id":${stamp.companyId},"svc_deleted_at":${stamp.deletedAt === null ? "null" : `"${stamp.deletedAt}"`},`

/** The record's JSON text: the service's members, then the record's own, in the model's order. */
export const compose = (stamp: Stamp, record: object): string => members(stamp) + JSON.stringify(record).slice(1)

const head =
  /^\{"svc_id":(\d+),"svc_created_at":"([^"]+)","svc_updated_at":"[^"]+","svc_company_id":(\d+),"svc_deleted_at":(?:null|"[^"]+"),/

/** The same record, deleted at a moment. */
export const markDeleted = (body: string, at: string): string => {
  const found = head.exec(body)
  if (found === null) throw new Error("A stored record does not begin with the service's members.")
  const stamp: Stamp = {
    svcId: Number(found[1]),
    createdAt: found[2]!,
    updatedAt: at,
    companyId: Number(found[3]),
    deletedAt: at
  }
  return members(stamp) + body.slice(found[0].length)
}

/** `data_hash`: SHA-256 in hex over the canonical JSON of the mapped fields. */
export const hashOf = (record: unknown): string => Crypto.hash("sha256", Canonical.hashInput(record), "hex")

/** A list member that holds sub-records, and their model. */
export interface SubList {
  readonly field: string
  readonly model: Models.ModelId
  readonly hasUpdatedAt: boolean
}
const subLists = new Map<Models.ModelId, ReadonlyArray<SubList>>()
/** The list members of a model whose elements are records of another data model as well. */
export const subListsOf = (model: Models.ModelId): ReadonlyArray<SubList> => {
  const known = subLists.get(model)
  if (known !== undefined) return known
  const fields: Readonly<Record<string, Field.Field>> = Models.get(model).fields
  const found = Object.entries(fields).flatMap(([field, { of }]) =>
    of === undefined ? [] : [{ field, model: of.id as Models.ModelId, hasUpdatedAt: of.hasUpdatedAt }]
  )
  subLists.set(model, found)
  return found
}

/** A sub-record as a row of its own data model shows it: with all common members. */
export const subRecord = (element: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const { platform_id, updated_at, svc_id: _, ...fields } = element
  return { platform_id, platform_unique_id: platform_id, ...fields, updated_at: updated_at ?? null }
}
