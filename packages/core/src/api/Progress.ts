/**
 * How far long work is, in words: the console and the command line say the same, so both make them here. It stands alone, since
 * the page takes it as it is.
 */

/** Such as `1 page` and `2 pages`. */
export const counted = (number: number, one: string, many: string = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`

/** Of a data model in a sync. */
export interface Part {
  readonly finished_at: string | null
  readonly records_read: number
  readonly pages: number
  readonly calls: number
  readonly waited_milliseconds: number
}

/** Such as `20 records of 1 page by 2 calls, which waited 0.1 s for the limit; 1 of 2 data models has ended`. */
export const ofSync = (parts: ReadonlyArray<Part>): string => {
  const sum = (name: Exclude<keyof Part, "finished_at">) => parts.reduce((total, part) => total + part[name], 0)
  const ended = parts.filter(({ finished_at }) => finished_at !== null).length
  const brought = `${counted(sum("records_read"), "record")} of ${counted(sum("pages"), "page")} by ${counted(sum("calls"), "call")}`
  const waited = `which waited ${(sum("waited_milliseconds") / 1000).toFixed(1)} s for the limit`
  return `${brought}, ${waited}; ${ended} of ${counted(parts.length, "data model")} ${ended === 1 ? "has" : "have"} ended`
}

/** Such as `999 B`, `12.3 kB` and `1.5 GB`. */
export const sized = (bytes: number): string => {
  const units = ["B", "kB", "MB", "GB", "TB"]
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}
/** Of a file that is made of a list, such as `companies.csv: 12000 rows so far, 3.1 MB.` */
export const ofFile = (name: string, rows: number, bytes: number, isWhole: boolean): string =>
  `${name}: ${counted(rows, "row")}${isWhole ? "" : " so far"}, ${sized(bytes)}.`

/** How many are counted of what is left; of more it is said that there are more. */
export const most = 10_000
const left = (number: number, one: string, many = `${one}s`): string =>
  `${number >= most ? `${most} or more ${many}` : counted(number, one, many)} ${number === 1 ? "is" : "are"} left`

/** Of items that are mapped again, such as `3 of 12 sources, 4500 items`. */
export const ofMapping = (done: number, sources: number, items: number): string =>
  `${done} of ${counted(sources, "source")}, ${counted(items, "item")}`
export const ofErasure = (company: number, records: number): string =>
  `Company ${company} is erased: ${left(records, "record")}.`
export const ofDeliveries = (webhook: string, deliveries: number): string =>
  `The webhook ${webhook} is sent what waits for it: ${left(deliveries, "delivery", "deliveries")}.`
export const ofReplay = (deliveries: number): string =>
  `${counted(deliveries, "event")} ${deliveries === 1 ? "is" : "are"} on the way again.`
const spreading = { keys: "its keys are made", rows: "its rows are copied", done: "it is spread" } as const
/** What is done with a table of a database that is spread over the nodes of its cluster, and of how many it was done. */
export const ofSpreading = (of: {
  readonly table: string
  readonly step: keyof typeof spreading
  readonly done: number
  readonly tables: number
}): string =>
  `The database is spread over its nodes: ${of.table}, ${spreading[of.step]}; ${of.done} of ${counted(of.tables, "table")} ${of.done === 1 ? "is" : "are"} done.`
/** Of a table of an installation that moves: the service stands still meanwhile, so the command line alone says it. */
export const ofMove = (of: {
  readonly table: string
  readonly rows: number
  readonly isWhole: boolean
  readonly done: number
  readonly tables: number
}): string =>
  `${of.table}: ${counted(of.rows, "row")}${of.isWhole ? "" : " so far"}; ${of.done} of ${counted(of.tables, "table")} ${of.done === 1 ? "is" : "are"} moved.`
export const ofRotation = (secrets: number): string =>
  `Secrets are put under the current key: ${left(secrets, "secret")}.`
