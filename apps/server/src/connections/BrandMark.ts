/**
 * The picture of an organisation on the connect page: small, and nothing but a picture. An SVG is taken where it is made of
 * shapes alone; whatever could run, load or lead anywhere is refused by name, and it is shown as an image, which runs nothing.
 */
import { Xml } from "@svc/core"
import { createHash } from "node:crypto"

/** Bytes of a mark, and the pixels of a side of a PNG. */
export const mostBytes = 32_768
export const mostPixels = 2048

export interface Mark {
  /** Made of its content, so that browsers keep it for good. */
  readonly name: string
  readonly bytes: Buffer
}
const types = { "image/png": "png", "image/svg+xml": "svg" } as const
/** What a mark of this name is sent as; null for a name that no mark has. */
export const typeOf = (name: string): string | null => {
  const [, extension] = /^mark-[0-9a-f]{32}\.(png|svg)$/.exec(name) ?? []
  return Object.entries(types).find(([, own]) => own === extension)?.[0] ?? null
}

const signature = Buffer.from("89504e470d0a1a0a", "hex")
const pngFault = (bytes: Buffer): string | null => {
  const isPng =
    bytes.length > 33 && bytes.subarray(0, 8).equals(signature) && bytes.toString("latin1", 12, 16) === "IHDR"
  if (!isPng) return "is not a PNG"
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const fits = [width, height].every((side) => side >= 1 && side <= mostPixels)
  return fits ? null : `is ${width} by ${height} pixels; each side may have 1 to ${mostPixels}`
}

const shapes = new Set(
  (
    "svg g path rect circle ellipse line polyline polygon defs symbol use title desc text tspan linearGradient " +
    "radialGradient stop clipPath mask pattern style"
  ).split(" ")
)
/** Style that would load something, or hide that it does. */
const loads = /url\s*\(\s*["']?\s*(?!#|["'\s])|@import|image-set|\\|javascript:|expression\s*\(/i

const valueFault = (name: string, value: string): string | null => {
  if (/^on/i.test(name)) return `has the attribute ${name}, which runs something`
  if (/(?:^|:)(?:href|src)$/i.test(name) && !/^#[\w.-]+$/.test(value)) return `refers to something outside it (${name})`
  if (/^xml:base$/i.test(name)) return `has the attribute ${name}`
  return loads.test(value) ? `loads or runs something (${name})` : null
}
const elementFault = (name: string, value: Xml.Value): string | null => {
  if (!shapes.has(name)) return `has the element <${name}>, which is not one of: ${[...shapes].join(", ")}`
  if (typeof value === "string") return loads.test(value) ? `loads or runs something (<${name}>)` : null
  for (const [member, held] of Object.entries(value)) {
    for (const one of Array.isArray(held) ? (held as ReadonlyArray<Xml.Value>) : [held as Xml.Value]) {
      const fault =
        member.startsWith("@") || member === "#text"
          ? valueFault(member.replace(/^@/, ""), String(one))
          : elementFault(member, one)
      if (fault !== null) return fault
    }
  }
  return null
}
const svgFault = (bytes: Buffer): string | null => {
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return "is not text in UTF-8"
  }
  const body = text.replace(/^\uFEFF?\s*<\?xml\s[^?<>]*\?>/, "")
  if (/<\?|<!(?!--)|&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});)/i.test(body)) {
    return "declares something (a document type, an entity, an instruction)"
  }
  try {
    const [root, ...others] = Object.entries(Xml.read(body, { limits: { length: mostBytes, depth: 32 } }))
    if (root?.[0] !== "svg" || others.length > 0) return "is not an SVG"
    const own = root[1] as Xml.Value
    if (typeof own === "string" || own["@xmlns"] !== "http://www.w3.org/2000/svg") return "is not an SVG"
    return elementFault("svg", own)
  } catch {
    return "is not well-formed"
  }
}

/** The mark of a data URL; a text says what is wrong with it. */
export const read = (dataUrl: string): Mark | string => {
  const [, type, data] = /^data:(image\/png|image\/svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? []
  if (data === undefined) return 'must be "data:image/png;base64,…" or "data:image/svg+xml;base64,…"'
  const bytes = Buffer.from(data, "base64")
  if (bytes.length > mostBytes) return `has ${bytes.length} bytes; at most ${mostBytes} are taken`
  const fault = type === "image/png" ? pngFault(bytes) : svgFault(bytes)
  if (fault !== null) return fault
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32)
  return { name: `mark-${hash}.${types[type as keyof typeof types]}`, bytes }
}
