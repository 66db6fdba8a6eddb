/** The least connector there can be: a key, limits, and what it is given to read and write. */
import { Account, Auth, Connector, Models, type Page, Read, Setting, Wire } from "@svc/core"

type Parts = Pick<Connector.Any, "reads"> &
  Partial<Pick<Connector.Any, "writes">> & { readonly limits: Connector.Limits }

/** Limits that nothing here comes up to. */
export const unlimited: Connector.Limits = { windows: [{ max: 100_000_000, seconds: 60 }], concurrent: 64 }

/** A read of a model with nothing but ids in it. */
export const currencies = (page: Page.Page) =>
  Connector.read("CURRENCIES", {
    path: "/currencies",
    page,
    items: "data",
    item: Wire.struct({ id: Wire.required(Wire.id) }),
    deletes: Read.never("Nothing is deleted"),
    map: ({ id }) => ({
      platform_id: id,
      name: null,
      code: null,
      symbol: null,
      is_base_currency: null,
      exchange_rate: null,
      updated_at: null
    })
  })

/** A connector of that name, whose platform is wherever the settings say. */
export const make = (id: string, { limits, reads, writes = {} }: Parts) =>
  Connector.make({
    id,
    name: id,
    category: "ACCOUNTING",
    models: Models.models,
    auth: Auth.apiKey({
      fields: { api_key: Setting.asked({ label: "API key" }) },
      headers: (credentials) => ({ authorization: credentials["api_key"] ?? "" })
    }),
    settings: {},
    http: { baseUrl: "https://small.example", limits },
    account: Account.untold("a test has one account"),
    check: { path: "/check" },
    reads,
    writes
  })
