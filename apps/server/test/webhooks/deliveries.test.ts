import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { Webhook } from "standardwebhooks"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import { both } from "../support/Databases.ts"
import * as Receiver from "../support/Receiver.ts"
import { append, change, layer, organisation, settled } from "../support/WebhookFixture.ts"

const quiet = Layer.succeed(References.MinimumLogLevel, (process.env["TEST_LOG"] as "Info") ?? "None")

describe.each(both)("deliveries on %s", (_, database) => {
  it.layer(Layer.provideMerge(layer(database()), quiet), { timeout: "60 seconds", excludeTestServices: true })(
    (test) => {
      test.effect("a committed event arrives once, signed, with the record as the list shows it", () =>
        Effect.gen(function* () {
          const receiver = yield* Receiver.start
          const caller = yield* organisation
          const webhooks = yield* Webhooks
          yield* (yield* Deliveries).work
          const webhook = yield* webhooks.create(caller, {
            name: "n",
            type: "DATA_MODEL_CHANGES",
            url: receiver.url("/a"),
            headers: { "X-Own": "value" }
          })
          const data = `{"svc_id":7,"amount":1.50,"name":"é\\u00e9"}`
          yield* append(change(caller, 7, { data }))
          const [request] = yield* receiver.waitFor("/a", 1)
          assert.include(request!.body, `"data":${data}}`)
          new Webhook(webhook.secret).verify(request!.body, request!.headers)
          assert.strictEqual(request!.headers["x-own"], "value")
          assert.strictEqual(request!.headers["webhook-id"], request!.json["id"])
          assert.deepStrictEqual(Object.keys(request!.json), [
            "id",
            "type",
            "created_at",
            "company_id",
            "connection_id",
            "integration_type",
            "data_model",
            "operation",
            "data"
          ])
          yield* settled(webhook.id, "DELIVERED")
          assert.strictEqual(receiver.received("/a").length, 1)
        })
      )
    }
  )
})
