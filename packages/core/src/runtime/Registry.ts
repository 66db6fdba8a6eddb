/** The connectors an app composes: whether it can run them, and what each of them can do. */
import * as Account from "../contract/Account.ts"
import { type Auth, methodsOf } from "../contract/Auth.ts"
import { type Any, type Category, contract, grantedSourcesOf, isLater, sourcesOf } from "../contract/Connector.ts"
import { type ModelId, modelIds, models } from "../contract/Models.ts"
import { isIncremental, type Read } from "../contract/Read.ts"
import { ofMethod, placesOf, type Settings } from "../contract/Setting.ts"
import { isGranted, type Write } from "../contract/Write.ts"
import * as Writes from "../contract/Writes.ts"
import { described } from "../models/descriptions.ts"

/** The integrations of the interface, whether or not a connector for them is composed. */
export const knownIntegrations = {
  ACCOUNTING: [
    "ZOHO_BOOKS",
    "QUICKBOOKS_SANDBOX",
    "QUICKBOOKS",
    "XERO",
    "TALLY",
    "SVC_SANDBOX",
    "SAGE_CLOUD_ACCOUNTING",
    "MS_DYNAMICS_365",
    "SAGE_ZA_CLOUD_ACCOUNTING",
    "MYOB_BUSINESS",
    "NETSUITE",
    "WAVE",
    "ODOO_ACCOUNTING",
    "WAFEQ",
    "MEKARI_JURNAL",
    "BUSY",
    "QOYOD"
  ],
  PAYMENTS: ["STRIPE", "RAZORPAY", "PAYPAL"],
  ECOMMERCE: ["SHOPIFY", "BIG_COMMERCE", "WOO_COMMERCE"],
  CRM: ["HUBSPOT", "SALESFORCE", "PIPEDRIVE", "ZOHO_CRM"]
} as const satisfies Partial<Record<Category, ReadonlyArray<string>>>

const authFault = (auth: Auth | undefined): string | null => {
  if (auth === undefined) return "does not say how it is authorised: give it `auth`."
  if (auth._tag !== "Choice") return null
  if (auth.methods.length < 2) return "offers a choice of authorisations with fewer than two."
  for (const { auth: own, label, name } of auth.methods) {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) return `has an authorisation named "${name}": use a-z, 0-9 and underscores.`
    if (label.trim() === "") return `has no label for the authorisation ${name}, which a person is to pick.`
    if ((own as Auth)._tag === "Choice") return `has a choice within the choice of authorisations (${name}).`
  }
  return null
}

/** What is said of a connector of another contract; of an earlier one with the page that says how it is moved. */
export const contractFault = (id: string, written: unknown, runs: number): string =>
  `The connector ${id} is written for contract ${String(written)} and this version runs contract ${runs}: ` +
  `install a version of the connector for contract ${runs}` +
  (typeof written === "number" && written < runs ? `, or move it as docs/moving-to-contract-${runs}.md says.` : ".")

const settingFault = (settings: Settings, auth: Auth): string | null => {
  const known = methodsOf(auth).flatMap(([name]) => name ?? [])
  for (const [name, setting] of Object.entries(settings)) {
    for (const method of placesOf(setting).flatMap(({ methods }) => methods ?? [])) {
      if (!known.includes(method)) return `has a setting ${name} of "${method}", which is no way to authorise it.`
    }
    const lacking = setting.or === undefined ? [] : known.filter((own) => !(name in ofMethod({ [name]: setting }, own)))
    if (lacking.length > 0) return `does not say where the setting ${name} comes from for ${lacking.join(", ")}.`
  }
  return null
}

/** Why an id is none of a connector; null when it is. */
export const idFault = (id: string): string | null =>
  /^[A-Z][A-Z0-9_]*$/.test(id) ? null : `The connector ${id} needs an id of upper-case letters, digits and underscores.`

