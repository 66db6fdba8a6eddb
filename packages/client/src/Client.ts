/** The plain async door: records, writes, passthrough and everything else of the interface, over one sender. */
import { following } from "./Changes.ts"
import type * as Definition from "./Definition.ts"
import { exporting } from "./Export.ts"
import { type Download, downloadOf, type FileToSend } from "./Files.ts"
import {
  append,
  type Expansion,
  type ExportQuery,
  type FieldName,
  type Listed,
  type ModelId,
  parametersOf,
  pathOf,
  type Query,
  type Record,
  type Shape
} from "./Query.ts"
import { type Asked, type DataOf, type Endpoint, type GroupId, type ItemOf, routes } from "./Routes.ts"
import { own, SvcError } from "./SvcError.ts"
import { type CallOptions, type ClientOptions, make, type Send, sleep } from "./Transport.ts"

/** One page of a list. */
export interface Page<A> {
  /** The records or items of the page. */
  readonly data: ReadonlyArray<A>
  /** Cursor of the page before; null on the first. */
  readonly prev: string | null
  /** Cursor of the page after; null on the last. */
  readonly next: string | null
  /** Filled when `return_count` is true. */
  readonly total_count: number | null
}
/** A list: iterate it for all its items, page by page as they are consumed, or ask for one page. */
export interface Listing<A> extends AsyncIterable<A> {
  /** The page that the query's cursor names; the first without one. */
  page(): Promise<Page<A>>
}

/** The id of a data model that can be written. */
export type WriteId = keyof Definition.Items & ModelId
/** An item of a write, as the service takes it: what it refers to may be named by `svc_id`. */
export type Item<M extends WriteId, Op extends string> = Op extends keyof Definition.Items[M]
  ? Definition.Items[M][Op]
  : never
/** The models of which something can be done. */
type For<Op extends string> = {
  [M in WriteId]: Op extends keyof Definition.Items[M] ? M : never
}[WriteId]
interface Target {
  readonly company_id: number
  /** Chooses where a company has several connections. */
  readonly connection_id?: number
  readonly integration_type?: string
}
/** Items that are to be made. */
export interface CreateRequest<M extends WriteId> extends Target {
  /** What an item refers to may be named by `{ svc_id }`. */
  readonly data: ReadonlyArray<Item<M, "create">>
}
/** Items that are to be changed, with their ids. */
export interface UpdateRequest<M extends WriteId> extends Target {
  /** With the `svc_id` or the `platform_id` of each record; members that are left out stay as they are. */
  readonly data: ReadonlyArray<({ readonly platform_id: string } | { readonly svc_id: number }) & Item<M, "update">>
}
/** How a write is sent. */
export interface WriteOptions extends CallOptions {
  /** Idempotency key; one of its own for each call when absent, so that its repeats do the work once. */
  readonly key?: string
}
/** How long a write is waited for. */
export interface WaitOptions extends CallOptions {
  /** Longest time to wait for a job, milliseconds; five minutes when absent. */
  readonly patience?: number
}
/** What became of a write, item by item in their order. */
export type Upload = Pick<UploadJob, "upload_job_id" | "status" | "data">
/** A write that goes on, or has ended. */
export type UploadJob = Definition.UploadJob
/** A change as the stream of changes tells it. */
export type Change = Definition.Change
/** One change of a record: when, and which members. */
export type RecordChange = Definition.RecordChange
/** Which changes of a record are asked for. */
export type HistoryQuery = Definition.HistoryQuery
/** A raw call to a platform. */
export type PassthroughRequest = Definition.PassthroughRequest
/** What the platform answered to a raw call. */
export type PassthroughAnswer = Definition.PassthroughAnswer

/** A POST carries an idempotency key, and may be given one. */
type OptionsOf<P> = P extends `POST ${string}` ? WriteOptions : CallOptions
type AnswerOf<E> = [ItemOf<E>] extends [never] ? Promise<DataOf<E>> : Listing<ItemOf<E>>
type Groups = {
  readonly [G in GroupId]: {
    readonly [E in keyof (typeof routes)[G] & string]: {} extends Asked<Endpoint<G, E>>
      ? (request?: Asked<Endpoint<G, E>>, options?: OptionsOf<(typeof routes)[G][E]>) => AnswerOf<Endpoint<G, E>>
      : (request: Asked<Endpoint<G, E>>, options?: OptionsOf<(typeof routes)[G][E]>) => AnswerOf<Endpoint<G, E>>
  }
}

