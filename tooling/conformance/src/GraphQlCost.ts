/**
 * What a query costs by the rule that Shopify documents: nothing for a scalar, one point for an object, two for a connection
 * and as many times its nodes as are asked for, ten for a mutation. Real costs may be less; page sizes are safe by this.
 */
import {
  type FieldNode,
  getNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isCompositeType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode
} from "graphql"

export type Variables = Readonly<Record<string, unknown>>

/** The value an argument has in a request; undefined when it is not given. */
export const argumentOf = (field: FieldNode, name: string, variables: Variables): unknown => {
  const value = field.arguments?.find((own) => own.name.value === name)?.value
  return value === undefined ? undefined : literal(value, variables)
}
const literal = (value: ValueNode, variables: Variables): unknown =>
  value.kind === Kind.VARIABLE
    ? variables[value.name.value]
    : value.kind === Kind.NULL || value.kind === Kind.LIST || value.kind === Kind.OBJECT
      ? null
      : value.kind === Kind.INT
        ? Number(value.value)
        : value.value

/** The fields of a selection, those of inline fragments among them. */
export const fieldsOf = (set: SelectionSetNode | undefined): ReadonlyArray<FieldNode> =>
  (set?.selections ?? []).flatMap((selection) =>
    selection.kind === Kind.FIELD
      ? [selection]
      : selection.kind === Kind.INLINE_FRAGMENT
        ? fieldsOf(selection.selectionSet)
        : []
  )
export const isConnection = (name: string): boolean => name.endsWith("Connection")

const fieldCost = (parent: GraphQLObjectType, field: FieldNode, variables: Variables): number => {
  const declared = parent.getFields()[field.name.value]
  const type = declared === undefined ? undefined : getNamedType(declared.type)
  if (type === undefined || !isCompositeType(type)) return 0
  const inner = isObjectType(type) ? selectionCost(type, field.selectionSet, variables) : 0
  if (!isConnection(type.name)) return 1 + inner
  const size = Number(argumentOf(field, "first", variables) ?? argumentOf(field, "last", variables) ?? 0)
  return 2 + size * inner
}
const selectionCost = (type: GraphQLObjectType, set: SelectionSetNode | undefined, variables: Variables): number =>
  fieldsOf(set)
    // Where a list ends is part of the connection.
    .filter(({ name }) => name.value !== "pageInfo")
    .reduce((sum, field) => sum + fieldCost(type, field, variables), 0)

export const costOf = (schema: GraphQLSchema, operation: OperationDefinitionNode, variables: Variables): number => {
  const root = schema.getRootType(operation.operation)
  const own = root ? selectionCost(root, operation.selectionSet, variables) : 0
  return operation.operation === "mutation" ? 10 + own : own
}
