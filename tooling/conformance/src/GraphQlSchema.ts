/**
 * Reads a GraphQL API as its introspection describes it. Each query is an operation of its own: it is validated with its
 * variables, with the scopes its types need, with the terms that a search is documented to know, and with what it costs.
 */
import {
  buildClientSchema,
  type DocumentNode,
  type FieldNode,
  getNamedType,
  type GraphQLSchema,
  type IntrospectionQuery,
  Kind,
  NoDeprecatedCustomRule,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo
} from "graphql"
import { getVariableValues } from "graphql/execution"
import type { Description, Found, Outgoing } from "./Description.ts"
import { argumentOf, costOf, type Variables } from "./GraphQlCost.ts"
import { examplesOf, type Making } from "./GraphQlExamples.ts"
import { isObject } from "./JsonSchemas.ts"

/** An answer of a mutation that was taken: without what was refused. */
const taken = <E extends { readonly body: unknown }>(example: E): E => ({
  ...example,
  body: JSON.parse(JSON.stringify(example.body, (name, value) => (/userErrors$/i.test(name) ? [] : value)))
})

export interface Options extends Making {
  /** Where queries are sent, and to which hosts. */
  readonly path: string
  readonly hosts: RegExp
  /** Scopes that are asked for. */
  readonly scopes: ReadonlyArray<string>
  /** Any of the scopes listed lets a type, or a field as `Type.field`, be read. */
  readonly needs: ReadonlyMap<string, ReadonlyArray<string>>
  /** Most elements of a page, and most points of a query. */
  readonly maxPage: number
  readonly maxCost: number
}

interface Asked {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly variables: Variables
}

const askedIn = ({ body }: Outgoing): Asked | string => {
  try {
    const sent: unknown = JSON.parse(body ?? "")
    if (!isObject(sent) || typeof sent["query"] !== "string") return "the body holds no query"
    const variables = sent["variables"] ?? {}
    if (!isObject(variables)) return "the variables are no object"
    const document = parse(sent["query"])
    const operations = document.definitions.filter((own) => own.kind === Kind.OPERATION_DEFINITION)
    const [operation] = operations
    return operation === undefined || operations.length > 1 ? "not one operation" : { document, operation, variables }
  } catch (error) {
    return `the body cannot be read: ${(error as Error).message}`
  }
}

/** The terms a search may hold, from the table in the description of its argument. */
const termsOf = (description: string): ReadonlySet<string> =>
  new Set([...description.matchAll(/^\s*\| ([\w.{}]+) \|/gm)].map(([, name]) => name!))
const search = /(?:^|\s)(?:AND |OR |NOT )?(\w+):/g

/** What a query holds that its description does not allow, beyond what GraphQL itself says. */
const beyondGraphQl = (schema: GraphQLSchema, { document, variables }: Asked, options: Options) => {
  const faults = new Set<string>()
  const info = new TypeInfo(schema)
  const needs = (name: string) => {
    const scopes = options.needs.get(name)
    if (scopes !== undefined && !scopes.some((scope) => options.scopes.includes(scope))) {
      faults.add(`${name} needs ${scopes.join(" or ")}, which is not asked for`)
    }
  }
  const enter = (field: FieldNode) => {
    const parent = info.getParentType()
    const declared = info.getFieldDef()
    if (!parent || !declared) return
    needs(`${parent.name}.${field.name.value}`)
    needs(getNamedType(declared.type).name)
    for (const name of ["first", "last"]) {
      const size = argumentOf(field, name, variables)
      if (typeof size === "number" && size > options.maxPage) faults.add(`${name} is ${size}, above ${options.maxPage}`)
    }
    const terms = argumentOf(field, "query", variables)
    const described = declared.args.find(({ name }) => name === "query")?.description
    if (typeof terms === "string" && described) {
      const known = termsOf(described)
      for (const [, term] of terms.replaceAll(/'[^']*'/g, "''").matchAll(search)) {
        if (!known.has(term!)) faults.add(`${field.name.value} is not documented to be searched by ${term}`)
      }
    }
  }
  visit(document, visitWithTypeInfo(info, { Field: { enter } }))
  return [...faults]
}

const faultsOf = (schema: GraphQLSchema, asked: Asked, options: Options): ReadonlyArray<string> => {
  const { document, operation, variables } = asked
  const invalid = validate(schema, document, [...specifiedRules, NoDeprecatedCustomRule], { maxErrors: 20 })
  if (invalid.length > 0) return invalid.map(({ message }) => message)
  const definitions = operation.variableDefinitions ?? []
  const given = getVariableValues(schema, definitions, variables)
  const declared = new Set(definitions.map(({ variable }) => variable.name.value))
  const cost = costOf(schema, operation, variables)
  return [
    ...(given.errors ?? []).map(({ message }) => message),
    ...Object.keys(variables).flatMap((name) => (declared.has(name) ? [] : [`the variable ${name} is not declared`])),
    ...beyondGraphQl(schema, asked, options),
    ...(cost > options.maxCost ? [`costs ${cost} points, and a query may cost ${options.maxCost}`] : [])
  ]
}

/** Makes a description of an introspection. */
export const make = (introspection: IntrospectionQuery, options: Options): Description => {
  // Shopify's own schema breaks a rule on deprecated members of interfaces, which no query depends on.
  const schema = buildClientSchema(introspection, { assumeValid: true })
  const find = (request: Outgoing, { anyHost = false }: { readonly anyHost?: boolean } = {}): Found => {
    const { host, pathname } = request.url
    if (pathname !== options.path || (!anyHost && !options.hosts.test(host))) {
      return { operation: null, reason: `nothing is described at ${host}${pathname}` }
    }
    if (request.method !== "POST") return { operation: null, reason: "the method is not POST" }
    const asked = askedIn(request)
    if (typeof asked === "string") return { operation: null, reason: asked }
    const faults = faultsOf(schema, asked, options)
    const name = asked.operation.name?.value ?? "without a name"
    const id = `POST ${options.path} ${name}`
    const made = faults.length > 0 ? [] : examplesOf(schema, asked.operation, asked.variables, options)
    const examples = asked.operation.operation === "mutation" ? made.map(taken).toReversed() : made
    return {
      operation: {
        id,
        method: "POST",
        path: options.path,
        base: "",
        faults: ({ headers }) => [
          ...faults,
          ...(headers["content-type"]?.startsWith("application/json") ? [] : ["the body is not said to be JSON"])
        ],
        examples: examples.map((example, index) => ({ ...example, name: `${name}, example ${index + 1}` })),
        failures: [],
        isReading: asked.operation.operation === OperationTypeNode.QUERY,
        status: 200
      },
      params: {}
    }
  }
  return { operations: [], events: [], find }
}
