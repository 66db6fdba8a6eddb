/**
 * Sage's description of its South African interface is a help on its own pages, of which client libraries show the models and
 * routes. Here they are put together; the services that came later are written after the samples that libraries took from it.
 */
import { join } from "node:path"
import type { Description } from "../Description.ts"
import { readDocument } from "../Documents.ts"
import type { Json } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"

interface Member {
  readonly name: string
  readonly type: string
}
interface Known {
  readonly base_url: string
  readonly routes_csharp_wrapper: Readonly<Record<string, ReadonlyArray<string>>>
  readonly enums: Readonly<Record<string, { readonly values: Readonly<Record<string, number | null>> }>>
  readonly models_java_library: Readonly<Record<string, ReadonlyArray<Member>>>
  readonly models_csharp_wrapper: Readonly<Record<string, ReadonlyArray<Member>>>
}
const of = (type: string, ...names: ReadonlyArray<string>): ReadonlyArray<Member> =>
  names.map((name) => ({ name, type }))
const person = [
  ...of("int", "CustomerId", "SupplierId"),
  ...of("string", "ContactName", "Designation", "Telephone", "Fax", "Mobile", "Email")
]
const order = [
  ...of("Date", "DeliveryDate"),
  ...of("bool", "UseForeignCurrency"),
  ...of("string", "Status", "UID"),
  ...of("int", "Customer_CurrencyId"),
  ...of("decimal", "Customer_ExchangeRate")
]
/** Models that the libraries lack, and members of others that came later. */
const further: Readonly<Record<string, ReadonlyArray<Member>>> = {
  Allocation: [
    ...of("int", "SourceDocumentId", "AllocatedToDocumentId", "Type"),
    ...of("decimal", "Total", "Discount")
  ],
  AnalysisCategory: [...of("int", "AnalysisTypeId"), ...of("string", "Description"), ...of("bool", "Active")],
  AnalysisType: [
    ...of("string", "Description"),
    ...of("bool", "Active"),
    ...of("AnalysisCategory[]", "AnalysisCategories")
  ],
  Currency: of("string", "Code", "Description", "Symbol"),
  CustomerAdditionalContactDetail: person,
  SupplierAdditionalContactDetail: person,
  AccountPayment: [...of("string", "Comments"), ...of("decimal", "Total")],
  CustomerReceipt: [
    ...of("int", "BankAccount_CurrencyId", "Customer_CurrencyId"),
    ...of("decimal", "BankAccount_ExchangeRate", "Customer_ExchangeRate")
  ],
  SupplierInvoice: [...of("int", "Customer_CurrencyId"), ...of("decimal", "Customer_ExchangeRate")],
  SupplierReturn: [...of("int", "Supplier_CurrencyId"), ...of("decimal", "Supplier_ExchangeRate")],
  CustomerReturn: [...of("int", "Customer_CurrencyId"), ...of("decimal", "Customer_ExchangeRate")],
  PurchaseOrder: [
    ...of("string", "ExternalReference", "Status"),
    ...of("int", "CurrencyId", "Supplier_CurrencyId"),
    ...of("decimal", "ExchangeRate", "Supplier_ExchangeRate")
  ],
  SalesOrder: order
}
/** Models that are others with members of their own. */
const like: Readonly<Record<string, string>> = { SalesOrder: "Quote", SupplierPayment: "CustomerReceipt" }
/** Methods of the services that the libraries' routes lack. */
const attached = ["TaxInvoice", "SupplierInvoice", "CustomerReturn", "SupplierReturn", "PurchaseOrder"]
const methods: Readonly<Record<string, ReadonlyArray<string>>> = {
  AccountCategory: ["Get", "GetOne"],
  AccountPayment: ["Get", "Save"],
  Allocation: ["Get", "Save"],
  AnalysisCategory: ["Get", "GetOne", "Save", "Delete"],
  AnalysisType: ["Get", "GetOne"],
  Currency: ["Get", "GetOne"],
  CustomerAdditionalContactDetail: ["Get", "GetOne"],
  CustomerReceipt: ["Get", "GetOne", "Save", "Delete"],
  CustomerReturn: ["Get", "GetOne", "Save"],
  SalesOrder: ["Get", "GetOne", "Save"],
  SupplierAdditionalContactDetail: ["Get", "GetOne"],
  SupplierPayment: ["Get", "GetOne", "Save", "Delete"],
  SupplierReturn: ["Get", "GetOne", "Save"]
}

const scalar = (type: string): Json => ({ type, nullable: true })
/** What a library calls a type, as a schema. */
const schemaOf = (type: string, { enums }: Known, names: ReadonlySet<string>): Json => {
  const list = /^(?:List<(.+)>|(.+)\[\])$/.exec(type)
  if (list !== null) {
    return { type: "array", nullable: true, items: schemaOf(list[1] ?? list[2] ?? "", { enums } as Known, names) }
  }
  const bare = type.replace(/^Enums\./, "").replace(/\?$/, "")
  if (/^(int|integer)$/i.test(bare)) return scalar("integer")
  if (/^(double|decimal|float)$/i.test(bare)) return scalar("number")
  if (/^bool(ean)?$/i.test(bare)) return scalar("boolean")
  if (/^date(time)?$/i.test(bare)) return { ...scalar("string"), example: "2026-03-02T08:15:00" }
  const values = (enums[bare] ?? enums[`${bare} (C#)`])?.values
  if (values !== undefined) return { type: "integer", enum: Object.values(values).filter((value) => value !== null) }
  return names.has(bare) ? { nullable: true, allOf: [{ $ref: `#/components/schemas/${bare}` }] } : scalar("string")
}

