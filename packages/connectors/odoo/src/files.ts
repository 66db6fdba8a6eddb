/** The bytes of attachments, which a record holds in base64 and shows where they are asked for. */
import * as Files from "@svc/core/Files"
import { ask } from "./ask.ts"

export const files = Files.make({
  download: {
    call: ({ platform_id }, { settings }) =>
      ask(settings, "ir.attachment", "read", { ids: [Number(platform_id)], fields: ["datas"] }),
    found: Files.base64At("0.datas")
  }
})
