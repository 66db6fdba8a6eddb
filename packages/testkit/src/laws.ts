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
          const before = text.slice(0, range[0]).trimEnd()
          const isDocumented = before.endsWith("*/") && before.slice(before.lastIndexOf("/*")).startsWith("/**")
          const isHeader = before.startsWith("/**") && before.indexOf("*/") === before.length - 2
          if (isOverload || (isDocumented && !isHeader)) return
          report(node, `Say in a docstring what ${name ?? "this"} is: editors show it on hover.`)
        }
      }
    }),
    "no-enum": rule((report) => ({
      TSEnumDeclaration: (node) => report(node, "No enum: a union of literals says the same and erases.")
    }))
  }
}
