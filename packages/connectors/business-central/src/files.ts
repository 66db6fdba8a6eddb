/** The bytes of files attached to documents: each is a stream of its own. */
import * as Files from "@svc/core/Files"
import { one } from "./lists.ts"

export const files = Files.make({
  download: { call: ({ platform_id }) => ({ path: `${one("documentAttachments", platform_id)}/attachmentContent` }) }
})
