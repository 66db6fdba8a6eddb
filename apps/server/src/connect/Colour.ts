/** Colours by the measure of WCAG 2: how light they are, how far apart two of them, and what can be read on them. */

/** `#rrggbb`. */
export type Hex = string
export const isHex = (text: string): text is Hex => /^#[0-9a-f]{6}$/i.test(text)

const parts = (hex: Hex): ReadonlyArray<number> => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
const hexOf = (values: ReadonlyArray<number>): Hex =>
  `#${values.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`

/** Relative luminance, from 0 to 1. */
export const luminance = (hex: Hex): number => {
  const [red, green, blue] = parts(hex).map((value) => {
    const part = value / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** From 1 to 21. */
export const contrast = (a: Hex, b: Hex): number => {
  const [dark, light] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
/** So much of the second in the first. */
export const mix = (a: Hex, b: Hex, share: number): Hex => {
  const other = parts(b)
  return hexOf(parts(a).map((value, at) => value + (other[at]! - value) * share))
}
/** Black or white, whichever stands out more: at least 4.5 to 1 on every colour. */
export const inkOn = (hex: Hex): Hex => (contrast("#ffffff", hex) >= contrast("#000000", hex) ? "#ffffff" : "#000000")

/** What a text on a page needs, with a hair more for rounding. */
const readable = 4.55
/** The colour nearest to one that can be read on all of these: darker or lighter, as far as it has to be. */
export const readableOn = (hex: Hex, grounds: ReadonlyArray<Hex>): Hex => {
  const towards = luminance(grounds[0]!) > 0.18 ? "#000000" : "#ffffff"
  for (let share = 0; share < 1; share += 0.02) {
    const own = mix(hex, towards, share)
    if (grounds.every((ground) => contrast(own, ground) >= readable)) return own
  }
  return towards
}
