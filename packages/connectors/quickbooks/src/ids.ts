/** Ids of entities that QuickBooks numbers on their own. */

/** Ids that other entities may have too are told apart by the entity's name in front: `vendor-41`. */
export const prefixed = (kind: string, id: string | null | undefined) =>
  id === null || id === undefined ? null : `${kind.toLowerCase()}-${id}`
/** The id behind the entity's name; null where another name is in front of it. */
export const unprefixed = (kind: string, id: string): string | null => {
  const prefix = `${kind.toLowerCase()}-`
  return id.startsWith(prefix) ? id.slice(prefix.length) : null
}