/** The calls of the service, as promises and async iterables. */
export interface Client extends Omit<Groups, "uploadJobs"> {
  /** Records of a data model over all companies and connections; `filter` narrows them. */
  list<M extends ModelId, const X extends Expansion<M> = never, const F extends FieldName<M, X> = never>(
    model: M,
    query?: Query<M, X, F>,
    options?: CallOptions
  ): Listing<Listed<M, X, F>>
  /**
   * All records of a data model in the order of `svc_id`, read as fast as they are consumed. It goes on by itself where the
   * connection breaks; each record comes once, as it is at that moment.
   */
  export<M extends ModelId, const X extends Expansion<M> = never, const F extends FieldName<M, X> = never>(
    model: M,
    query?: ExportQuery<M, X, F>,
    options?: CallOptions
  ): AsyncIterable<Listed<M, X, F>>
  /**
   * Tells what changes as it happens, the first of all that anything may have: `EVERYTHING`. It goes on by itself where the
   * connection breaks, and ends by the signal, or when it is left.
   */
  changes(options?: CallOptions): AsyncIterable<Change>
  /** One record by its `svc_id`. */
  get<M extends ModelId, const X extends Expansion<M> = never, const F extends FieldName<M, X> = never>(
    model: M,
    id: number,
    shape?: Shape<M, X, F>,
    options?: CallOptions
  ): Promise<Listed<M, X, F>>
  /**
   * What changed of a record, oldest first, as far as events are kept. Iterate it for all of it, or ask for one page.
   */
  history(model: ModelId, id: number, query?: HistoryQuery, options?: CallOptions): Listing<RecordChange>
  /** Creates records on the company's platform and waits for all of them. A faulty item does not stop the others. */
  create<M extends For<"create">>(
    model: M,
    request: CreateRequest<M>,
    options?: WriteOptions & WaitOptions
  ): Promise<Upload>
  /** Changes members of one record and answers it as it is then. */
  update<M extends For<"update">>(
    model: M,
    id: number,
    members: Item<M, "update">,
    options?: WriteOptions & WaitOptions
  ): Promise<Record<M>>
  /** Changes several records of a company and waits for all of them. A faulty item does not stop the others. */
  updateSeveral<M extends For<"update">>(
    model: M,
    request: UpdateRequest<M>,
    options?: WriteOptions & WaitOptions
  ): Promise<Upload>
  /** Deletes one record at its platform and answers it as it was, with `svc_deleted_at`. */
  delete<M extends For<"delete">>(model: M, id: number, options?: WriteOptions & WaitOptions): Promise<Record<M>>
  /** Voids one document at its platform and answers it as it is then. */
  void<M extends For<"void">>(model: M, id: number, options?: WriteOptions & WaitOptions): Promise<Record<M>>
  /** Starts a write and answers its job at once; `uploadJobs.wait` waits for it. */
  submit<M extends For<"create">>(model: M, request: CreateRequest<M>, options?: WriteOptions): Promise<Upload>
  /** The bytes of a document, by the `svc_id` of its record; they come as they are taken. */
  download(id: number, options?: CallOptions): Promise<Download>
  /** Attaches a file to a record at its platform, and answers the document that it becomes. */
  upload(file: FileToSend, options?: WriteOptions): Promise<Record<"DOCUMENTS">>
  /** Passes a call through to the platform; any answer of it is an answer. */
  passthrough(request: PassthroughRequest, options?: WriteOptions): Promise<PassthroughAnswer>
  /** Jobs of writes. */
  readonly uploadJobs: Groups["uploadJobs"] & {
    /** Waits until a job has finished. */
    wait(id: string, options?: WaitOptions): Promise<UploadJob>
  }
}

const finished = new Set(["SUCCESS", "PARTIAL_SUCCESS", "FAILED"])

const listing = <A>(send: Send, path: string, query: URLSearchParams, options: CallOptions): Listing<A> => {
  const pageAt = (params: URLSearchParams): Promise<Page<A>> =>
    send({ method: "GET", path, query: params, isRepeatable: true, ...options })
  return {
    page: () => pageAt(query),
    async *[Symbol.asyncIterator]() {
      let params = query
      for (;;) {
        const { data, next } = await pageAt(params)
        yield* data
        if (next === null) return
        // The cursor carries filters and order; what shapes the records is said again.
        params = new URLSearchParams(query)
        params.delete("prev")
        params.set("next", next)
      }
    }
  }
}

/** The idempotency key that all attempts of a call have, the caller's or one of its own. */
const keyed = (key: string | undefined) => ({ "idempotency-key": key ?? crypto.randomUUID() })

/** A call of the table: parameters go where the path names them, the others into query or body. */
const call = (send: Send, place: string, request: object = {}, { key, ...options }: WriteOptions = {}): unknown => {
  const [method, template] = place.split(" ") as [string, string]
  const rest: { [name: string]: unknown } = { ...request }
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (method === "LIST") return listing(send, path, parametersOf(rest), options)
  const isRead = method === "GET"
  const isPost = method === "POST"
  const hasBody = method === "PUT" || Object.keys(rest).length > 0
  return send({
    method,
    path,
    // What is put twice is as it was put once; a POST carries its key.
    isRepeatable: isRead || isPost || method === "PUT",
    ...(isPost ? { headers: keyed(key) } : {}),
    ...(isRead || method === "DELETE" ? { query: append(new URLSearchParams(), rest) } : hasBody ? { body: rest } : {}),
    ...options
  }).then(({ data }) => data)
}

