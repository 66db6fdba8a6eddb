/** Ids of what is written all the time. */
import { randomUUID } from "node:crypto"

/**
 * A UUID of version 7: it begins with the time, so that new rows are neighbours in an index. Random ones touch a page
 * each, and an index of millions then costs more than its table.
 */
export const timedId = (): string => {
  const time = Date.now().toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** Whether a text may be asked for as a UUID: what the database would refuse does not exist. */
export const isId = (text: string): boolean => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(text)
