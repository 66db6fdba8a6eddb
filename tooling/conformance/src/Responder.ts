/**
 * A platform made of its description: lists answer the example items, written items come back in them, pages end, a
 * repeated idempotency key replays. It keeps its state in memory and knows nothing of sockets or tokens.
 */
import type { Description, Example, Operation, Outgoing } from "./Description.ts"
import { isObject, type Json } from "./JsonSchemas.ts"
import type { Behaviour } from "./Profile.ts"

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

interface Collection {
  readonly path: string
  /** Member of the body that holds the list; empty when the body is the list. */
  readonly at: string
  /** Member that names an item; null where the description shows none. */
  readonly id: string | null
  readonly items: Array<Json>
}

export interface Responder {
  readonly answer: (request: Outgoing) => Answer
  readonly items: (path: string) => ReadonlyArray<Json>
}

const isItems = (value: unknown): value is ReadonlyArray<Json> => Array.isArray(value) && value.every(isObject)
const listAt = (body: unknown, at: string): unknown => (at === "" ? body : isObject(body) ? body[at] : undefined)
const lastSegment = (path: string): string => path.split("/").at(-1)!

/** Where a body keeps its items: the member named like the path, else the only list of objects. */
const findList = (body: unknown, path: string): string | null => {
  if (isItems(body)) return ""
  if (!isObject(body)) return null
  const lists = Object.keys(body).filter((name) => isItems(body[name]))
  return lists.find((name) => name.toLowerCase() === lastSegment(path).toLowerCase()) ?? lists[0] ?? null
}

const exampleOf = (operation: Operation): Example | undefined => operation.examples[0]

const collectionsOf = (description: Description, behaviour: Behaviour): ReadonlyMap<string, Collection> => {
  const found = new Map<string, Collection>()
  const reads = description.operations.filter(({ method }) => method === "GET")
  for (const operation of reads) {
    const { path } = operation
    if (path.includes("{") || found.has(path)) continue
    const own = behaviour.collections?.[path]
    const items: Array<Json> = []
    let at = own?.at ?? null
    for (const { body } of operation.examples) {
      at ??= findList(body, path)
      const list = at === null ? null : listAt(body, at)
      if (isItems(list)) items.push(...list)
    }
    if (at === null) continue
    // One of its items, and nothing that is below one.
    const singles = reads.filter(
      (one) => one.path.startsWith(`${path}/{`) && one.path.indexOf("}") === one.path.length - 1
    )
    const names = [own?.id, ...singles.map((one) => lastSegment(one.path).slice(1, -1)), "id", "Id", "ID"]
    const named = names.filter(
      (name): name is string => name !== undefined && items.some((item) => item[name] !== undefined)
    )
    const id = named.find((name) => /id$/i.test(name)) ?? named[0] ?? null
    const collection: Collection = { path, at, id, items: [] }
    const singular =
      id === null ? [] : singles.flatMap(({ examples }) => examples.flatMap(({ body }) => itemsIn(body, collection)))
    const seed = behaviour.seed?.[path] ?? []
    for (const item of [...seed, ...items, ...singular]) put(collection, structuredClone(item))
    found.set(path, collection)
  }
  return found
}

const put = (collection: Collection, item: Json): void => {
  const { id, items } = collection
  const index = id === null || item[id] === undefined ? -1 : items.findIndex((one) => one[id] === item[id])
  if (index === -1) items.push(item)
  // A single answer shows more of an item than a list does.
  else items[index] = { ...items[index], ...item }
}

/** The items in a body of any shape: a list, a list below a member, one wrapped item, or the item itself. */
const itemsIn = (body: unknown, { at, id }: Collection): ReadonlyArray<Json> => {
  const list = listAt(body, at)
  if (isItems(list)) return list
  if (isItems(body)) return body
  if (!isObject(body)) return []
  if (id !== null && body[id] !== undefined) return [body]
  const name = wrapperOf(body)
  return name === undefined ? [body] : [body[name] as Json]
}