/** Makes a client of the service. Every rejection is a `SvcError`, or the reason of the caller's own signal. */
export const makeClient = (options: ClientOptions): Client => {
  const send = make(options)
  const groups = Object.fromEntries(
    Object.entries(routes).map(([group, endpoints]) => [
      group,
      Object.fromEntries(
        Object.entries(endpoints).map(([name, place]) => [
          name,
          (request?: object, own?: WriteOptions) => call(send, place, request, own)
        ])
      )
    ])
  ) as unknown as Groups

  const wait = async (id: string, { patience = 300_000, signal, timeout }: WaitOptions = {}): Promise<UploadJob> => {
    const end = Date.now() + patience
    for (let pause = 250; ; pause = Math.min(pause * 1.5, 5000)) {
      const job = await groups.uploadJobs.get({ upload_job_id: id }, { signal, timeout })
      if (finished.has(job.status)) return job
      if (Date.now() + pause > end) throw own("timed-out", `Upload job ${id} is still ${job.status}.`)
      await sleep(pause, signal)
    }
  }
  const write = (
    method: string,
    path: string,
    body: object | undefined,
    own: WriteOptions,
    prefer?: string
  ): Promise<any> =>
    send({
      method,
      path,
      ...(body === undefined ? {} : { body }),
      headers: {
        ...keyed(own.key),
        ...(prefer === undefined ? {} : { prefer })
      },
      isRepeatable: true,
      signal: own.signal,
      timeout: own.timeout
    }).then(({ data }) => data)
  const several = async (method: string, model: WriteId, request: object, own: WriteOptions & WaitOptions) => {
    const upload: Upload = await write(method, pathOf(model), request, own)
    return finished.has(upload.status) ? upload : wait(upload.upload_job_id, own)
  }
  const one = async (
    method: string,
    model: WriteId,
    id: number,
    own: WriteOptions & WaitOptions = {},
    body?: object,
    verb = ""
  ): Promise<any> => {
    const path = `${pathOf(model)}/${id}`
    const answer = await write(method, `${path}${verb}`, body, own)
    if (!("upload_job_id" in answer)) return answer
    // It lasted: the job is answered instead of the record.
    const error = (await wait(answer.upload_job_id, own)).data[0]?.error
    if (error) throw refusal(error)
    const query = new URLSearchParams({ include_deleted_records: "true" })
    return send({ method: "GET", path, query, isRepeatable: true, signal: own.signal }).then(({ data }) => data)
  }

  return {
    ...groups,
    uploadJobs: { ...groups.uploadJobs, wait },
    list: (model, query = {}, own = {}) => listing(send, pathOf(model), parametersOf(query), own),
    export: (model, query = {}, own = {}) => exporting(send, pathOf(model), parametersOf(query), own, options),
    changes: (own = {}) => following(send, own, options),
    get: (model, id, shape = {}, own = {}) =>
      send({
        method: "GET",
        path: `${pathOf(model)}/${id}`,
        query: parametersOf(shape),
        isRepeatable: true,
        ...own
      }).then(({ data }) => data),
    history: (model, id, query = {}, own = {}) =>
      listing(send, `${pathOf(model)}/${id}/history`, parametersOf(query), own),
    create: (model, request, own = {}) => several("POST", model, request, own),
    submit: (model, request, own = {}) => write("POST", pathOf(model), request, own, "respond-async"),
    update: (model, id, members, own) => one("PATCH", model, id, own, members),
    updateSeveral: (model, request, own = {}) => several("PATCH", model, request, own),
    delete: (model, id, own) => one("DELETE", model, id, own),
    void: (model, id, own) => one("POST", model, id, own, undefined, "/void"),
    download: (id, own = {}) =>
      send({
        method: "GET",
        path: `${pathOf("DOCUMENTS")}/${id}/content`,
        headers: { accept: "*/*" },
        isStreamed: true,
        isRepeatable: true,
        ...own
      }).then(downloadOf),
    upload: ({ content, file_name, file_type, record_id }, { key, ...own } = {}) =>
      send({
        method: "POST",
        path: `${pathOf("DOCUMENTS")}/content`,
        query: new URLSearchParams({ record_id: String(record_id), file_name }),
        file: { content, type: file_type },
        headers: keyed(key),
        isRepeatable: true,
        ...own
      }).then(({ data }) => data),
    passthrough: (request, { key, ...own } = {}) =>
      send({ method: "POST", path: "/passthrough", body: request, headers: keyed(key), isRepeatable: true, ...own })
  }
}

const refusal = ({ code, field, message }: NonNullable<UploadJob["data"][number]["error"]>): SvcError =>
  new SvcError({
    code,
    message,
    status: null,
    field,
    details: [{ code, message, field }],
    requestId: null,
    retryAfter: null
  })
