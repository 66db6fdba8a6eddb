/**
 * Every management list of the served document: what it is filtered and sorted by, page by page and both ways, against an
 * evaluator in memory; its count; its cursors; and that nothing of another organisation or company is in it. The lists are
 * found in the document, so one that is new has to have entries here.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Managed from "../support/Managed.ts"
import * as Service from "../support/Service.ts"
import * as Document from "./Document.ts"

let service: Service.Service
let lists: ReadonlyArray<Managed.List>
let both: readonly [Managed.Owner, Managed.Owner]

beforeAll(async () => {
  service = await Service.start()
  lists = Managed.listsOf(await Document.read(service))
  both = [await Managed.fill(service, "one"), await Managed.fill(service, "two")]
})
afterAll(() => service.stop())

const ask = async (owner: Managed.Owner, path: string, params: Readonly<Record<string, string>> = {}) => {
  const answer = await service.call(
    "GET",
    `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(params)}`,
    undefined,
    { api_key: owner.key }
  )
  return { ...answer, keys: (answer.body?.data ?? []).map(Managed.keyOf) as ReadonlyArray<string> }
}
/** All pages of a list from the first to the last, and back again. */
const pages = async (owner: Managed.Owner, path: string, params: Readonly<Record<string, string>>) => {
  const there: Array<ReadonlyArray<string>> = []
  let page = await ask(owner, path, { ...params, limit: "4" })
  expect(page.body.prev, `${path} ${JSON.stringify(params)}`).toBeNull()
  for (;;) {
    expect(page.status, `${path} ${JSON.stringify(params)} ${page.text}`).toBe(200)
    there.push(page.keys)
    if (page.body.next === null) break
    page = await ask(owner, path, { ...params, limit: "4", next: page.body.next })
  }
  const back: Array<ReadonlyArray<string>> = [page.keys]
  while (page.body.prev !== null) {
    page = await ask(owner, path, { ...params, limit: "4", prev: page.body.prev })
    expect(page.status, page.text).toBe(200)
    back.unshift(page.keys)
  }
  expect(back.flat()).toEqual(there.flat())
  return there.flat()
}
/** The address of a list, where it is one of something of that which has entries. */
const placeOf = async (owner: Managed.Owner, { path }: Managed.List): Promise<string> => {
  const at = path.indexOf("/{")
  if (at === -1) return path
  for (const parent of (await ask(owner, path.slice(0, at), { limit: "1000" })).keys) {
    const own = path.replace(/\{\w+\}/, parent)
    if ((await ask(owner, own)).keys.length >= Managed.fewest) return own
  }
  throw new Error(`Nothing has entries for ${path}; support/Managed.ts has to make some.`)
}
/** Entries with what they are filtered by of their companies, as the lists name it: `company.name`. */
const withCompanies = async (owner: Managed.Owner, { filtered }: Managed.List, entries: ReadonlyArray<any>) => {
  const beside = filtered.flatMap(({ name }) => (name.startsWith("company.") ? [name] : []))
  if (beside.length === 0) return entries
  const { body } = await ask(owner, "/v3/core/companies", { limit: "1000" })
  return entries.map((entry) => {
    const company = body.data.find((one: any) => one.svc_id === entry.svc_company_id)
    return { ...entry, ...Object.fromEntries(beside.map((name) => [name, company[name.slice("company.".length)]])) }
  })
}
const each = async (
  go: (list: Managed.List, path: string, entries: ReadonlyArray<any>, owner: Managed.Owner) => unknown,
  owners: ReadonlyArray<Managed.Owner> = both
) => {
  expect(lists.length).toBeGreaterThan(10)
  for (const owner of owners) {
    for (const list of lists) {
      const path = await placeOf(owner, list)
      const { body } = await ask(owner, path, { limit: "1000" })
      expect(body.data.length, `entries of ${path}, which support/Managed.ts makes`).toBeGreaterThanOrEqual(
        Managed.fewest
      )
      await go(list, path, await withCompanies(owner, list, body.data), owner)
    }
  }
}

