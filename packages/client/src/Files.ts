/** The bytes of documents, as the service hands them on from platforms. */
import type { Incoming } from "./Transport.ts"

/** A document whose bytes come. */
export interface Download {
  /** What it is called; null where nobody says. */
  readonly file_name: string | null
  /** Media type. */
  readonly file_type: string | null
  /** How many bytes it has, where that is known before they are here. */
  readonly file_size: number | null
  /** It fails where they end too early, which a limit of the service may be the cause of; cancel it to end the call. */
  readonly bytes: ReadableStream<Uint8Array>
}
/** A file that is attached to a record. */
export interface FileToSend {
  /** The record that it is attached to: its `svc_id`. */
  readonly record_id: number
  /** With the ending that tells its kind, such as `receipt.pdf`. */
  readonly file_name: string
  /** Media type, such as `application/pdf`. */
  readonly file_type: string
  /** Its bytes. */
  readonly content: Uint8Array
}

/** What an answer says that its bytes are called. */
const nameOf = (headers: Headers): string | null => {
  const written = /filename\*=UTF-8''([^;]+)/i.exec(headers.get("content-disposition") ?? "")?.[1]
  try {
    return written === undefined ? null : decodeURIComponent(written)
  } catch {
    return null
  }
}

/** The answer to a download. */
export const downloadOf = ({ end, headers, next }: Incoming): Download => {
  const size = headers.get("content-length")
  return {
    file_name: nameOf(headers),
    file_type: headers.get("content-type"),
    file_size: size === null ? null : Number(size),
    bytes: new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const piece = await next()
          if (piece === null) controller.close()
          else controller.enqueue(piece)
        },
        cancel: end
      },
      { highWaterMark: 0 }
    )
  }
}