/** A body of the same shape with other items in it. */
const withItems = (body: unknown, { at, id }: Collection, items: ReadonlyArray<Json>): unknown => {
  if (isItems(listAt(body, at))) return at === "" ? items : { ...(body as Json), [at]: items }
  if (isItems(body)) return items
  if (!isObject(body) || (id !== null && body[id] !== undefined)) return items[0] ?? body
  const name = wrapperOf(body)
  return name === undefined ? (items[0] ?? body) : { ...body, [name]: items[0] }
}
/** The one member that is an object, alone or beside what says how the call went. */
const wrapperOf = (body: Json): string | undefined => {
  if ("success" in body && isObject(body["data"])) return "data"
  const [first, ...others] = Object.entries(body).filter(([, value]) => isObject(value))
  const isAlone = Object.keys(body).length === 1 || ("code" in body && "message" in body)
  return others.length === 0 && isAlone ? first?.[0] : undefined
}

/** Lays what was posted over what is there; a list replaces a list, its elements keep what one of the same id had. */
const merge = (before: Json, posted: Json, elementId: string): Json => {
  const out: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(posted)) {
    const old = before[name]
    if (isObject(value) && isObject(old)) out[name] = merge(old, value, elementId)
    else if (isItems(value) && isItems(old)) {
      out[name] = value.map((element) => {
        const id = element[elementId]
        const same = id === undefined ? undefined : old.find((one) => one[elementId] === id)
        return same === undefined ? element : merge(same, element, elementId)
      })
    } else out[name] = value
  }
  return out
}

/** Statuses whose answers have no body, whatever was made of the item. */
const bodiless = new Set([204, 205, 304])
const json = (status: number, body: unknown): Answer => ({
  status,
  headers: { "content-type": "application/json" },
  body: bodiless.has(status) ? null : body
})

