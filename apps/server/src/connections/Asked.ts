/**
 * Reads what a person or a caller entered for the fields a connector asks for: keys, and settings such as a shop's name.
 * The connect page and the API check with the same rules.
 */
import { type Auth, Connector, Nearest, Setting, WriteModel } from "@svc/core"
import { ApiError } from "@svc/core/api"
import { Request } from "@svc/core/runtime"

export type AskedFields = Readonly<Record<string, Setting.Asked>>

/** What is wrong with one field, in words for a person. */
export interface FieldFault {
  readonly name: string
  readonly message: string
  readonly isMissing: boolean
}
/** The same for whoever says it in other words. */
export type Fault =
  | { readonly _tag: "Missing" | "Characters" | "OneOf" }
  | { readonly _tag: "TooLong"; readonly most: number }
  | { readonly _tag: "Form"; readonly example: string | null }
export interface EnteredFault extends FieldFault {
  readonly fault: Fault
}
export interface Read {
  readonly values: Readonly<Record<string, string>>
  readonly faults: ReadonlyArray<EnteredFault>
}

const maxLength = 16_384

const faultOf = (field: Setting.Asked, value: string): Fault | null => {
  if (value.length > maxLength) return { _tag: "TooLong", most: maxLength }
  if (!WriteModel.isStorable(value)) return { _tag: "Characters" }
  if (field.choices !== undefined && !Object.hasOwn(field.choices, value)) return { _tag: "OneOf" }
  return Setting.isFormed(field, value) ? null : { _tag: "Form", example: field.placeholder ?? null }
}

const messageOf = (field: Setting.Asked, fault: Fault): string => {
  switch (fault._tag) {
    case "Missing":
      return "is required"
    case "TooLong":
      return `is longer than ${fault.most} characters`
    case "Characters":
      return "contains characters that cannot be used"
    case "OneOf":
      return `must be one of ${Object.values(field.choices ?? {}).join(", ")}`
    case "Form":
      return fault.example === null ? "does not have the right form" : `must look like "${fault.example}"`
  }
}

const entered = (name: string, field: Setting.Asked, fault: Fault): EnteredFault => ({
  name,
  message: messageOf(field, fault),
  isMissing: fault._tag === "Missing",
  fault
})

/** Checks the values by name and answers them in their normal form; blank ones count as left out. */
export const read = (fields: AskedFields, input: (name: string) => string | undefined): Read => {
  const values: Record<string, string> = {}
  const faults: Array<EnteredFault> = []
  for (const [name, field] of Object.entries(fields)) {
    const value = Setting.normalOf(field, input(name) ?? "")
    if (value.trim() === "") {
      if (field.optional !== true) faults.push(entered(name, field, { _tag: "Missing" }))
      continue
    }
    const fault = faultOf(field, value)
    if (fault === null) values[name] = value
    else faults.push(entered(name, field, fault))
  }
  return { values, faults }
}

/** The keys that a way to be authorised asks for. */
export const keysOf = (auth: Auth.Single): AskedFields =>
  auth._tag === "OAuth2" || auth._tag === "None" ? {} : auth.fields

/** The same of the keys of a way to be authorised: one that no call could carry would look like a platform that is away. */
export const readKeys = (auth: Auth.Single, input: (name: string) => string | undefined): Read => {
  const fields = keysOf(auth)
  const given = read(fields, input)
  if (given.faults.length > 0) return given
  const unsent = Request.unsendable(auth, given.values)
  return { ...given, faults: unsent.map((name) => entered(name, fields[name]!, { _tag: "Characters" })) }
}

/** The settings that are asked of who connects in one way; one that may also be told later need not be given. */
export const settingsOf = (connector: Connector.Any, method: string | null): AskedFields =>
  Object.fromEntries(
    Object.entries(Connector.settingsOf(connector, method)).flatMap(([name, setting]) => {
      const places = Setting.placesOf(setting)
      const asked = places.find((place): place is Setting.Asked => place._tag === "Asked")
      return asked === undefined ? [] : [[name, places.length === 1 ? asked : { ...asked, optional: true }]]
    })
  )

/** Faults as the API names them: below `path`. Unknown names are faults too. */
export const details = (
  path: string,
  known: ReadonlyArray<string>,
  given: Readonly<Record<string, string>>,
  faults: ReadonlyArray<FieldFault>
): ReadonlyArray<ApiError.ErrorDetail> => [
  ...Object.keys(given)
    .filter((name) => !known.includes(name))
    .slice(0, ApiError.maxDetails)
    .map((name) => ({
      code: "invalid-params" as const,
      message: `Unknown member "${path}.${name}"${Nearest.hint(name, known)}.`,
      field: `${path}.${name}`
    })),
  ...faults.map(({ isMissing, message, name }) => ({
    code: isMissing ? ("missing-params" as const) : ("invalid-params" as const),
    message: `"${path}.${name}" ${message}.`,
    field: `${path}.${name}`
  }))
]
