/**
 * Odoo describes its models to those who ask a database alone. What there is are fields, methods and calls restated from its public source
 * (`odoo-models-accounting.json`, `odoo-write-requests.json`): what a call names is held to them, and it is carried out upon rows made of the
 * fields' types. It is Odoo 19 that answers, in JSON-2.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Description, Example, Found, Operation, Outgoing } from "../Description.ts"
import { isObject, type Json } from "../JsonSchemas.ts"

type Row = Readonly<Record<string, unknown>>
export type Rows = Readonly<Record<string, ReadonlyArray<Row>>>
interface Model {
  readonly fields: Readonly<Record<string, string>>
  readonly methods?: ReadonlyArray<string>
}

/** What every model has: https://www.odoo.com/documentation/19.0/developer/reference/backend/orm.html */
const always = { create_date: "datetime", write_date: "datetime", display_name: "char" }
const common = ["search_read", "read", "search", "fields_get", "create", "write", "unlink"]
const reading = new Set(["search_read", "read", "search", "fields_get", "formatted_read_group"])
const operators = new Set(["=", "!=", ">", ">=", "<", "<=", "in", "not in", "like", "ilike", "=like", "=ilike"])
/** Fields that Odoo 19 has not any more say so: `bool until 18.0`, `many2many (≤18)`. */
const isGone = (type: string) => /until \d|\(≤\d+\)$/.test(type)

/** A value of a field, by what its type says. */
const sample = (name: string, type: string, id: number): unknown => {
  if (name === "id") return id
  if (/^(many2many|one2many)/.test(type)) return [1]
  if (type.startsWith("many2one")) return [1, "One"]
  if (type.startsWith("datetime")) return "2026-03-01 09:30:00"
  if (type.startsWith("date")) return "2026-03-01"
  if (/^(monetary|float|debit-credit|units)/.test(type)) return 100
  if (type.startsWith("int")) return 1
  if (type.startsWith("bool")) return true
  if (type.startsWith("json")) return { "1": 100 }
  if (type.startsWith("html")) return "<p>Text</p>"
  return /^\w+(?: \w+)?\|/.test(type) ? /^[^|]+/.exec(type)![0] : "Text"
}
/** The words that a field may have, where its type lists them. */
const wordsOf = (type: string): ReadonlySet<string> | null =>
  /^[\w() ]+\|/.test(type) ? new Set(type.match(/[a-z][\w]*(?: approve| invoice)?/g) ?? []) : null

const valueOf = (row: Row, name: string): unknown => {
  const value = row[name]
  return Array.isArray(value) && typeof value[1] === "string" ? value[0] : value
}
const holds = (row: Row, [name, operator, wanted]: ReadonlyArray<unknown>): boolean => {
  const value = valueOf(row, String(name))
  const all = Array.isArray(value) ? value : [value]
  if (operator === "in") return all.some((one) => (wanted as ReadonlyArray<unknown>).includes(one))
  if (operator === "=") return all.includes(wanted)
  if (operator === "!=") return !all.includes(wanted)
  // What is compared by size is a number, or a day in a form that sorts.
  const [own, other] = [value, wanted] as [number, number]
  return operator === ">" ? own > other : operator === ">=" ? own >= other : operator === "<=" ? own <= other : true
}
/** Whether a row fits a domain: terms in Polish notation, all of which hold where no sign joins them. */
const fits = (row: Row, domain: ReadonlyArray<unknown>): boolean => {
  const stack: Array<boolean> = []
  for (const term of domain.toReversed()) {
    if (term === "|") stack.push([stack.pop(), stack.pop()].includes(true))
    else if (term === "&") stack.push(![stack.pop(), stack.pop()].includes(false))
    // What the sheet's model has not is no reason to leave a row out.
    else
      stack.push(
        !(((term as ReadonlyArray<unknown>)[0]! as string) in row) || holds(row, term as ReadonlyArray<unknown>)
      )
  }
  return !stack.includes(false)
}

