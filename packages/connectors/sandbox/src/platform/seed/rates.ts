/** Exchange rates as they moved over the seed's months: a slow wave around the currency's first rate. */
import { dayOf } from "./Timeline.ts"

const first: Record<string, number> = {
  USD: 1.0842,
  GBP: 0.8461,
  CHF: 0.9377,
  SEK: 11.2485,
  INR: 94.315,
  JPY: 163.45,
  KWD: 0.3334
}
// A wave of fixed steps: no trigonometry, whose last digits may differ between machines.
const wave = [0, 4, 7, 9, 10, 9, 7, 4, 0, -4, -7, -9, -10, -9, -7, -4]

/** Units for one euro on a day, six digits. */
export const unitsOn = (currency: string, day: number): string => {
  const month = Number(dayOf(day).slice(5, 7)) + (dayOf(day).startsWith("2026") ? 12 : 0)
  return ((first[currency] ?? 1) * (1 + wave[(month + currency.charCodeAt(0)) % wave.length]! / 400)).toFixed(6)
}
/** Euros for one unit on a day, six digits. */
export const baseOn = (currency: string, day: number): string => (1 / Number(unitsOn(currency, day))).toFixed(6)
