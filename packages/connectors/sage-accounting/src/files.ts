/** The bytes of files that are attached to documents. */
import * as Call from "@svc/core/Call"
import * as Files from "@svc/core/Files"

export const files = Files.make({
  download: {
    call: ({ platform_id }) => ({
      path: `/attachments/${Call.segment(platform_id)}/file`,
      // Quirk: a file is answered to who asks for nothing else.
      headers: { accept: "application/octet-stream" }
    })
  }
})
