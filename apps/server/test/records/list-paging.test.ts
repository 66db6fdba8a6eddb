/** Paging while records come, change and go, and what happens to a cursor that is not this list's. */
import { assert, describe, it } from "@effect/vitest"
import type { Models } from "@svc/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import type { Caller } from "../../src/http/Caller.ts"
import { Lists } from "../../src/records/Lists.ts"
import * as Chance from "../support/Chance.ts"
import { both } from "../support/Databases.ts"
import * as Effort from "../support/Effort.ts"
import * as Naive from "../support/NaiveLists.ts"
import * as Stored from "../support/Stored.ts"

interface Envelope {
  readonly data: ReadonlyArray<Record<string, any>>
  readonly prev: string | null
  readonly next: string | null
}
const list = Effect.fnUntraced(function* (
  caller: Caller,
  model: Models.ModelId,
  params: Readonly<Record<string, string>> | URLSearchParams
) {
  const lists = yield* Lists
  return JSON.parse(String(yield* lists.list(caller, model, new URLSearchParams(params)))) as Envelope
})
const idsOf = (page: Envelope): ReadonlyArray<string> => page.data.map((record) => record["platform_id"])
const remove = (...platformIds: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.unsafe("delete from record where platform_id = any($1::text[])", [platformIds])
  )

const seed = Number(process.env["LISTS_SEED"] ?? 20_261_122)
const runs = Effort.times(20)

