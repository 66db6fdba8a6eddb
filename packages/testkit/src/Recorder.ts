/** Passes calls on to a real platform and writes down what was said, in the form of a case's exchanges. */
import type { Exchange } from "./FakePlatform.ts"
import { parsed } from "./Json.ts"

/** Stands between core and a platform, and notes what passes. */
export interface Recorder {
  /** To be passed wherever a `fetch` is taken. */
  readonly fetch: typeof globalThis.fetch
  /** What has been recorded since the last time this was asked: raw, with credentials and all. Scrub it first. */
  readonly take: () => ReadonlyArray<Exchange>
}
/** The addresses that are recorded, and how they are reached. */
export interface Options {
  /** What really asks the platform; the machine's own when absent. */
  readonly fetch?: typeof globalThis.fetch
  /** The connector's bases by name, its own under `""`: addresses are written down relative to them. */
  readonly bases: Readonly<Record<string, string>>
}

/** A recorder for the addresses of a connector. */
export const make = ({ bases, fetch = globalThis.fetch }: Options): Recorder => {
  let recorded: Array<Exchange> = []
  return {
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const sent = await request.clone().text()
      const response = await fetch(request)
      const text = await response.clone().text()
      recorded.push({
        request: {
          ...(request.method === "GET" ? {} : { method: request.method }),
          ...placeOf(new URL(request.url), bases),
          headers: Object.fromEntries(request.headers),
          ...bodyOf(sent)
        },
        response: {
          ...(response.status === 200 ? {} : { status: response.status }),
          headers: Object.fromEntries(response.headers),
          ...bodyOf(text)
        }
      })
      return response
    },
    take: () => {
      const taken = recorded
      recorded = []
      return taken
    }
  }
}

/** A body as a fixture shows it: a JSON value, or the lines of another text with their breaks. */
const bodyOf = (text: string): Pick<Exchange["response"], "body" | "text"> => {
  if (text === "") return {}
  const body = parsed(text)
  return typeof body === "string" && !text.startsWith('"') ? { text: text.split(/(?<=\n)/) } : { body }
}

/** Path and query below the longest base that the address lies in. */
const placeOf = (
  url: URL,
  bases: Readonly<Record<string, string>>
): Pick<Exchange["request"], "base" | "path" | "query"> => {
  const address = `${url.origin}${url.pathname}`
  const [name, base] = Object.entries(bases)
    .map(([own, value]) => [own, value.replace(/\/+$/, "")] as const)
    .filter(([, value]) => address === value || address.startsWith(`${value}/`))
    .toSorted(([, a], [, b]) => b.length - a.length)[0] ?? ["", url.origin]
  return {
    ...(name === "" ? {} : { base: name }),
    path: address.slice(base.length),
    ...(url.search === "" ? {} : { query: parametersOf(url.searchParams) })
  }
}
/** The parameters by their names, a list where one is there several times. */
const parametersOf = (all: URLSearchParams): NonNullable<Exchange["request"]["query"]> =>
  Object.fromEntries(
    [...new Set(all.keys())].map((name) => {
      const values = all.getAll(name)
      return [name, values.length === 1 ? values[0]! : values]
    })
  )