const parsed = (body: string | undefined): unknown => {
  try {
    return body === undefined || body === "" ? undefined : JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Makes a platform of a description. `now` is in milliseconds since the epoch. */
export const make = (description: Description, behaviour: Behaviour = {}, now: () => number = Date.now): Responder => {
  const collections = collectionsOf(description, behaviour)
  const replays = new Map<string, Answer>()
  let made = 0
  const items = (path: string): ReadonlyArray<Json> => collections.get(path)?.items ?? []

  const newId = (like: unknown): string | number => {
    made++
    if (typeof like === "number") return 900_000 + made
    const digits = String(made).padStart(12, "0")
    return typeof like === "string" && /^[0-9a-f]{8}-/i.test(like) ? `00000000-0000-4000-8000-${digits}` : `new-${made}`
  }

  const example = (operation: Operation): Answer => {
    const one = exampleOf(operation)
    return one === undefined ? json(operation.status, null) : json(one.status, one.body)
  }
  const missing = (operation: Operation): Answer =>
    json(404, operation.failures.find(({ status }) => status === 404)?.body ?? null)

  const list = (operation: Operation, collection: Collection, request: Outgoing): Answer => {
    const since = Date.parse(zoned(request.headers["if-modified-since"] ?? ""))
    const fitting = collection.items.filter((item) => {
      const changed = behaviour.changedAt?.(item)
      if (!Number.isNaN(since) && changed !== undefined && changed < since) return false
      return behaviour.fits?.(item, request, collection.path) ?? true
    })
    const { paging } = behaviour
    const query = request.url.searchParams
    const page = Number(query.get(paging?.page ?? "page") ?? 1)
    const size = Number(query.get(paging?.size ?? "") ?? paging?.defaultSize ?? 1000)
    const paged = query.has(paging?.page ?? "page") ? fitting.slice((page - 1) * size, page * size) : fitting
    const body = withItems(exampleOf(operation)?.body, collection, paged)
    if (!isObject(body)) return json(operation.status, body)
    const said = Object.entries(paging?.describe?.({ page, size, total: fitting.length }) ?? {})
    return json(operation.status, { ...body, ...Object.fromEntries(said.filter(([name]) => name in body)) })
  }

  const itemAt = (collection: Collection, operation: Operation, value: string): Json | undefined => {
    const name = lastSegment(operation.path).slice(1, -1)
    return collection.items.find((item) =>
      [collection.id, name].some((key) => key !== null && item[key] !== undefined && String(item[key]) === value)
    )
  }

  const write = (operation: Operation, collection: Collection, request: Outgoing, value: string | null): Answer => {
    const { at, id, path } = collection
    const posted = parsed(request.body)
    const inputs = itemsIn(posted, collection)
    const template = exampleOf(operation)?.body
    const templates = [...itemsIn(template, collection), ...collection.items]
    const written = inputs.map((input) => {
      const own = value ?? (id === null ? undefined : input[id])
      const before = collection.items.find((item) => id !== null && own !== undefined && item[id] === own) ?? null
      const like = templates[0] ?? {}
      const key = id === null ? null : (before?.[id] ?? own ?? newId(like[id]))
      const named = id === null ? {} : { [id]: key }
      const merged = { ...merge(before ?? withoutLists(like), input, behaviour.elementId ?? "id"), ...named }
      const whole =
        behaviour.complete?.(merged, { path, before, input, items, newId: () => String(newId(key)), now: now() }) ??
        merged
      put(collection, whole)
      return whole
    })
    const body =
      template === undefined ? (at === "" ? written : { [at]: written }) : withItems(template, collection, written)
    return json(operation.status, body)
  }

  const respond = (request: Outgoing): Answer => {
    const found = description.find(request, { anyHost: true })
    if (found.operation === null) {
      return json(found.reason.includes("method") ? 405 : 404, { message: found.reason })
    }
    const { operation, params } = found
    const isSingle = operation.path.endsWith("}")
    const path = isSingle ? operation.path.slice(0, operation.path.lastIndexOf("/")) : operation.path
    const collection = collections.get(path)
    const reads = request.method === "GET" || request.method === "HEAD"
    if (collection !== undefined && !isSingle) {
      if (reads) return list(operation, collection, request)
      // What is deleted by the query of a list is told with no body, or as the description shows.
      return request.method === "DELETE" ? example(operation) : write(operation, collection, request, null)
    }
    if (collection !== undefined && collection.id !== null) {
      const value = params[lastSegment(operation.path).slice(1, -1)]!
      const item = itemAt(collection, operation, value)
      if (item === undefined) return missing(operation)
      if (reads) return json(operation.status, withItems(exampleOf(operation)?.body, collection, [item]))
      if (request.method !== "DELETE") return write(operation, collection, request, value)
      collection.items.splice(collection.items.indexOf(item), 1)
      return json(operation.status, exampleOf(operation)?.body ?? null)
    }
    const parent = operation.path.split("/{")[0]!
    const above = collections.get(parent)
    const body = parsed(request.body)
    if (!reads && above !== undefined && behaviour.apply !== undefined && isObject(body)) {
      const item = above.items.find((one) => above.id !== null && String(one[above.id]) === Object.values(params)[0])
      if (item === undefined) return missing(operation)
      put(above, behaviour.apply(item, operation.path, body))
    }
    return example(operation)
  }

  return {
    items,
    answer: (request) => {
      const sent = request.method === "GET" ? undefined : request.headers["idempotency-key"]
      const key = sent === undefined ? undefined : `${request.method} ${request.url.pathname} ${sent}`
      const known = key === undefined ? undefined : replays.get(key)
      if (known !== undefined) return known
      const answer = respond(request)
      if (key !== undefined && answer.status < 300) replays.set(key, answer)
      return answer
    }
  }
}

/** What an example holds in lists is not the new item's. */
const withoutLists = (item: Json): Json =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, Array.isArray(value) ? [] : value]))

/** A date-time without a zone is UTC. */
const zoned = (text: string): string => (/^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text) ? `${text}Z` : text)
