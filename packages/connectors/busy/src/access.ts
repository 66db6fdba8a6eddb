/** Who asks: a user of Busy, and what a tunnel or agent in front of it wants to see. */
import type { Call } from "@svc/core"
import * as Auth from "@svc/core/Auth"
import * as Setting from "@svc/core/Setting"

export const auth = Auth.apiKey({
  fields: {
    username: Setting.asked({ label: "User of Busy" }),
    password: Setting.asked({ label: "Password", secret: true }),
    header: Setting.asked({
      label: "Name of a header",
      help: "Where an agent or tunnel in front of Busy asks for one",
      pattern:
        "(?!(?:[Cc]onnection|[Cc]ontent-.*|[Hh]ost|[Tt]ransfer-[Ee]ncoding|[Ss][Cc]|[Qq][Rr][Yy]|[Uu]ser[Nn]ame|[Pp][Ww][Dd])$)[A-Za-z0-9-]{1,64}",
      placeholder: "CF-Access-Client-Secret",
      optional: true
    }),
    value: Setting.asked({
      label: "Value of the header",
      pattern: "[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?",
      secret: true,
      optional: true
    })
  },
  guide: [
    "In Busy, let the web service run, note its port, and leave it running with the company open.",
    "Make a user in Busy that may see the data, and enter its name and password.",
    "Make the computer reachable from here, best by a tunnel that asks for a header; enter its address, and the header if there is one.",
    "Enter the code of the company, and the year in which the financial year of the open file begins."
  ],
  headers: ({ header, password, username, value }) => ({
    UserName: username ?? "",
    Pwd: password ?? "",
    ...(header && value ? { [header]: value } : {})
  })
})

/**
 * Why a caller's own call is refused. Everything is said in headers, with GET, which is sent again where the connection breaks: what books
 * something would be booked twice. What is sent to the database may only read.
 */
export const refusal = (call: Call.Call): string | null => {
  const headers = Object.entries(call.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value ?? ""] as const)
  const of = (name: string) => headers.filter(([own]) => own === name).map(([, value]) => value)
  const [code, ...codes] = of("sc").map((value) => value.trim())
  const [statement, ...statements] = of("qry")
  if ((call.method ?? "GET") !== "GET" || call.body !== undefined) return "Busy takes GET without a body alone."
  if (headers.some(([name]) => /^(?:vch|master)(?:type|xml|code)$/.test(name)) || (code !== undefined && code !== "1"))
    return "Only queries may be sent, with SC 1: anything else might be done twice."
  if (code === undefined && statement === undefined) return null
  return code !== undefined && statement !== undefined && codes.length + statements.length === 0 && isReading(statement)
    ? null
    : "A query is one header SC and one header Qry: one SELECT without semicolon, comment, double quotes or INTO."
}
/** Quirk: the service hands any statement to the database. */
const isReading = (statement: string): boolean => {
  // What stands in quotes or brackets is no word of the statement.
  const bare = statement.replace(/'(?:[^']|'')*'|\[[^\]]*\]/g, " _ ")
  return (
    /^\s*select\s/i.test(bare) &&
    !/[;'"`[\]]|--|\/\*|\b(?:into|insert|update|delete|drop|alter|create|exec|execute|merge|truncate)\b/i.test(bare)
  )
}
