/** Webhook subscriptions, one for each topic: https://shopify.dev/docs/api/admin-graphql/latest/mutations/webhookSubscriptionCreate */
import * as Further from "@svc/core/Further"
import * as Page from "@svc/core/Page"
import * as Subscribe from "@svc/core/Subscribe"
import * as Wire from "@svc/core/Wire"
import { ask } from "./wire.ts"

/** `orders/create` is `ORDERS_CREATE`. */
export const topicOf = (topic: string): string => topic.toUpperCase().replaceAll("/", "_")

const create = `mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri }) {
    webhookSubscription { id } userErrors { field message }
  }
}`
const remove = `mutation Unsubscribe($id: ID!) {
  webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } }
}`
const list = `query Subscriptions($after: String) {
  webhookSubscriptions(first: 250, after: $after) { nodes { id uri } pageInfo { hasNextPage endCursor } }
}`

export const subscribeTo = (topics: ReadonlyArray<string>) =>
  Subscribe.make({
    topics,
    // Quirk: whoever registers it, the app's own secret signs it.
    signed: "app",
    create: ({ address, topic }) => ask(create, { topic, uri: address }),
    response: Wire.struct({
      data: Wire.required(
        Wire.struct({
          webhookSubscriptionCreate: Wire.required(
            Wire.struct({ webhookSubscription: Wire.required(Wire.struct({ id: Wire.required(Wire.id) })) })
          )
        })
      )
    }),
    made: ({ data }) => ({ id: data.webhookSubscriptionCreate.webhookSubscription.id }),
    remove: ({ id }) => ask(remove, { id }),
    list: {
      call: Further.pages({
        call: ask(list),
        page: Page.relay({ at: "data.webhookSubscriptions" }),
        items: "data.webhookSubscriptions.nodes"
      }),
      response: Wire.list(Wire.struct({ id: Wire.required(Wire.id), uri: Wire.text })),
      found: (all) => all.map(({ id, uri }) => ({ id, address: uri }))
    }
  })
