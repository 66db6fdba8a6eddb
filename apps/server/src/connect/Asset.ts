/** Files that the connect pages load, from our own origin, under names made of their content: browsers keep them for good. */
import { createHash } from "node:crypto"

export interface Asset {
  /** Below `/connect/assets/`; another content has another name. */
  readonly name: string
  readonly type: string
  readonly content: string
}
export const asset = (stem: string, extension: string, type: string, content: string): Asset => ({
  name: `${stem}-${createHash("sha256").update(content).digest("hex").slice(0, 16)}.${extension}`,
  type,
  content
})
