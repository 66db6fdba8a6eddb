/** The typed client of the service, plain async. `@svc/client/effect` is the same in Effect. */
export {
  type Change,
  type Client,
  type CreateRequest,
  type HistoryQuery,
  type Listing,
  makeClient,
  type Page,
  type PassthroughAnswer,
  type PassthroughRequest,
  type RecordChange,
  type UpdateRequest,
  type Upload,
  type UploadJob,
  type WaitOptions,
  type WriteOptions
} from "./Client.ts"
export type { Download, FileToSend } from "./Files.ts"
export { pathOf } from "./Query.ts"
export type {
  Chosen,
  Expansion,
  ExportQuery,
  FieldName,
  Filter,
  Listed,
  ModelId,
  Query,
  Record,
  Relation
} from "./Query.ts"
export { type ErrorCode, isSvcError, SvcError } from "./SvcError.ts"
export type { Attempt, CallOptions, ClientOptions, Outcome } from "./Transport.ts"
export {
  isWebhookError,
  type NodeRequest,
  type SignedDelivery,
  type SignOptions,
  signWebhook,
  type VerifyOptions,
  verifyWebhook,
  WebhookError,
  type WebhookEvent
} from "./Webhook.ts"