const param = (name: string, type: string, where = "query", required = false) => ({
  name,
  in: where,
  required: required || where === "path",
  schema: { type }
})
const json = (schema: Json) => ({ content: { "application/json": { schema } } })
const answer = (schema: Json) => ({ 200: { description: "Answer", ...json(schema) } })
const every = (service: string) => [
  param("apikey", "string", "query", true),
  param("companyid", "integer", "query", service !== "Company")
]
const pagesOf = (documents: boolean) => [
  param("$top", "integer"),
  param("$skip", "integer"),
  param("$filter", "string"),
  param("$orderby", "string"),
  ...(documents ? [param("includeDetail", "boolean")] : [])
]

/** The operations of a service by its methods; `GetOne` is `Get` with an id. */
const pathsOf = (service: string, name: string, own: ReadonlyArray<string>, isDocument: boolean): Json => {
  const record: Json = { $ref: `#/components/schemas/${name}` }
  const list: Json = {
    type: "object",
    required: ["TotalResults", "ReturnedResults", "Results"],
    properties: {
      TotalResults: { type: "integer" },
      ReturnedResults: { type: "integer" },
      Results: { type: "array", items: record }
    }
  }
  const saved = isDocument ? [param("useSystemDocumentNumber", "boolean")] : []
  return Object.fromEntries(
    own.map((method) => {
      const parameters = every(service)
      if (method === "Save") {
        const post = { parameters: [...parameters, ...saved], requestBody: json(record), responses: answer(record) }
        return [`/${service}/Save`, { post }]
      }
      if (method === "GetOne" || method === "Delete") {
        const one = [...parameters, param("id", "integer", "path")]
        return method === "Delete"
          ? [`/${service}/Delete/{id}`, { delete: { parameters: one, responses: { 204: { description: "Gone" } } } }]
          : [`/${service}/Get/{id}`, { get: { parameters: one, responses: answer(record) } }]
      }
      // Quirk: what is asked for of balances is a body.
      if (service === "AccountBalance") {
        const span = json({ $ref: "#/components/schemas/AccountBalanceRequestObject" })
        const post = { parameters: [...parameters, ...pagesOf(false)], requestBody: span, responses: answer(list) }
        return [`/${service}/${method}`, { post }]
      }
      return [
        `/${service}/${method}`,
        { get: { parameters: [...parameters, ...pagesOf(isDocument)], responses: answer(list) } }
      ]
    })
  )
}
/** `Item/Get/{0}?apikey={1}` is the method GetOne of the service Item. */
const methodsIn = (routes: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(
    routes.flatMap((route) => {
      const [, method = "", id] = (route.split("?")[0] ?? "").split("/")
      if (!/^(Get|GetWithSystemAccounts|Save|Delete)$/.test(method)) return []
      return [method === "Get" && id !== undefined ? "GetOne" : method]
    })
  )
]

/** What is attached to a record, with the files themselves. */
const filesOf = (service: string): Json => {
  const files: Json = { type: "array", items: { $ref: "#/components/schemas/Attachment" } }
  const parameters = [...every(service), param("id", "integer", "path")]
  return { [`/${service}Attachment/Get/{id}`]: { get: { parameters, responses: answer(files) } } }
}

export const describe = (folder: string): Description => {
  const known = readDocument(join(folder, "models-and-routes.json")) as unknown as Known
  const { models_csharp_wrapper: csharp, models_java_library: java } = known
  const names = new Set([...Object.keys(java), ...Object.keys(csharp), ...Object.keys(further), ...Object.keys(like)])
  const membersOf = (name: string): ReadonlyArray<Member> => [
    { name: "ID", type: "int" },
    ...(like[name] === undefined ? [] : membersOf(like[name])),
    ...(java[name] ?? []),
    ...(csharp[name] ?? []),
    ...(further[name] ?? []),
    ...of("Date", "Created", "Modified"),
    ...(name.endsWith("Payment") ? of("int", "SupplierId") : [])
  ]
  const schemas = Object.fromEntries(
    [...names].map((name) => [
      name,
      {
        type: "object",
        properties: Object.fromEntries(
          membersOf(name).map(({ name: own, type }) => [
            own,
            // What is locked cannot be changed.
            { ...schemaOf(type, known, names), ...(own === "Locked" ? { example: false } : {}) }
          ])
        )
      }
    ])
  )
  const services = Object.entries(known.routes_csharp_wrapper)
    .filter(([service]) => names.has(service))
    .map(([service, routes]) => [service, methodsIn(routes)] as const)
  return OpenApi.make({
    openapi: "3.0.3",
    info: { title: "Sage Accounting, South Africa", version: "2.0.0" },
    servers: [{ url: known.base_url.replace(/\/$/, "") }],
    components: { schemas },
    paths: Object.assign(
      {},
      ...attached.map(filesOf),
      ...[...services, ...Object.entries(methods)].map(([service, own]) =>
        pathsOf(service, service, own, "Lines" in (schemas[service] as any).properties || service === "JournalEntry")
      )
    )
  } as Json)
}
