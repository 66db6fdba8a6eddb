/**
 * One request to a platform, as data. Connectors describe calls; core sends them with credentials, limits and retry.
 */
/** How a call is sent. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD"
/** A value of a query; null and undefined are left out. */
export type QueryValue = string | number | boolean | null | undefined
/** A list sends its name once for each element. */
export type Query = Readonly<Record<string, QueryValue | ReadonlyArray<string | number | boolean>>>
/** Headers by their names in lower case; those that are undefined are left out. */
export type Headers = Readonly<Record<string, string | undefined>>

/** A body that is not JSON. */
export interface EncodedBody {
  readonly _tag: "EncodedBody"
  /** Media type that it is sent with. */
  readonly contentType: string
  /** The body as it is sent. */
  readonly content: string
  /** How the text travels; UTF-8 when absent. */
  readonly charset?: "utf-16le"
}

/** A body of bytes, such as a file, or the parts of a form that carry one. */
export interface BytesBody {
  readonly _tag: "BytesBody"
  /** Media type that it is sent with. */
  readonly contentType: string
  /** The body as it is sent. */
  readonly content: Uint8Array
}

/** A call to the platform, as data: core sends it. */
export interface Call {
  /** GET when absent. */
  readonly method?: Method
  /** Path below the base address, with a leading slash. */
  readonly path: string
  /** Parameters by name; what is null or undefined is left out. */
  readonly query?: Query
  /** Headers by name, beside those of every call. */
  readonly headers?: Headers
  /** A JSON value (or what the connector's `http.encode` takes), an `EncodedBody`, or a `BytesBody`. */
  readonly body?: unknown
  /** One of the connector's `http.bases` instead of its base address. */
  readonly base?: string
}

/** What a strategy or a leaf adds to a call. */
export type Patch = Partial<Call>

const isTagged = (body: unknown, tag: string): boolean =>
  typeof body === "object" && body !== null && (body as { readonly _tag?: unknown })._tag === tag
/** Whether a body is a text that goes out as it is. */
export const isEncodedBody = (body: unknown): body is EncodedBody => isTagged(body, "EncodedBody")
/** Whether a body is bytes that go out as they are. */
export const isBytesBody = (body: unknown): body is BytesBody => isTagged(body, "BytesBody")

/** A body as forms send it, `application/x-www-form-urlencoded`. */
export const form = (fields: Readonly<Record<string, string>>): EncodedBody => ({
  _tag: "EncodedBody",
  contentType: "application/x-www-form-urlencoded",
  content: new URLSearchParams(fields).toString()
})
/** Bytes as they are. */
export const bytes = (content: Uint8Array, contentType: string): BytesBody => ({
  _tag: "BytesBody",
  contentType,
  content
})

/** A body of XML. */
export const xml = (content: string): EncodedBody => ({ _tag: "EncodedBody", contentType: "application/xml", content })
/** The JSON body of a GraphQL request. */
export const graphql = (query: string, variables: Readonly<Record<string, unknown>> = {}) => ({ query, variables })

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isEncodedBody(value) && !isBytesBody(value)

type Present<A> = { readonly [K in keyof A]?: NonNullable<A[K]> }
/** The members of a body that are there, for platforms to which null is not the same as absent. */
export const present = <A extends object>(members: A): Present<A> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined)) as Present<A>

/** Objects inside objects are merged too, such as the variables of a GraphQL request; a list replaces a list. */
const mergeBodies = (
  body: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>
): Readonly<Record<string, unknown>> => ({
  ...body,
  ...Object.fromEntries(
    Object.entries(patch).map(([name, value]) => {
      const own = body[name]
      return [name, isPlainObject(own) && isPlainObject(value) ? mergeBodies(own, value) : value]
    })
  )
})

/** Lays a patch over a call: queries, headers and JSON object bodies are merged, all else is replaced. */
export const merge = (call: Call, patch: Patch): Call => ({
  ...call,
  ...patch,
  ...(call.query || patch.query ? { query: { ...call.query, ...patch.query } } : {}),
  ...(call.headers || patch.headers ? { headers: { ...call.headers, ...patch.headers } } : {}),
  ...(isPlainObject(call.body) && isPlainObject(patch.body) ? { body: mergeBodies(call.body, patch.body) } : {})
})

/** Reads a dotted path such as `paging.next.after` out of a JSON value; undefined when it is not there. */
export const at = (value: unknown, path: string): unknown =>
  path === ""
    ? value
    : path
        .split(".")
        .reduce<unknown>(
          (inner, key) =>
            typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
              ? (inner as Readonly<Record<string, unknown>>)[key]
              : undefined,
          value
        )

/** A path segment made of a platform's id, safe against ids that hold slashes or dots. */
export const segment = (id: string): string => encodeURIComponent(id.toWellFormed()).replaceAll(".", "%2E")
