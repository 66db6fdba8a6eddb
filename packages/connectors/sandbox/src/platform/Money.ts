/**
 * Exact decimals for the platform's own arithmetic: a value is a bigint of millionths, an amount on a document is a whole
 * number of the currency's minor unit. Halves are rounded away from zero.
 */

/** Millionths. */
export type Decimal = bigint

const scale = 1_000_000n
const digitsOf: Record<string, number> = { JPY: 0, KWD: 3 }

/** How many digits a currency has after the point. */
export const minorDigits = (currency: string): number => digitsOf[currency] ?? 2

const divide = (value: bigint, by: bigint): bigint => {
  const half = by / 2n
  return value < 0n ? -((-value + half) / by) : (value + half) / by
}

/** Reads `"12.50"` or `12.5`; undefined when it is not a plain decimal of at most 12 digits before and 6 after the point. */
export const parseDecimal = (value: unknown): Decimal | undefined => {
  const text = typeof value === "number" ? String(value) : value
  if (typeof text !== "string") return undefined
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text)
  if (match === null) return undefined
  const magnitude = BigInt(match[2]!) * scale + BigInt((match[3] ?? "").padEnd(6, "0"))
  return match[1] === "-" ? -magnitude : magnitude
}

/** A decimal known to be well formed, since the platform wrote it. */
export const decimal = (value: string | number): Decimal => {
  const parsed = parseDecimal(value)
  if (parsed === undefined) throw new RangeError(`not a decimal: ${value}`)
  return parsed
}

/** Text with at least `least` digits after the point and no more than six. */
export const showDecimal = (value: Decimal, least = 0): string => {
  const magnitude = value < 0n ? -value : value
  const fraction = (magnitude % scale).toString().padStart(6, "0")
  const kept = Math.max(least, fraction.replace(/0+$/, "").length)
  return `${value < 0n ? "-" : ""}${magnitude / scale}${kept === 0 ? "" : `.${fraction.slice(0, kept)}`}`
}

export const times = (left: Decimal, right: Decimal): Decimal => divide(left * right, scale)

/** `amount × numerator ÷ denominator`, rounded to a whole minor unit. */
export const share = (amount: number, numerator: Decimal, denominator: Decimal): number =>
  Number(divide(BigInt(amount) * numerator, denominator))

export const toMinor = (value: Decimal, currency: string): number =>
  Number(divide(value, 10n ** BigInt(6 - minorDigits(currency))))

export const fromMinor = (minor: number, currency: string): Decimal =>
  BigInt(minor) * 10n ** BigInt(6 - minorDigits(currency))

/** `1250` in EUR is `"12.50"`. */
export const showMinor = (minor: number, currency: string): string =>
  showDecimal(fromMinor(minor, currency), minorDigits(currency))

/** `"12.50"` in EUR is `1250`. */
export const readMinor = (text: string, currency: string): number => toMinor(decimal(text), currency)

/** 1 ÷ value, to six digits. */
export const inverse = (value: Decimal): Decimal => divide(scale * scale, value)
