/**
 * Members that an object of a JSON text names twice: `JSON.parse` takes the last of them without a word. That there is one
 * shows when the members of a text are counted beside those of its value; where it stands is worth a second look only then.
 */
import { pathOf } from "./Issues.ts"

/** An object, with the names it has shown so far, or a list, and where in it the text stands. */
interface Place {
  readonly names: Set<string> | null
  key: string | number
}

/** The path of the first member of a valid JSON text that is named a second time; undefined when there is none. */
export const find = (text: string): string | undefined => {
  const open: Array<Place> = []
  let [from, to] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const within = open.at(-1)
    switch (text[at]) {
      case '"':
        from = at
        for (at++; text[at] !== '"'; at++) if (text[at] === "\\") at++
        to = at + 1
        break
      case ":": {
        // What stands before a colon is a name.
        const name = JSON.parse(text.slice(from, to)) as string
        within!.key = name
        if (within!.names!.has(name)) return pathOf(open.map(({ key }) => key))
        within!.names!.add(name)
        break
      }
      case ",":
        if (typeof within!.key === "number") within!.key++
        break
      case "{":
        open.push({ names: new Set(), key: "" })
        break
      case "[":
        open.push({ names: null, key: 0 })
        break
      case "}":
      case "]":
        open.pop()
    }
  }
  return undefined
}