/** Why a value is not a connector this version can run; null when it is one. Written for the person who composed it. */
export const fault = (value: unknown): string | null => {
  const candidate = value as Partial<Any> | null | undefined
  if (typeof candidate !== "object" || candidate === null || typeof candidate.id !== "string") {
    return "One of the composed values is not a connector: it has no id."
  }
  if (candidate.contract !== contract) return contractFault(candidate.id, candidate.contract, contract)
  const unnamed = idFault(candidate.id)
  if (unnamed !== null) return unnamed
  const unauthorised = authFault(candidate.auth)
  if (unauthorised !== null) return `The connector ${candidate.id} ${unauthorised}`
  const unplaced = settingFault(candidate.settings ?? {}, candidate.auth!)
  if (unplaced !== null) return `The connector ${candidate.id} ${unplaced}`
  const confused = Account.fault({ account: candidate.account, settings: candidate.settings ?? {} })
  if (confused !== null) return `The connector ${candidate.id} ${confused}`
  for (const [model, read] of Object.entries(candidate.reads ?? {})) {
    if (!Object.hasOwn(models, model)) return `The connector ${candidate.id} reads ${model}, which is no data model.`
    if (!Object.hasOwn(candidate.models ?? {}, model))
      return `The connector ${candidate.id} reads ${model}, which its \`models\` lack: give it those of its category, such as \`Models.accounting\`.`
    // What is loaded later is looked at then.
    if (isLater(read as object)) continue
    const sources = (Array.isArray(read) ? read : [read]) as ReadonlyArray<Read>
    if (new Set(sources.map(({ source }) => source)).size < sources.length) {
      return `The connector ${candidate.id} reads ${model} from two sources of one name: name each with \`source\`.`
    }
    if (sources.some((source) => source.changes !== undefined && source.get === undefined))
      return `The connector ${candidate.id} is told of changes of ${model} and cannot ask for one by its id.`
    if (sources.some((source) => source.model !== model))
      return `The connector ${candidate.id} has a read of another model under ${model}.`
  }
  const writes = candidate.writes ?? {}
  for (const [model, byOperation] of Object.entries(
    (isLater(writes) ? {} : writes) as Record<string, Record<string, Write>>
  )) {
    for (const [operation, write] of Object.entries(byOperation)) {
      if (Writes.get(model, operation as Writes.Operation) === undefined)
        return `The connector ${candidate.id} has a ${operation} of ${model}, which is no write of the interface.`
      if (write.model !== model || write.operation !== operation)
        return `The connector ${candidate.id} has the ${write.operation} of ${write.model} as ${operation} of ${model}.`
    }
  }
  return null
}

export interface Capability {
  readonly model: ModelId
  readonly read: boolean
  /** Whether a run can ask for changes only. */
  readonly incremental: boolean
  readonly create: boolean
  readonly update: boolean
  readonly delete: boolean
  readonly void: boolean
  /** The bytes of its records are handed out: of DOCUMENTS alone. */
  readonly download: boolean
  /** Files can be attached to its records; of DOCUMENTS, to those of some model. */
  readonly upload: boolean
}

/** Sub-models whose records come along with a model. */
const subModelsOf = (model: ModelId): ReadonlyArray<ModelId> =>
  Object.values(models[model].fields).flatMap((field) =>
    "of" in field && field.of !== undefined ? [(field.of as { id: ModelId }).id] : []
  )

const writeOf = (connector: Any, model: ModelId, operation: Writes.Operation): Write | undefined => {
  if (isLater(connector.writes))
    throw new Error(`The writes of ${connector.id} are not loaded: \`Connector.whole\` does it.`)
  return (connector.writes as Record<string, Record<string, Write> | undefined>)[model]?.[operation]
}

/**
 * What a connector offers, for every data model it has anything to do with; sub-records through their parents. With the
 * `scope` of a connection's credentials, only what they are granted; without, all there is.
 */
export const capabilities = (
  connector: Any,
  scope?: string,
  mayRead: (model: ModelId) => boolean = () => true
): ReadonlyArray<Capability> => {
  const readable = new Map<ModelId, boolean>()
  for (const model of modelIds) {
    const sources = scope === undefined ? sourcesOf(connector, model) : grantedSourcesOf(connector, model, scope)
    if (sources.length === 0 || !mayRead(model)) continue
    const incremental = sources.every(isIncremental)
    for (const id of [model, ...subModelsOf(model)]) readable.set(id, (readable.get(id) ?? false) || incremental)
  }
  return modelIds.flatMap((model) => {
    const offered = Object.fromEntries(
      Writes.operations.map((operation) => {
        const write = writeOf(connector, model, operation)
        return [operation, write !== undefined && isGranted(write, scope)]
      })
    ) as Record<Writes.Operation, boolean>
    if (!readable.has(model) && !Object.values(offered).includes(true)) return []
    const { download, upload } = (connector as Any).files ?? {}
    const isOfDocuments = model === "DOCUMENTS"
    return [
      {
        model,
        read: readable.has(model),
        incremental: readable.get(model) ?? false,
        ...offered,
        download: isOfDocuments && download !== undefined,
        upload: upload !== undefined && (isOfDocuments || upload.to.includes(model))
      }
    ]
  })
}

const told = (entry: Writes.WriteModel): Writes.WriteModel => ({
  ...entry,
  fields: described(entry.model, entry.fields)
})

/** The JSON Schema of the items that each write of a connector takes at the service, with what its platform requires. */
export const writeSchemas = (
  connector: Any
): ReadonlyArray<{
  readonly model: ModelId
  readonly operation: Writes.Operation
  readonly schema: Writes.JsonSchema
}> =>
  Writes.all().flatMap((entry) => {
    const model = entry.model as ModelId
    const write = writeOf(connector, model, entry.operation)
    const hasItem = entry.operation === "create" || entry.operation === "update"
    return write === undefined || !hasItem
      ? []
      : [{ model, operation: entry.operation, schema: Writes.jsonSchema(told(entry), write, true) }]
  })
