/** What an answer must look like, written as the specification writes it: names, types, presence. */
export type Check = (value: unknown, path: string, problems: Array<string>) => void

const kind =
  (expected: string, fits: (value: unknown) => boolean): Check =>
  (value, path, problems) => {
    if (!fits(value)) problems.push(`${path} should be ${expected}, is ${JSON.stringify(value)?.slice(0, 80)}`)
  }

export const text = kind("a text", (value) => typeof value === "string")
export const integer = kind("a whole number", Number.isInteger)
export const number = kind("a number", (value) => typeof value === "number" && Number.isFinite(value))
export const boolean = kind("true or false", (value) => typeof value === "boolean")
export const object = kind("an object", (value) => typeof value === "object" && value !== null && !Array.isArray(value))
export const any = kind("there", (value) => value !== undefined)
export const absent = kind("absent", (value) => value === undefined)
export const dateTime = kind(
  "a date-time with milliseconds in UTC",
  (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
)
export const oneOf = (...words: ReadonlyArray<string>) =>
  kind(`one of ${words.join(", ")}`, (value) => words.includes(value as string))
/** Present, but null where the platform does not know. */
export const orNull =
  (check: Check): Check =>
  (value, path, problems) => {
    if (value !== null) check(value, path, problems)
  }
export const list =
  (check: Check): Check =>
  (value, path, problems) => {
    if (!Array.isArray(value)) problems.push(`${path} should be a list, is ${JSON.stringify(value)?.slice(0, 80)}`)
    else value.forEach((entry, index) => check(entry, `${path}[${index}]`, problems))
  }
/** An object with these members; it may have others. */
export const members =
  (shape: Readonly<Record<string, Check>>): Check =>
  (value, path, problems) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      problems.push(`${path} should be an object, is ${JSON.stringify(value)?.slice(0, 80)}`)
      return
    }
    for (const [name, check] of Object.entries(shape))
      check((value as Record<string, unknown>)[name], `${path}.${name}`, problems)
  }
/** All of these members, null or not. */
export const nullable = (shape: Readonly<Record<string, Check>>): Record<string, Check> =>
  Object.fromEntries(Object.entries(shape).map(([name, check]) => [name, orNull(check)]))

/** What is wrong with a value; empty when nothing is. */
export const problemsOf = (value: unknown, check: Check, path = "$"): ReadonlyArray<string> => {
  const problems: Array<string> = []
  check(value, path, problems)
  return problems
}
export const isNull = kind("null", (value) => value === null)
