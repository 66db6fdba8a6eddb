/**
 * What documents refer to: accounts, items and options of tracking categories. Lists and answers to writes name them by
 * code or by name where the single record shows ids, and lines are written with codes.
 */
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"

const Account = Wire.struct({
  AccountID: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "Code", "Class", "Type")
})
/** All accounts. */
export const accountLookup = Lookup.make({
  call: { path: "/Accounts" },
  response: Wire.struct({ Accounts: Wire.list(Account) }),
  pick: ({ Accounts }) => Accounts ?? [],
  absent: []
})

/** Codes by id, and ids by code. */
export interface Codes {
  readonly codes: ReadonlyMap<string, string>
  readonly ids: ReadonlyMap<string, string>
}
const codesOf = (pairs: ReadonlyArray<readonly [id: string, code: string | null | undefined]>): Codes => ({
  codes: new Map(pairs.flatMap(([id, code]) => (code ? [[id, code]] : []))),
  ids: new Map(pairs.flatMap(([id, code]) => (code ? [[code, id]] : [])))
})
/** The id of what is named by id or by code. */
export const idOf = (id: string | null | undefined, code: string | null | undefined, { ids }: Codes) =>
  id ?? (code ? (ids.get(code) ?? null) : null)
export const noCodes: Codes = { codes: new Map(), ids: new Map() }

/** Accounts by their codes. */
export const accountCodes = Lookup.make({
  call: { path: "/Accounts" },
  response: Wire.struct({ Accounts: Wire.list(Account) }),
  pick: ({ Accounts }) => codesOf((Accounts ?? []).map(({ AccountID, Code }) => [AccountID, Code])),
  absent: noCodes,
  lasting: true
})

/** Items by their codes. */
const itemCodes = Lookup.make({
  call: { path: "/Items" },
  response: Wire.struct({ Items: Wire.list(Wire.struct({ ItemID: Wire.required(Wire.id), Code: Wire.text })) }),
  pick: ({ Items }) => codesOf((Items ?? []).map(({ Code, ItemID }) => [ItemID, Code])),
  absent: noCodes,
  lasting: true
})

export const categoriesCall = { path: "/TrackingCategories", query: { includeArchived: true } } as const
const Category = Wire.struct({
  TrackingCategoryID: Wire.id,
  Name: Wire.text,
  Options: Wire.list(Wire.struct({ TrackingOptionID: Wire.id, Name: Wire.text }))
})
/** The category of each option, null for categories themselves, by id; and options by their category, its id or its name. */
export interface Tracking {
  readonly parents: ReadonlyMap<string, string | null>
  readonly ids: ReadonlyMap<string, string>
}
export const optionKey = (category: string | null | undefined, option: string | null | undefined) =>
  JSON.stringify([category, option])
/** Tracking categories and their options. */
export const trackingOptions = Lookup.make({
  call: categoriesCall,
  response: Wire.struct({ TrackingCategories: Wire.list(Category) }),
  pick: ({ TrackingCategories }): Tracking => {
    const parents = new Map<string, string | null>()
    const ids = new Map<string, string>()
    for (const { Name, Options, TrackingCategoryID: category } of TrackingCategories ?? []) {
      if (category) parents.set(category, null)
      for (const { Name: own, TrackingOptionID: option } of Options ?? []) {
        if (!category || !option) continue
        parents.set(option, category)
        ids.set(optionKey(category, own), option).set(optionKey(Name, own), option)
      }
    }
    return { parents, ids }
  },
  absent: { parents: new Map(), ids: new Map() },
  lasting: true
})

/** What the lines of a document refer to. */
export const references = { accounts: accountCodes, items: itemCodes, tracking: trackingOptions }
export type References = Lookup.Found<typeof references>
