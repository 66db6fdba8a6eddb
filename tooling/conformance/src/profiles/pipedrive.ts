/** Pipedrive, by its own descriptions of both of its interfaces. */
import { pipedrive } from "@svc/pipedrive"
import { join } from "node:path"
import { type Description, join as together } from "../Description.ts"
import { isObject } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"
import type { Profile } from "../Profile.ts"

const domain = "https://harbour.pipedrive.com"
/** The descriptions name the address of old; a company's own is called. */
const version = (name: string) => ({ servers: [`${domain}/api/${name}`] })

/** Where a page begins is said as it was asked for: what is made of a schema is another. */
const begun = (value: unknown, start: number): unknown => {
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => {
      if (name === "data") return [name, own]
      if (name === "start") return [name, start]
      return [name, name === "next_start" ? start + 1 : begun(own, start)]
    })
  )
}
const describe = (folder: string): Description => {
  const own = together(
    ["v2", "v1"].map((name) => OpenApi.load(join(folder, "openapi", `pipedrive-${name}.openapi.json`), version(name)))
  )
  return {
    ...own,
    find: (request, options) => {
      const found = own.find(request, options)
      if (found.operation === null) return found
      const start = Number(request.url.searchParams.get("start") ?? 0)
      const examples = found.operation.examples.map((example) => ({ ...example, body: begun(example.body, start) }))
      // Each page is an operation of its own: the answer to one is none to another.
      const id = start > 0 ? `${found.operation.id}, from ${start}` : found.operation.id
      return { ...found, operation: { ...found.operation, id, examples } }
    }
  }
}

export const profile: Profile = {
  slug: "pipedrive",
  connector: pipedrive,
  describe,
  settings: { domain },
  credentials: { access_token: "a token of nobody" },
  ids: {
    ...Object.fromEntries(Object.keys(pipedrive.reads).map((model) => [model, "1"])),
    CRM_LEADS: "adf21080-0e10-11eb-879b-05d71fb426ec"
  },
  more: (body, page) => {
    if (!isObject(body)) return body
    const pagination = { start: page - 1, limit: 1, more_items_in_collection: true, next_start: page }
    return { ...body, additional_data: { next_cursor: `cursor-${page}`, pagination } }
  },
  // What bodies of creations show of a record has no id, and is none of a list's.
  behaviour: { fits: (item) => item["id"] !== undefined },
  last: (body) => {
    if (!isObject(body) || !Array.isArray(body["data"])) return body
    return {
      ...body,
      additional_data: { next_cursor: null, pagination: { limit: 500, more_items_in_collection: false } }
    }
  }
}
