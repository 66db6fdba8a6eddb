/** Whether an answer may be handed on as the text that it is, for who passes answers through. */
import { formsOf, isSecretName } from "./Redact.ts"

/** Whether a JSON text is valid and may be handed on as it is, as far as its shape, its numbers and its names tell. */
export type IsVerbatim = (json: string, isSecretName: (name: string) => boolean) => boolean

/**
 * Whether a JSON text, in which no ASCII character is written as its number, holds none of the secrets. One that is not
 * ASCII itself may be written in more ways than are looked for here.
 */
export const isFreeOf = (secrets: Iterable<string>, json: string): boolean =>
  [...formsOf(secrets)].every((form) => {
    const written = JSON.stringify(form).slice(1, -1)
    return (
      /^[\x20-\x7e]*$/.test(form) && !json.includes(written) && !json.includes(written.replaceAll("/", String.raw`\/`))
    )
  })

/** The same, and whether it holds none of the connection's secrets. */
export const verbatim =
  (isVerbatim: IsVerbatim) =>
  (json: string, secrets: Iterable<string>): boolean =>
    isVerbatim(json, isSecretName) && isFreeOf(secrets, json)
