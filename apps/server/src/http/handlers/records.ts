/**
 * The lists, the single records, their histories and the writes of all categories: one handler for each kind, whatever the
 * model.
 */
import { Models } from "@svc/core"
import { type Access, Api, Records, WriteRoutes } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { AppConfig } from "../../AppConfig.ts"
import { Lists } from "../../records/Lists.ts"
import { Uploads } from "../../uploads/Uploads.ts"
import { History } from "../../webhooks/History.ts"
import * as Answers from "../Answers.ts"
import * as Bodies from "../Bodies.ts"
import { Drain } from "../Drain.ts"
import { asCaller, list as listed, search } from "../Handling.ts"
import * as RequestInfo from "../RequestInfo.ts"
import { Room } from "../Room.ts"
import * as Streamed from "../Streamed.ts"

const list = (lists: Lists["Service"], model: Models.ModelId) =>
  Effect.fnUntraced(function* () {
    const params = yield* search
    return Answers.bytes(yield* asCaller((caller) => lists.list(caller, model, params)))
  })

/** What the exports of all models share. */
interface Exporting {
  readonly lists: Lists["Service"]
  readonly host: Streamed.Host
}
const exported = ({ host, lists }: Exporting, model: Models.ModelId) =>
  Effect.fnUntraced(function* () {
    const params = yield* search
    return yield* Streamed.lines(
      asCaller((caller) => lists.export(caller, model, params)),
      host
    )
  })

const get = (lists: Lists["Service"], model: Models.ModelId) =>
  Effect.fnUntraced(function* ({ params: { svc_id } }: { readonly params: { readonly svc_id: number } }) {
    const params = yield* search
    return Answers.text(yield* asCaller((caller) => lists.get(caller, model, svc_id, params)))
  })

const told =
  (history: History["Service"], model: Models.ModelId) =>
  ({ params: { svc_id } }: { readonly params: { readonly svc_id: number } }) =>
    listed((caller, params) => history.list(caller, model, svc_id, params))

const write = (uploads: Uploads["Service"], route: WriteRoutes.WriteRoute) =>
  Effect.fnUntraced(function* ({ params }: { readonly params?: { readonly svc_id: number } }) {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const { id, since } = yield* RequestInfo.current
    const body = yield* Bodies.parsed
    const answer = yield* asCaller((caller) =>
      uploads.write(
        caller,
        route,
        { body, svcId: params?.svc_id ?? null },
        {
          idempotencyKey: headers["idempotency-key"] ?? null,
          preferAsync: /(^|[\s,;])respond-async($|[\s,;])/i.test(headers["prefer"] ?? ""),
          requestId: id,
          requestTimestamp: since.toISOString()
        }
      )
    )
    const response = HttpServerResponse.setStatus(Answers.text(answer.body), answer.status)
    return answer.replayed ? HttpServerResponse.setHeader(response, "idempotent-replayed", "true") : response
  })

/** The handlers are as many as the registries have entries, so their names are not known to the compiler. */
interface AnyHandlers {
  readonly handle: (name: string, handler: unknown) => AnyHandlers
  readonly handleRaw: (name: string, handler: unknown) => AnyHandlers
}

type Needs = AppConfig | History | Lists | Room | Uploads | Access.Authentication | Access.Faults

const groupOf = <const Id extends "accounting" | "payments" | "ecommerce" | "crm">(id: Id, category: string) =>
  HttpApiBuilder.group(
    Api.api,
    id as "accounting",
    Effect.fnUntraced(function* (handlers: unknown) {
      const lists = yield* Lists
      const history = yield* History
      const uploads = yield* Uploads
      const { limits } = yield* AppConfig
      const drain = yield* Effect.serviceOption(Drain)
      const isLeaving = drain._tag === "Some" ? drain.value.isLeaving : () => false
      const exporting: Exporting = { lists, host: { room: yield* Room, limits, isLeaving } }
      const models = Models.modelIds.filter((model) => Models.get(model).category === category)
      let all = handlers as AnyHandlers
      for (const model of models) {
        all = all
          .handle(`list_${Records.nameOf(model)}`, list(lists, model))
          .handle(`get_${Records.nameOf(model)}`, get(lists, model))
          .handle(`history_${Records.nameOf(model)}`, told(history, model))
          .handle(`export_${Records.nameOf(model)}`, exported(exporting, model))
      }
      for (const route of WriteRoutes.routes) {
        if (models.includes(route.write.model as Models.ModelId)) {
          all = all.handleRaw(route.name, write(uploads, route))
        }
      }
      return all as never
    }) as never
  ) as unknown as Layer.Layer<HttpApiGroup.Service<"svc", Id>, never, Needs>

export const layer = Layer.mergeAll(
  groupOf("accounting", "ACCOUNTING"),
  groupOf("payments", "PAYMENTS"),
  groupOf("ecommerce", "ECOMMERCE"),
  groupOf("crm", "CRM")
)
