/** What is read of the platform's settings. */
import { currencies } from "../currencies.ts"

export const reads = { CURRENCIES: currencies }
