/**
 * The laws that no rule of oxlint covers, as a plugin for it. `.oxlintrc.json` says where each applies in this
 * repository, `oxlint.json` beside the manifest in a package outside of it; `tooling/laws/test` proves each with a planted
 * violation.
 */

/** As much of the ESTree as these rules look at. */
interface Node {
  readonly type: string
  readonly name?: string
  readonly callee?: Node
  readonly object?: Node
  readonly property?: Node
  readonly value?: unknown
  readonly arguments?: ReadonlyArray<Node>
  readonly declaration?: Node | null
  readonly declarations?: ReadonlyArray<{ readonly id: Node }>
  readonly id?: Node | null
  readonly key?: Node
  readonly computed?: boolean
  /** Of an interface, and the list in it. */
  readonly body?: Node | ReadonlyArray<Node>
  /** Of a type of members, and of one that is made of several. */
  readonly members?: ReadonlyArray<Node>
  readonly types?: ReadonlyArray<Node>
  readonly typeAnnotation?: Node
  /** Where it begins in the text, and where it ends. */
  readonly range: readonly [number, number]
}

interface Context {
  readonly sourceCode: { readonly text: string }
  readonly report: (finding: { readonly node: Node; readonly message: string }) => void
}

type Visits = Record<string, (node: Node) => void>
const rule = (visit: (report: (node: Node, message: string) => void, context: Context) => Visits) => ({
  create: (context: Context) => visit((node, message) => context.report({ node, message }), context)
})

const isDate = (node: Node | undefined) => node?.type === "Identifier" && node.name === "Date"

const isNow = (node: Node | undefined) => node?.name === "now" || node?.value === "now"

/** Whether a docstring ends where a text does, which has more before it. */
const isTold = (before: string): boolean => {
  const text = before.trimEnd()
  return text.endsWith("*/") && text.slice(text.lastIndexOf("/*")).startsWith("/**")
}

/** The members that a declaration has itself, not those of what is in them; and of several kinds those of each that has no word. */
const membersOf = (node: Node | undefined, text: string): ReadonlyArray<Node> => {
  switch (node?.type) {
    case "TSInterfaceDeclaration":
      return (node.body as Node).body as ReadonlyArray<Node>
    case "TSTypeAliasDeclaration":
      return membersOf(node.typeAnnotation, text)
    case "TSTypeLiteral":
      return node.members!
    case "TSUnionType":
    case "TSIntersectionType":
      return node.types!.flatMap((one) =>
        isTold(text.slice(0, one.range[0]).replace(/[|&(\s]+$/, "")) ? [] : membersOf(one, text)
      )
    default:
      return []
  }
}

// oxlint takes a plugin from the default export.
export default {
  meta: { name: "laws" },
  rules: {
    "no-clock": rule((report) => ({
      NewExpression: (node) => {
        if (isDate(node.callee) && node.arguments?.length === 0) {
          report(node, "A connector has no clock: a moment comes in as an argument.")
        }
      },
      CallExpression: (node) => {
        if (isDate(node.callee)) report(node, "A connector has no clock: a moment comes in as an argument.")
      },
      MemberExpression: (node) => {
        if (isDate(node.object) && isNow(node.property)) {
          report(node, "A connector has no clock: a moment comes in as an argument.")
        }
      }
    })),
    "no-class": rule((report) => ({
      ClassDeclaration: (node) => report(node, "A connector is a value: no class."),
      ClassExpression: (node) => report(node, "A connector is a value: no class."),
      ThisExpression: (node) => report(node, "A connector is a value: no this.")
    })),
    // Of overloads the first has it.
    docstring: rule((report, { sourceCode: { text } }) => {
      let last: string | undefined
      return {
        ExportNamedDeclaration: (node) => {
          const { declaration, range } = node
          if (declaration === null || declaration === undefined) return
          const name = (declaration.id ?? declaration.declarations?.[0]?.id)?.name
          const isOverload = name === last && /Function/.test(declaration.type)
          last = name
          for (const { computed, key, range: own, typeAnnotation } of membersOf(declaration, text)) {
            // What can only be one word says it itself.
            const isWord = typeAnnotation?.typeAnnotation?.type === "TSLiteralType"
            if (key === undefined || computed === true || isWord || isTold(text.slice(0, own[0]))) continue
            report(key, `Say in a docstring what ${name ?? "this"}.${key.name ?? String(key.value)} is.`)
          }
          const before = text.slice(0, range[0]).trimEnd()
          const isHeader = before.startsWith("/**") && before.indexOf("*/") === before.length - 2
          if (isOverload || (isTold(before) && !isHeader)) return
          report(node, `Say in a docstring what ${name ?? "this"} is: editors show it on hover.`)
        }
      }
    }),
    "no-enum": rule((report) => ({
      TSEnumDeclaration: (node) => report(node, "No enum: a union of literals says the same and erases.")
    }))
  }
}