/** Reads the folder. `told` are rows by their models; what they leave open is made of the fields' types. */
export const describe = (folder: string, told: Rows): Description => {
  const file = JSON.parse(readFileSync(join(folder, "odoo-models-accounting.json"), "utf8")) as {
    readonly models: Readonly<Record<string, Model>>
  }
  const fieldsOf = (model: string): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries({ ...always, ...file.models[model]?.fields }).filter(([, type]) => !isGone(type)))
  const rows = Object.fromEntries(
    Object.keys(file.models).map((model) => [
      model,
      (told[model] ?? [{}]).map((own, index) => ({
        ...Object.fromEntries(
          Object.entries(fieldsOf(model)).map(([name, type]) => [name, sample(name, type, index + 1)])
        ),
        ...own
      }))
    ])
  )
  const fieldFaults = (model: string, names: ReadonlyArray<string>) =>
    names.filter((name) => !Object.hasOwn(fieldsOf(model), name)).map((name) => `no field ${model}.${name}`)
  const termFaults = (model: string, domain: unknown): ReadonlyArray<string> => {
    if (!Array.isArray(domain)) return ["a domain is a list"]
    return domain.flatMap((term) =>
      typeof term === "string"
        ? ["|", "&", "!"].includes(term)
          ? []
          : [`${term} joins nothing`]
        : !Array.isArray(term) || term.length !== 3 || !operators.has(String(term[1]))
          ? [`${JSON.stringify(term)} is no term of a domain`]
          : fieldFaults(model, [String(term[0])])
    )
  }
  /** What is written: fields that there are, words that they know, and lists by commands of three elements. */
  const valueFaults = (model: string, vals: unknown): ReadonlyArray<string> => {
    if (!isObject(vals)) return [`${model} is written by an object`]
    return Object.entries(vals).flatMap(([name, value]) => {
      const type = fieldsOf(model)[name]
      if (type === undefined) return fieldFaults(model, [name])
      if (/^(many2many|one2many)/.test(type)) {
        const target =
          /2many ([\w.]+)/.exec(type)?.[1] ?? { child_ids: "res.partner", order_line: `${model}.line` }[name]
        const commands = Array.isArray(value) ? (value as ReadonlyArray<unknown>) : []
        return commands.flatMap((command) => {
          if (!Array.isArray(command) || command.length !== 3)
            return [`${model}.${name} takes commands of three elements`]
          return target !== undefined && target in file.models && (command[0] === 0 || command[0] === 1)
            ? valueFaults(target, command[2])
            : []
        })
      }
      if (type.startsWith("many2one") && value !== false && !Number.isInteger(value))
        return [`${model}.${name} takes the number of a record`]
      const words = wordsOf(type)
      return words !== null && typeof value === "string" && !words.has(value)
        ? [`${model}.${name} knows no ${value}`]
        : []
    })
  }

  /** What a call has, by its method; no argument is taken beside these and the context. */
  const argumentFaults = (model: string, method: string, args: Json): ReadonlyArray<string> => {
    const known: Readonly<Record<string, ReadonlyArray<string>>> = {
      search_read: ["domain", "fields", "limit", "offset", "order"],
      search: ["domain", "limit", "offset", "order"],
      read: ["ids", "fields"],
      fields_get: ["allfields", "attributes"],
      create: ["vals_list"],
      write: ["ids", "vals"],
      formatted_read_group: ["domain", "groupby", "aggregates"]
    }
    const taken = [...(known[method] ?? ["ids"]), "context"]
    const strange = Object.keys(args).filter((name) => !taken.includes(name))
    const orders = String(args["order"] ?? "id").split(",")
    return [
      ...strange.map((name) => `${method} takes no ${name}`),
      ...("domain" in args ? termFaults(model, args["domain"]) : []),
      ...fieldFaults(model, (args["fields"] ?? []) as ReadonlyArray<string>),
      ...fieldFaults(
        model,
        orders.map((order) => order.trim().split(" ")[0]!)
      ),
      ...("ids" in args && !(args["ids"] as ReadonlyArray<unknown>).every(Number.isInteger) ? ["ids are numbers"] : []),
      ...(method === "create"
        ? (args["vals_list"] as ReadonlyArray<unknown>).flatMap((own) => valueFaults(model, own))
        : []),
      ...(method === "write" ? valueFaults(model, args["vals"]) : [])
    ]
  }
  const parts = ({ url }: Outgoing) => /^\/json\/2\/([\w.]+)\/(\w+)$/.exec(url.pathname)?.slice(1) ?? []
  const faults = (request: Outgoing): ReadonlyArray<string> => {
    const [model = "", method = ""] = parts(request)
    const { headers } = request
    const own = file.models[model]
    const methods = [...common, ...(own?.methods ?? []).map((name) => name.split(" ")[0]!)]
    return [
      ...(/^bearer ./.test(headers["authorization"] ?? "") ? [] : ["no key"]),
      ...(headers["x-odoo-database"] === undefined ? ["no database"] : []),
      ...(own === undefined ? [`no model ${model}`] : []),
      ...(own !== undefined && !methods.includes(method) ? [`${model} has no method ${method}`] : []),
      ...(own === undefined ? [] : argumentFaults(model, method, JSON.parse(request.body ?? "{}") as Json))
    ]
  }

  /** The row that something new is taken to be: of the same type where there are several. */
  const madeAs = (model: string, [vals]: ReadonlyArray<Json>) =>
    (rows[model] ?? []).find((row) =>
      ["move_type", "payment_type"].every((name) => (vals?.[name] ?? row[name]) === row[name])
    )
  const carriedOut = (model: string, method: string, args: Json): unknown => {
    const domain = (args["domain"] ?? []) as ReadonlyArray<unknown>
    const all = rows[model] ?? []
    if (method === "fields_get") {
      const names = (args["allfields"] ?? []) as ReadonlyArray<string>
      return Object.fromEntries(names.flatMap((name) => (name in fieldsOf(model) ? [[name, { type: "char" }]] : [])))
    }
    if (method === "search_read") {
      const names = (args["fields"] ?? []) as ReadonlyArray<string>
      const shown = (row: Row) =>
        names.length === 0 ? row : Object.fromEntries(["id", ...names].map((name) => [name, row[name]]))
      return all.filter((row) => fits(row, domain)).map(shown)
    }
    if (method === "create") return [madeAs(model, args["vals_list"] as ReadonlyArray<Json>)?.["id"] ?? 1]
    if (method === "formatted_read_group") {
      const groups = Map.groupBy(
        all.filter((row) => fits(row, domain)),
        (row) => JSON.stringify(row["account_id"])
      )
      return [...groups].map(([account, own]) => ({
        account_id: JSON.parse(account) as unknown,
        "balance:sum": own.reduce((sum, row) => sum + Number(row["balance"]), 0)
      }))
    }
    if (method === "action_create_payments") {
      const [document] = ((args["context"] as Json)["active_ids"] ?? []) as ReadonlyArray<number>
      const paid = (rows["account.payment"] ?? []).find((row) =>
        ["reconciled_bill_ids", "reconciled_invoice_ids"].some((name) =>
          (row[name] as ReadonlyArray<number>).includes(document!)
        )
      )
      return { res_model: "account.payment", res_id: paid?.["id"] }
    }
    return true
  }

  const operations = new Map<string, Operation>()
  const find = (request: Outgoing): Found => {
    const [model, method] = parts(request)
    if (model === undefined || method === undefined || request.method !== "POST")
      return { operation: null, reason: "a call is posted to /json/2/{model}/{method}" }
    const args = JSON.parse(request.body ?? "{}") as Json
    const isReading = reading.has(method)
    const body = carriedOut(model, method, args)
    // What a call answers hangs on what it asks.
    const id = `${model}.${method} ${isReading ? request.body : JSON.stringify(body)}`
    const example: Example = {
      name: `${model}.${method}`,
      status: 200,
      body,
      from: isReading ? "schema" : "documented"
    }
    const operation = operations.get(id) ?? {
      id,
      method: "POST",
      path: `/${model}/${method}`,
      base: "/json/2",
      isReading,
      faults,
      examples: [example],
      failures: [],
      status: 200
    }
    operations.set(id, operation)
    return { operation, params: {} }
  }
  return { operations: [], events: [], find }
}
