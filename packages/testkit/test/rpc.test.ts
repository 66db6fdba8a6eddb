/**
 * A right connector to a platform with one address: everything is posted there, what it reads as well, pages and what is
 * asked for their items included, and each call that writes carries a key. It passes without a word of excuse.
 */
import { Account, Auth, Call, Connector, Lookup, Models, Page, Read, Setting, Wire, Write } from "@svc/core"
import { expect, it } from "vitest"
import { type Case, checks, type FakePlatform, type Subject } from "../src/index.ts"

const rpc = (method: string, params: object): Call.Call => ({ method: "POST", path: "/rpc", body: { method, params } })
const Party = Wire.struct({ id: Wire.required(Wire.id), name: Wire.text })

const contacts = Connector.read("CONTACTS", {
  method: "POST",
  path: "/rpc",
  body: { method: "parties.list", params: { order: "id" } },
  page: Page.lastKey({ in: "body", param: "params.after", key: ({ id }: { readonly id: string }) => id }),
  items: "result",
  item: Party,
  get: (id) => rpc("parties.list", { ids: [id] }),
  deletes: Read.idListing({
    call: () => rpc("parties.ids", {}),
    page: Page.cursor({ in: "body", param: "params.cursor", at: "next" }),
    ids: Read.idsOf("ids", "")
  }),
  companions: {
    numbers: Lookup.make({
      of: Party,
      call: ({ items }) => rpc("numbers.list", { of: items.map(({ id }) => id) }),
      response: Wire.struct({ result: Wire.list(Wire.struct({ of: Wire.id, tax: Wire.text })) }),
      pick: ({ result }) => new Map((result ?? []).map((own) => [own?.of, own?.tax])),
      absent: new Map()
    })
  },
  map: (raw, { companions: { numbers } }) => ({
    platform_id: raw.id,
    name: raw.name,
    tax_number: numbers.get(raw.id) ?? null
  })
})

const answers: Write.Write["answers"] = (body) => [
  Call.at(body, "fault") === undefined
    ? Write.accepted(Call.at(body, "result.0"))
    : Write.refused({ message: "taken", reason: "Conflict" }, body)
]
const connector = Connector.make({
  id: "RPC",
  name: "RPC",
  category: "ACCOUNTING",
  models: Models.models,
  auth: Auth.apiKey({
    fields: { key: Setting.asked({ label: "Key", secret: true }) },
    guide: ["Enter the key that RPC shows you."],
    headers: ({ key = "" }) => ({ "x-api-key": key })
  }),
  settings: { company: Setting.asked({ label: "Company" }) },
  http: { baseUrl: "https://rpc.example", limits: { windows: [{ max: 20, seconds: 1 }] } },
  account: Account.settings("company"),
  check: rpc("me", {}),
  reads: { CONTACTS: contacts },
  writes: {
    CONTACTS: {
      create: Connector.create("CONTACTS", {
        requires: ["name"],
        call: ([item]) => rpc("parties.create", { name: item?.name }),
        answers,
        record: contacts,
        idempotency: Write.key("x-key")
      }),
      delete: Connector.delete("CONTACTS", {
        call: ([item]) => rpc("parties.delete", { id: item?.platform_id }),
        record: contacts,
        idempotency: Write.key("x-key")
      })
    }
  }
})

const source = { source: "documented", source_note: "Made up for the tests of the suite" } as const
const asked = (method: string, params: object, body: unknown, headers?: Readonly<Record<string, string>>) =>
  ({
    request: { method: "POST", path: "/rpc", body: { method, params }, ...(headers && { headers }) },
    response: { body }
  }) satisfies FakePlatform.Exchange
const listed = (after: string | null, ...list: ReadonlyArray<{ readonly id: string; readonly name: string }>) => [
  asked("parties.list", { order: "id", ...(after === null ? {} : { after }) }, { result: list }),
  ...(list.length === 0
    ? []
    : [
        asked(
          "numbers.list",
          { of: list.map(({ id }) => id) },
          { result: list.map(({ id }) => ({ of: id, tax: `T-${id}` })) }
        )
      ])
]
const ada = { id: "1", name: "Ada" }
const adas: Case.Case["unified"] = [{ platform_id: "1", name: "Ada", tax_number: "T-1" }]
const key = (position: number) => ({ "x-key": `suite:${position}` })
const taken = (position: number, name: string) =>
  asked(
    "parties.create",
    { name },
    position === 0 ? { result: [{ id: "9", name }] } : { fault: "taken" },
    key(position)
  )

const subject: Subject = {
  connector,
  settings: { company: "c-1" },
  credentials: { key: "the-key-of-rpc" },
  cases: {
    check: { ...source, exchanges: [asked("me", {}, {})] },
    CONTACTS: {
      ...source,
      exchanges: [
        ...listed(null, ada, { id: "2", name: "Ben" }),
        ...listed("2", { id: "3", name: "Cem" }),
        ...listed("3")
      ],
      unified: [
        ...adas,
        { platform_id: "2", name: "Ben", tax_number: "T-2" },
        { platform_id: "3", name: "Cem", tax_number: "T-3" }
      ],
      get: [
        {
          id: "1",
          exchanges: [
            asked("parties.list", { ids: ["1"] }, { result: [ada] }),
            asked("numbers.list", { of: ["1"] }, { result: [{ of: "1", tax: "T-1" }] })
          ],
          record: adas[0]!
        }
      ],
      deletes: {
        exchanges: [
          asked("parties.ids", {}, { ids: ["1", "2"], next: "c2" }),
          asked("parties.ids", { cursor: "c2" }, { ids: ["3"] })
        ],
        ids: ["1", "2", "3"]
      }
    },
    "CONTACTS.create": {
      ...source,
      requires: ["name"],
      input: [{ name: "Dan" }, { name: "Eve" }],
      exchanges: [taken(0, "Dan"), taken(1, "Eve")],
      results: [
        { record: { platform_id: "9", name: "Dan" } },
        { error: { code: "record-already-exists", message: "taken" } }
      ]
    },
    "CONTACTS.delete": {
      ...source,
      input: [{ platform_id: "1" }, { platform_id: "1", no_member: 1 }],
      exchanges: [asked("parties.delete", { id: "1" }, {}, key(0))],
      results: [{ gone: true }, { error: { code: "invalid-params", field: "no_member" } }]
    }
  }
}

it("passes a right connector that reads by POST, with companions at the listing's own address", async () => {
  const failed: Array<string> = []
  for (const { name, run } of checks(subject)) {
    await run().catch((error: unknown) => failed.push(`${name}: ${String(error).slice(0, 300)}`))
  }
  expect(failed).toEqual([])
})
