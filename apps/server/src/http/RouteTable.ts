/**
 * Which route an address belongs to, known before the router looks: the name of spans, metrics and log lines, and the
 * methods an address has when it is asked for another. Names hold placeholders, so no secret of an address gets out.
 */
interface Node {
  readonly literals: Map<string, Node>
  wildcard: Node | null
  template: string | null
  readonly methods: Set<string>
}
const node = (): Node => ({ literals: new Map(), wildcard: null, template: null, methods: new Set() })

export interface Found {
  /** Such as `/v3/core/companies/{svc_id}`. */
  readonly template: string
  readonly methods: ReadonlySet<string>
}
export interface RouteTable {
  /** The route of a path; null when there is none. */
  readonly find: (path: string) => Found | null
}

/** Makes a table from paths with `{name}` or `:name` placeholders. */
export const make = (routes: Iterable<readonly [path: string, methods: ReadonlyArray<string>]>): RouteTable => {
  const root = node()
  for (const [path, methods] of routes) {
    let at = root
    for (const segment of segmentsOf(path)) {
      if (/^[{:*]/.test(segment)) {
        at.wildcard ??= node()
        at = at.wildcard
      } else {
        const next = at.literals.get(segment) ?? node()
        at.literals.set(segment, next)
        at = next
      }
    }
    at.template ??= path.replaceAll(/:(\w+)/g, "{$1}")
    for (const method of methods) at.methods.add(method.toUpperCase())
  }
  const find = (at: Node, segments: ReadonlyArray<string>, index: number): Node | null => {
    if (index === segments.length) return at.template === null ? null : at
    const literal = at.literals.get(segments[index]!)
    return (
      (literal === undefined ? null : find(literal, segments, index + 1)) ??
      (at.wildcard === null ? null : find(at.wildcard, segments, index + 1))
    )
  }
  return {
    find: (path) => {
      const segments = segmentsOf(path)
      // No route is deeper; an address of thousands of slashes is not worth a walk.
      if (segments.length > 16) return null
      const found = find(root, segments, 0)
      return found === null ? null : { template: found.template!, methods: found.methods }
    }
  }
}

const segmentsOf = (path: string): ReadonlyArray<string> => path.split("/").filter((segment) => segment !== "")

/** The path of a request's address, without query and fragment. */
export const pathOf = (url: string): string => url.replace(/[?#].*$/s, "")
