/** A record as one text, whatever the order of its members: what tells whether two records are the same. */

const serviceMembers = new Set(["svc_id", "svc_created_at", "svc_updated_at", "svc_company_id", "svc_deleted_at"])

/** The members of objects with these names that count, in their order, each with how JSON begins it. */
const plans = new Map<string, ReadonlyArray<readonly [name: string, begin: string]>>()
/** Records have few shapes; more than this are sorted each time. */
const manyPlans = 1000
const planOf = (names: ReadonlyArray<string>) => {
  // With their number, names that hold a line break are nobody else's shape; they are not kept.
  const shape = `${names.length}\n${names.join("\n")}`
  const known = plans.get(shape)
  if (known !== undefined) return known
  const plan = names
    .toSorted()
    .filter((name) => !serviceMembers.has(name))
    .map((name) => [name, `${JSON.stringify(name)}:`] as const)
  if (plans.size < manyPlans && !names.some((name) => name.includes("\n"))) plans.set(shape, plan)
  return plan
}

/**
 * The text whose SHA-256 is a record's `data_hash`: JSON with sorted keys at every level and without the service's own
 * ids and times, so that neither the order of members nor what is stored beside them changes it.
 */
export const hashInput = (record: unknown): string => {
  if (typeof record !== "object" || record === null) return JSON.stringify(record) ?? "null"
  if (Array.isArray(record)) return `[${record.map(hashInput).join(",")}]`
  let out = ""
  for (const [name, begin] of planOf(Object.keys(record))) {
    const value = (record as Readonly<Record<string, unknown>>)[name]
    if (value !== undefined) out += (out === "" ? begin : `,${begin}`) + hashInput(value)
  }
  return `{${out}}`
}
