/**
 * Answers made of a GraphQL schema for one query, always the same: a sparse one, in which everything is null that may be
 * and lists inside records are empty, and as many full ones as it takes to show each word of the enumerations asked for.
 */
import {
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode
} from "graphql"
import type { Example } from "./Description.ts"
import { argumentOf, fieldsOf, isConnection, type Variables } from "./GraphQlCost.ts"

export interface Making {
  /** Values of the platform's own scalars; `serial` tells one from another. */
  readonly scalars: Readonly<Record<string, (serial: number) => unknown>>
  readonly id: (type: string, serial: number) => string
}

/** Enumerations with more words than this, such as currencies, are not shown whole. */
const manyWords = 16

const hash = (text: string): number => {
  let found = 7
  for (let i = 0; i < text.length; i++) found = (found * 31 + text.charCodeAt(i)) % 900_007
  return found + 1
}

interface Place {
  readonly path: string
  /** Which example: 0 is the sparse one. */
  readonly index: number
  readonly depth: number
  /** Whether the connection around this has a further page. */
  readonly more: boolean
}

export const examplesOf = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Variables,
  { id, scalars }: Making
): ReadonlyArray<Omit<Example, "name">> => {
  const root = schema.getRootType(operation.operation)!
  let words = 1

  const object = (type: GraphQLObjectType, field: FieldNode, place: Place): unknown =>
    Object.fromEntries(
      fieldsOf(field.selectionSet).map((own) => [
        (own.alias ?? own.name).value,
        own.name.value === "__typename" ? type.name : member(type, own, place)
      ])
    )

  const scalar = (
    type: GraphQLOutputType,
    parent: GraphQLObjectType,
    field: FieldNode,
    { index, more, path }: Place
  ) => {
    const named = getNamedType(type)
    const serial = hash(path) + index
    if (parent.name === "PageInfo" && field.name.value === "hasNextPage") return more
    switch (named.name) {
      case "ID":
        return id(parent.name, serial)
      case "Boolean":
        return serial % 2 === 0
      case "Int":
        return serial % 100
      case "Float":
        return (serial % 1000) / 10
      case "String":
        return `${field.name.value} ${serial}`
      default: {
        const make = scalars[named.name]
        if (make === undefined) throw new Error(`nothing says how a ${named.name} is written`)
        return make(serial)
      }
    }
  }

  const member = (parent: GraphQLObjectType, field: FieldNode, at: Place): unknown => {
    const { type } = parent.getFields()[field.name.value]!
    const place = { ...at, path: `${at.path}.${field.name.value}`, depth: at.depth + 1 }
    const named = getNamedType(type)
    const isCursor = parent.name === "PageInfo" && field.name.value === "endCursor"
    if (isCursor && at.more) return `cursor-${hash(place.path)}`
    if (place.index === 0 && place.depth > 1 && !isNonNullType(type)) return null
    if (!isConnection(named.name)) return value(type, parent, field, place)
    const isContinued = typeof argumentOf(field, "after", variables) === "string"
    const isInner = place.depth > 1 && !isContinued
    return object(named as GraphQLObjectType, field, { ...place, more: isInner && place.index % 2 === 1 })
  }

  const value = (type: GraphQLOutputType, parent: GraphQLObjectType, field: FieldNode, place: Place): unknown => {
    const own = getNullableType(type)
    if (isListType(own)) {
      // A listing shows records even when it is sparse; a list inside a record is empty then.
      const isListing = isConnection(parent.name) && (place.depth <= 2 || typeof variables["after"] === "string")
      if (place.index === 0 && !isListing) return []
      return [0, 1].map((n) => value(own.ofType, parent, field, { ...place, path: `${place.path}.${n}` }))
    }
    if (isEnumType(own)) {
      const all = own.getValues()
      if (all.length <= manyWords) words = Math.max(words, all.length)
      return all[Math.max(0, place.index - 1 + (place.path.includes(".1.") ? 1 : 0)) % all.length]!.name
    }
    const possible = isAbstractType(own) ? schema.getPossibleTypes(own)[0]! : own
    return isObjectType(possible) ? object(possible, field, place) : scalar(own, parent, field, place)
  }

  const make = (index: number) => ({
    status: 200,
    body: {
      data: Object.fromEntries(
        fieldsOf(operation.selectionSet).map((field) => [
          (field.alias ?? field.name).value,
          member(root, field, { path: operation.name?.value ?? "", index, depth: 0, more: false })
        ])
      )
    },
    from: "schema" as const
  })
  const examples = [make(0), make(1)]
  for (let index = 2; index <= words; index++) examples.push(make(index))
  return examples
}