describe.each(both)("paging on %s", (_, database) => {
  const layer = Lists.layer.pipe(Layer.provideMerge(Stored.schema), Layer.provideMerge(database()))
  it.layer(layer, { timeout: "180 seconds", excludeTestServices: true })((test) => {
    const fill = Effect.fnUntraced(function* (...platformIds: ReadonlyArray<string>) {
      const target = yield* Stored.connect()
      for (const id of platformIds) yield* Stored.put(target, "ITEMS", { platform_id: id, name: id })
      return { target, caller: Stored.callerOf(target) }
    })

    test.effect("an empty page on the way leads back to where it lies", () =>
      Effect.gen(function* () {
        const names = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}-${Math.random()}`)
        const [a, b, c, d, e, f] = names as [string, string, string, string, string, string]
        const { caller, target } = yield* fill(...names)
        const first = yield* list(caller, "ITEMS", { limit: "2" })
        const second = yield* list(caller, "ITEMS", { limit: "2", next: first.next! })
        assert.deepStrictEqual(idsOf(second), [c, d])

        // All before it is gone: its prev leads to an empty page, and that page's next back to it.
        yield* remove(a, b)
        const before = yield* list(caller, "ITEMS", { limit: "2", prev: second.prev! })
        assert.deepStrictEqual([before.data, before.prev], [[], null])
        assert.deepStrictEqual(idsOf(yield* list(caller, "ITEMS", { limit: "2", next: before.next! })), [c, d])
        // Asked again, the page knows that it is the first now.
        assert.isNull((yield* list(caller, "ITEMS", { limit: "2", next: first.next! })).prev)

        yield* remove(e, f)
        const after = yield* list(caller, "ITEMS", { limit: "2", next: second.next! })
        assert.deepStrictEqual([after.data, after.next], [[], null])
        assert.deepStrictEqual(idsOf(yield* list(caller, "ITEMS", { limit: "2", prev: after.prev! })), [c, d])

        yield* remove(c, d)
        const nothing = yield* list(caller, "ITEMS", { limit: "2", next: second.next! })
        assert.deepStrictEqual([nothing.data, nothing.prev, nothing.next], [[], null, null])
        // And what comes later is found from there.
        const g = `g-${Math.random()}`
        yield* Stored.put(target, "ITEMS", { platform_id: g, name: g })
        assert.deepStrictEqual(idsOf(yield* list(caller, "ITEMS", { next: second.next! })), [g])
      })
    )

    test.effect("a cursor carries its sort; the filters are repeated", () =>
      Effect.gen(function* () {
        const { caller } = yield* fill("s1", "s2", "s3")
        const sorted = { "sort[name]": "DESC", "name[starts_with]": "s", limit: "1" }
        const { next } = yield* list(caller, "ITEMS", sorted)
        const follow = (params: Readonly<Record<string, string>>) =>
          Effect.map(list(caller, "ITEMS", { ...params, next: next! }), idsOf)
        assert.deepStrictEqual(yield* follow({ ...sorted, select: "data_hash", return_count: "true", limit: "5" }), [
          "s2",
          "s1"
        ])
        assert.deepStrictEqual(yield* follow({ "name[starts_with]": "s", limit: "1" }), ["s2"])
        // The same filters in another order and form are the same.
        const two = { "name[starts_with]": "s", "quantity_on_hand[neq]": "1.50", limit: "1" }
        const page = yield* list(caller, "ITEMS", two)
        const other = { "quantity_on_hand[neq]": "1.5", "name[starts_with]": "s" }
        assert.deepStrictEqual(idsOf(yield* list(caller, "ITEMS", { ...other, next: page.next! })), ["s2", "s3"])
      })
    )

    test.effect("refuses a cursor of another list, and one that was cut or altered", () =>
      Effect.gen(function* () {
        const { caller, target } = yield* fill("r1", "r2", "r3", "r4")
        const sister = yield* Stored.connect({ organisationId: target.organisationId })
        const stranger = yield* Stored.connect()
        const base = { "name[starts_with]": "r", "sort[name]": "ASC", limit: "1" }
        const first = yield* list(caller, "ITEMS", base)
        const second = yield* list(caller, "ITEMS", { ...base, next: first.next! })
        const [next, prev] = [second.next!, second.prev!]
        const refused = Effect.fnUntraced(function* (
          params: Readonly<Record<string, string>>,
          field: "next" | "prev",
          as = caller,
          model: Models.ModelId = "ITEMS"
        ) {
          const error = yield* Effect.flip(list(as, model, params))
          assert.deepStrictEqual([error.code, error.field], ["invalid-params", field], JSON.stringify(params))
          return error.message
        })
        assert.match(yield* refused({ limit: "1", next }, "next"), /other filters/)
        assert.match(yield* refused({ ...base, "name[starts_with]": "q", next }, "next"), /other filters/)
        assert.match(yield* refused({ ...base, "code[is_null]": "true", prev }, "prev"), /other filters/)
        assert.match(yield* refused({ ...base, include_deleted_records: "true", next }, "next"), /other filters/)
        assert.match(yield* refused({ ...base, "sort[name]": "DESC", next }, "next"), /another sort/)
        assert.match(yield* refused({ ...base, "sort[code]": "ASC", next }, "next"), /another sort/)
        assert.match(yield* refused({ ...base, next: prev }, "next"), /handed out as "prev"/)
        assert.match(yield* refused({ ...base, prev: next }, "prev"), /handed out as "next"/)
        yield* refused({ ...base, next, prev }, "prev")
        yield* refused({ ...base, next }, "next", Stored.callerOf(stranger))
        yield* refused({ ...base, next }, "next", Stored.callerOf(target, target.companyId))
        yield* refused({ ...base, next }, "next", Stored.callerOf(target, sister.companyId))
        yield* refused({ ...base, next }, "next", caller, "ACCOUNTS")

        for (const bad of [
          "x",
          "null",
          "undefined",
          " ",
          "=",
          `${next}=`,
          `${next} `,
          ` ${next}`,
          `${next}A`,
          `${next}AA`
        ]) {
          yield* refused({ ...base, next: bad }, "next")
        }
        for (let length = 1; length < next.length; length++)
          yield* refused({ ...base, next: next.slice(0, length) }, "next")
        for (let at = 0; at < next.length; at++) {
          const other = next[at] === "A" ? "B" : "A"
          yield* refused({ ...base, next: next.slice(0, at) + other + next.slice(at + 1) }, "next")
        }
        assert.match(next, /^[\w-]+$/)
      })
    )

    test.effect("takes nothing on trust from a cursor whose checksum is right", () =>
      Effect.gen(function* () {
        const { caller, target } = yield* fill("v1", "v2", "v3")
        const sister = yield* Stored.connect({ organisationId: target.organisationId })
        const stranger = yield* Stored.connect()
        for (const other of [sister, stranger]) yield* Stored.put(other, "ITEMS", { platform_id: "v0", name: "v0" })
        const sorted = { "sort[name]": "ASC", limit: "1" }
        const { next } = yield* list(caller, "ITEMS", sorted)
        const payload = JSON.parse(Buffer.from(next!, "base64url").subarray(12).toString()) as ReadonlyArray<unknown>
        /** What anybody can make who knows how cursors are made. */
        const forged = (change: (parts: Array<unknown>) => void, companyId: number | null = null) => {
          const parts = structuredClone(payload) as Array<unknown>
          change(parts)
          const text = JSON.stringify(parts)
          const owner = JSON.stringify([target.organisationId, companyId, "ITEMS"])
          const sum = createHash("sha256")
            .update(JSON.stringify([owner, text]))
            .digest()
            .subarray(0, 12)
          return Buffer.concat([sum, Buffer.from(text)]).toString("base64url")
        }
        // Made like this it is the cursor that was handed out, so that what follows is refused for its contents.
        assert.strictEqual(
          forged(() => {}),
          next
        )
        const changes: ReadonlyArray<(parts: Array<unknown>) => void> = [
          (parts) => (parts[0] = 0),
          (parts) => (parts[0] = 2),
          (parts) => (parts[0] = "1"),
          (parts) => (parts[2] = 1),
          (parts) => (parts[4] = "asc"),
          (parts) => (parts[5] = ["+name; drop table record"]),
          (parts) => (parts[5] = ["+organisation_id"]),
          (parts) => (parts[5] = []),
          (parts) => (parts[5] = Array(30).fill("+name")),
          (parts) => (parts[6] = ["v1"]),
          (parts) => (parts[6] = ["v1", null]),
          (parts) => (parts[6] = ["v1", "0 or true"]),
          (parts) => (parts[6] = ["v\u0000", "1"]),
          (parts) => (parts[6] = [1, 1]),
          (parts) => parts.pop(),
          (parts) => parts.push(0)
        ]
        for (const change of changes) {
          const error = yield* Effect.flip(list(caller, "ITEMS", { limit: "1", next: forged(change) }))
          assert.deepStrictEqual([error.code, error.field], ["invalid-params", "next"], String(change))
        }
        const restricted = yield* Effect.flip(
          list(caller, "ITEMS", { ...sorted, next: forged(() => {}, target.companyId) })
        )
        assert.strictEqual(restricted.code, "invalid-params")
        // A place of one's own choosing is a place in one's own list and in no other.
        const start = forged((parts) => (parts[6] = [null, "0"]))
        const first = forged((parts) => (parts[6] = ["", "0"]))
        const whole = (cursor: string, who = caller) =>
          Effect.map(list(who, "ITEMS", { limit: "100", next: cursor }), (page) =>
            page.data.map((record) => record["svc_company_id"])
          )
        assert.deepStrictEqual(yield* whole(start), [])
        assert.sameMembers([...new Set(yield* whole(first))], [target.companyId, sister.companyId])
        const own = forged((parts) => (parts[6] = ["", "0"]), target.companyId)
        const companies = yield* whole(own, Stored.callerOf(target, target.companyId))
        assert.deepStrictEqual([...new Set(companies)], [target.companyId])
      })
    )

    test.effect("a long text fits into a cursor", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        const caller = Stored.callerOf(target)
        for (const end of ["a", "b", "c"]) {
          const name = "\u{1F600}".repeat(20_000) + end
          yield* Stored.put(target, "ITEMS", { platform_id: `long-${end}`, name, description: name, code: name })
        }
        const params = { "sort[name]": "ASC", "sort[description]": "DESC", "sort[code]": "ASC", limit: "1" }
        const seen: Array<string> = []
        for (let next: string | null = ""; next !== null;) {
          const page: Envelope = yield* list(caller, "ITEMS", next === "" ? params : { ...params, next })
          seen.push(...idsOf(page))
          next = page.next
          if (next !== null) assert.isBelow(next.length, 8000)
        }
        assert.deepStrictEqual(seen, ["long-a", "long-b", "long-c"])
      })
    )

    test.effect(
      `${runs} walks while records come, change and go`,
      () =>
        Effect.gen(function* () {
          for (let run = 0; run < runs; run++) {
            const chance = Chance.make(seed + run)
            const said = `run ${run} of seed ${seed}`
            const target = yield* Stored.connect()
            const caller = Stored.callerOf(target)
            const free = [...(yield* Stored.reserve(120))]
            let made = 0
            const item = (svcId?: number, platformId?: string): Stored.Row =>
              Stored.rowsOf(
                target,
                "ITEMS",
                {
                  platform_id: platformId ?? `i${run}-${made++}`,
                  name: chance.one(["a", "b", "c", null]),
                  quantity_on_hand: chance.one([1, 2, 3, null]),
                  status: "ACTIVE"
                },
                () => free.splice(chance.int(free.length), 1)[0]!,
                {
                  updatedAt: `2026-01-0${1 + chance.int(4)}T00:00:00.000Z`,
                  deletedAt: chance.some(0.1) ? "2026-02-01T00:00:00.000Z" : null,
                  ...(svcId === undefined ? {} : { svcId })
                }
              ).at(-1)!
            const rows = new Map<number, Stored.Row>()
            const keep = Effect.fnUntraced(function* (...own: ReadonlyArray<Stored.Row>) {
              yield* Stored.store(own)
              for (const row of own) rows.set(row.svcId, row)
            })
            yield* keep(...Array.from({ length: 30 }, () => item()))
            const query: Naive.NaiveQuery = {
              filters: chance.some(0.5) ? [["name", "neq", "a"]] : [],
              sort: chance.one([
                [],
                [["svc_updated_at", "ASC"]],
                [["svc_updated_at", "DESC"]],
                [
                  ["name", "ASC"],
                  ["quantity_on_hand", "DESC"]
                ],
                [["quantity_on_hand", "DESC"]],
                [
                  ["svc_created_at", "DESC"],
                  ["svc_id", "ASC"]
                ]
              ] as const),
              includeDeleted: chance.some(0.3)
            }
            const params = new URLSearchParams([
              ...query.filters.map(([field, operator, value]) => [`${field}[${operator}]`, value] as [string, string]),
              ...query.sort.map(([field, direction]) => [`sort[${field}]`, direction] as [string, string]),
              ["limit", String(1 + chance.int(5))],
              ["include_deleted_records", String(query.includeDeleted)]
            ])
            const now = () => Naive.evaluate("ITEMS", [...rows.values()], query).map(({ svcId }) => svcId)
            const atStart = now()
            const touched = new Set<number>()
            const disturb = Effect.gen(function* () {
              const any = () => chance.one([...rows.keys()])
              if (chance.some(0.4) && free.length > 0) yield* keep(item())
              if (chance.some(0.4)) {
                const id = any()
                touched.add(id)
                yield* keep(item(id, rows.get(id)!.platformId))
              }
              if (chance.some(0.4)) {
                const id = any()
                touched.add(id)
                const sql = yield* SqlClient.SqlClient
                yield* sql`delete from record_items where svc_id = ${id}`
                rows.delete(id)
              }
            })
            const walk = Effect.fnUntraced(function* (way: "next" | "prev", from: Envelope) {
              const seen = [...from.data]
              let page = from
              for (let pages = 0; page[way] !== null; pages++) {
                assert.isBelow(pages, 200, said)
                yield* disturb
                const follow = new URLSearchParams(params)
                follow.set(way, page[way]!)
                page = yield* list(caller, "ITEMS", follow)
                // Every page is a part of the list as it is at that moment, in its order.
                const ids = page.data.map((record) => record["svc_id"] as number)
                const present = now()
                const at = present.indexOf(ids[0]!)
                assert.deepStrictEqual(ids, ids.length === 0 ? [] : present.slice(at, at + ids.length), said)
                if (way === "next") seen.push(...page.data)
                else seen.unshift(...page.data)
              }
              return { seen: seen.map((record) => record["svc_id"] as number), last: page }
            })
            const untouched = (ids: ReadonlyArray<number>) => ids.filter((id) => !touched.has(id))
            const known = new Set(atStart)

            const there = yield* walk("next", yield* list(caller, "ITEMS", params))
            assert.deepStrictEqual(
              untouched(there.seen.filter((id) => known.has(id))),
              untouched(atStart),
              `${said}: onward`
            )
            // Back again from the end: what is untouched by then is met once more, in the same order.
            const atEnd = now()
            const knownAtEnd = new Set(atEnd)
            const back = yield* walk("prev", there.last)
            assert.deepStrictEqual(
              untouched(back.seen.filter((id) => knownAtEnd.has(id))),
              untouched(atEnd).filter((id) => knownAtEnd.has(id)),
              `${said}: back`
            )
          }
        }),
      Effort.times(300_000)
    )
  })
})