describe("the management lists", () => {
  it("say of each single value that they are filtered and sorted by it, and of nothing else but a company's", () => {
    for (const { hidden, members, path, sorted, filtered } of lists) {
      const beside = path === "/v3/core/connections" ? ["company.name", "company.partner_id"] : []
      expect(
        filtered.map(({ name }) => name),
        path
      ).toEqual([...members, ...beside])
      expect(sorted, path).toEqual([...members, ...beside])
      expect(
        members.filter((name) => hidden.includes(name)),
        path
      ).toEqual([])
    }
    expect(lists.flatMap(({ hidden }) => hidden).toSorted()).toEqual(["client_secret", "invite_link_id", "url", "url"])
  })

  it("are filtered as an evaluator in memory filters them, and count what they find", { timeout: 300_000 }, () =>
    each(
      async ({ filtered }, path, entries, owner) => {
        for (const [index, column] of filtered.entries()) {
          for (const [operator, value] of Managed.questions(column, entries, index)) {
            const name = `${column.name}[${operator}]`
            const wanted = entries.filter((entry) => Managed.matches(column, entry[column.name], operator, value))
            const found = await ask(owner, path, { [name]: value, return_count: "true", limit: "1000" })
            const about = `${path}?${name}=${value} ${found.status === 200 ? "" : found.text}`
            expect(found.keys, about).toEqual(wanted.map(Managed.keyOf))
            expect(found.body.total_count, about).toBe(wanted.length)
          }
        }
      },
      [both[0]]
    )
  )

  it("are sorted both ways, page by page and back, with ties in the order of the list", { timeout: 300_000 }, () =>
    each(
      async ({ sorted, filtered }, path, entries, owner) => {
        expect(await pages(owner, path, {})).toEqual(entries.map(Managed.keyOf))
        for (const name of sorted) {
          for (const direction of ["ASC", "DESC"] as const) {
            const wanted = Managed.sortedBy(entries, [[name, direction]])
            expect(await pages(owner, path, { [`sort[${name}]`]: direction }), `${path} ${name} ${direction}`).toEqual(
              wanted
            )
          }
        }
        const [first, second] = filtered.filter(({ name }) => new Set(entries.map((one) => one[name])).size > 1)
        const mixed = { [`sort[${second!.name}]`]: "DESC", [`sort[${first!.name}]`]: "ASC" } as const
        const wanted = Managed.sortedBy(entries, [
          [second!.name, "DESC"],
          [first!.name, "ASC"]
        ])
        expect(await pages(owner, path, { ...mixed, [`${first!.name}[is_null]`]: "false" })).toEqual(
          wanted.filter((key) => entries.some((one) => Managed.keyOf(one) === key && one[first!.name] !== null))
        )
      },
      [both[0]]
    )
  )

  it("refuse what they do not know, and name it", () =>
    each(async ({ filtered, hidden, path: template }, path, _, owner) => {
      const [{ name } = { name: "" }] = filtered
      const refused: ReadonlyArray<readonly [parameter: string, value: string]> = [
        ["colour", "red"],
        ["colour[eq]", "red"],
        ["sort[colour]", "ASC"],
        [`sort[${name}]`, "UP"],
        [`${name}[like]`, "a"],
        [name, "1"],
        ["limit", "0"],
        ["return_count", "yes"],
        ...hidden.flatMap((member) => [
          [`${member}[eq]`, "https://example.com"] as const,
          [`${member}[starts_with]`, "h"] as const,
          [`sort[${member}]`, "ASC"] as const
        ])
      ]
      for (const [parameter, value] of refused) {
        const { body, status, text } = await ask(owner, path, { [parameter]: value })
        expect(status, `${template}?${parameter}=${value} ${text}`).toBe(400)
        expect(body.error.details[0].field).toBe(parameter)
      }
    }))

  it("take a parameter that is empty for one that is left out", () =>
    each(async ({ filtered }, path, entries, owner) => {
      const empty = Object.fromEntries(filtered.map(({ name }) => [`${name}[eq]`, ""]))
      const { keys } = await ask(owner, path, { next: "", prev: "", return_count: "", ...empty, limit: "1000" })
      expect(keys).toEqual(entries.map(Managed.keyOf))
    }))

  it("refuse cursors of other lists, filters, sorts and organisations, and what is none", () =>
    each(async ({ filtered, sorted }, path, entries, owner) => {
      const { body } = await ask(owner, path, { limit: "1" })
      const other = both.find(({ key }) => key !== owner.key)!
      const [{ name } = { name: "" }] = filtered
      const elsewhere = path === "/v3/core/companies" ? "/v3/core/connections" : "/v3/core/companies"
      const bent = `${body.next.slice(0, -2)}${body.next.endsWith("A") ? "B" : "A"}`
      const wrong: ReadonlyArray<readonly [Managed.Owner, string, Readonly<Record<string, string>>]> = [
        [owner, path, { next: "garbage" }],
        [owner, path, { next: bent }],
        [owner, path, { prev: body.next }],
        [owner, elsewhere, { next: body.next }],
        [owner, path, { next: body.next, [`${name}[is_null]`]: "false" }],
        [owner, path, { next: body.next, [`sort[${sorted.at(-1)!}]`]: "DESC" }]
      ]
      for (const [who, at, params] of wrong) {
        const answer = await ask(who, at, params)
        expect(answer.status, `${at} ${JSON.stringify(params)} ${answer.text}`).toBe(400)
        expect(answer.body.error.details[0].field).toBe("prev" in params ? "prev" : "next")
      }
      if (!path.includes(entries[0]!.webhook_id ?? entries[0]!.sync_id ?? " ")) {
        expect((await ask(other, path, { next: body.next })).status).toBe(400)
      }
    }))

  it("show an organisation its own alone, and a key of one company what is that company's", () =>
    each(async ({ filtered }, path, entries, owner) => {
      const other = both.find(({ key }) => key !== owner.key)!
      const own = new Set(entries.map(Managed.keyOf))
      const place = path.includes("/core/") && !/\/\d|-/.test(path) ? path : null
      if (place !== null) {
        for (const column of filtered) {
          for (const [operator, value] of Managed.questions(column, entries).slice(0, 3)) {
            const { keys } = await ask(other, place, { [`${column.name}[${operator}]`]: value, limit: "1000" })
            expect(
              keys.filter((key) => own.has(key)),
              `${place} ${column.name}[${operator}]=${value}`
            ).toEqual([])
          }
        }
      }
      const bound = { ...owner, key: owner.companyKey }
      const { keys, status } = await ask(bound, path, { limit: "1000" })
      const company =
        path === "/v3/core/companies" ? "svc_id" : ["svc_company_id", "company_id"].find((name) => name in entries[0])
      if (status !== 200 || company === undefined) return
      // What an organisation calls a field, it calls so for each of its companies.
      const isGeneral = (entry: any) => path === "/v3/core/field_mappings" && entry[company] === null
      const its = entries.filter((entry) => entry[company] === owner.companyId || isGeneral(entry))
      const all = path === "/v3/core/integrations" ? entries : its
      expect(keys, path).toEqual(all.map(Managed.keyOf))
    }))
})
