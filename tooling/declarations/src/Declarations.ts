/**
 * The client's declarations, standing alone: its `Definition.d.ts` is written out from the types that the compiler sees there, with
 * the words of the registry as comments. `pnpm pack` and `pnpm publish` run it (`prepack`).
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { Models } from "@svc/core"
import { API, type Checker, type Symbol as Member, SymbolFlags, type Type, TypeFlags } from "typescript/unstable/sync"

const repository = resolve(import.meta.dirname, "../../..")
const Descriptions = (await import(join(repository, "packages/core/src/models/descriptions.ts"))) as {
  readonly common: Readonly<Record<string, string>>
  readonly model: (id: Models.ModelId) => string
  readonly member: (id: Models.ModelId, path: string) => string | undefined
}

const has = (flags: number, ...names: ReadonlyArray<keyof typeof TypeFlags>): boolean =>
  names.some((name) => (flags & TypeFlags[name]) !== 0)

const isName = /^[A-Za-z_$][\w$]*$/
const comment = (words: string, indent: string): string =>
  words === "" ? "" : `${indent}/** ${words.trim().replaceAll("*/", "* /").split("\n").join(`\n${indent} * `)} */\n`

/** Writes types out. Interfaces that refer to themselves keep a name of their own (`named`). */
const printer = (checker: Checker, describe: (path: ReadonlyArray<string>) => string) => {
  const named = new Map<string, string>()
  const plain = (type: Type) => checker.typeToString(type, undefined, 1)
  const print = (type: Type, path: ReadonlyArray<string>, indent: string): string => {
    const { flags } = type
    if (has(flags, "Any")) throw new Error(`any at ${path.join(".")}: something that the definition needs is missing`)
    if (has(flags, "Union")) {
      const parts = (type as unknown as { getTypes(): ReadonlyArray<Type> }).getTypes()
      const texts = parts.map((part) => {
        const text = print(part, path, indent)
        return text.includes("=>") ? `(${text})` : text
      })
      // `boolean` is a union of its two words.
      const all = new Set(texts)
      if (all.has("true") && all.has("false")) {
        all.delete("true")
        all.delete("false")
        all.add("boolean")
      }
      return [...all].join(" | ")
    }
    if (!has(flags, "Object", "Intersection")) return plain(type)
    const name = type.getSymbol()?.name
    if (name === "ReadonlyArray" || name === "Array") {
      const [element] = checker.getTypeArguments(type as never)
      const own = print(element!, path, indent)
      return `${name}<${own}>`
    }
    if (checker.isArrayLikeType(type)) return plain(type)
    const isNamed = name !== undefined && /^[A-Z]/.test(name) && has(flags, "Object") && recursive.has(name)
    if (isNamed) {
      if (!named.has(name)) {
        named.set(name, "")
        named.set(name, members(type, [name], ""))
      }
      return name
    }
    return members(type, path, indent)
  }
  const members = (type: Type, path: ReadonlyArray<string>, indent: string): string => {
    const inner = `${indent}  `
    const indexes = checker
      .getIndexInfosOfType(type)
      .map(
        ({ isReadonly, keyType, valueType }) =>
          `${inner}${isReadonly ? "readonly " : ""}[name: ${plain(keyType)}]: ${print(valueType, path, inner)}\n`
      )
    const own = checker.getPropertiesOfType(type).map((member: Member) => {
      const at = [...path, member.name]
      const isOptional = (member.flags & SymbolFlags.Optional) !== 0
      const words = describe(at) || member.getDocumentationComment(checker)
      const key = isName.test(member.name) ? member.name : JSON.stringify(member.name)
      const text = print(checker.getTypeOfSymbol(member)!, at, inner)
      return `${comment(words, inner)}${inner}readonly ${key}${isOptional ? "?" : ""}: ${text}\n`
    })
    const all = [...indexes, ...own]
    return all.length === 0 ? "{}" : `{\n${all.join("")}${indent}}`
  }
  return { named, print }
}
/** Interfaces of core that hold themselves. */
const recursive = new Set(["StatementRow"])

/** What the registry says of a member of a record or of an item. */
const describe = (path: ReadonlyArray<string>): string => {
  const [type, model, ...rest] = path
  if ((type !== "Records" && type !== "Items") || model === undefined || !Models.isModelId(model)) return ""
  const names = type === "Items" ? rest.slice(1) : rest
  const [name] = names
  if (name === undefined) return Descriptions.model(model)
  return Descriptions.member(model, names.join(".")) ?? Descriptions.common[name] ?? ""
}

/** The text of the definition's declarations, with nothing imported. */
export const definition = (): string => {
  const file = join(repository, "packages/client/src/Definition.ts")
  const api = new API({ cwd: repository })
  try {
    const config = join(repository, "packages/client/tsconfig.json")
    const project = api.updateSnapshot({ openProjects: [config] } as never).getProject(config)!
    const { checker, program } = project
    const source = program.getSourceFile(file)!
    const { named, print } = printer(checker, describe)
    const own = checker
      .getExportsOfModule(checker.getSymbolAtLocation(source as never)!)
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map((member) => {
        const words = comment(member.getDocumentationComment(checker), "")
        return `${words}export type ${member.name} = ${print(checker.getDeclaredTypeOfSymbol(member), [member.name], "")}\n`
      })
    const interfaces = [...named].map(([name, text]) => `export type ${name} = ${text}\n`)
    return `/** What the client knows of the interface, written out from its definition. */\n${[...interfaces, ...own].join("")}`
  } finally {
    api.close()
  }
}

/** Puts it in the place of what the compiler has made. */
export const write = (): void => {
  const place = join(repository, "packages/client/dist/Definition.d.ts")
  if (!existsSync(place)) throw new Error("packages/client is not built: run `tsc -b packages/client`")
  const text = definition()
  if (readFileSync(place, "utf8") !== text) writeFileSync(place, text)
}

/** Has the compiler make anew what was written out: it does not see that its own was replaced, and would go on with that. */
export const forget = (): void => rmSync(join(repository, "packages/client/.tsbuildinfo"), { force: true })
