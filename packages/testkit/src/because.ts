/** What a case need not show where it says why: a reason is read by people, and one that has become needless fails. */
import assert from "node:assert/strict"

/** By the name of what is not shown, why it cannot be. */
export interface Because {
  /** A source shows one page: why there is no second. */
  readonly pages?: string
  /** The feed or listing of ids shows one page. */
  readonly ids?: string
  /** What the listing of ids is restricted to is not what the records' listing is. */
  readonly restricted?: string
  /** A record by its id is not what the listing shows of it. */
  readonly get?: string
  /** A listing is restricted to a kind, and no record of another is asked for by its id. */
  readonly kind?: string
  /** Pages by a key come in its order without being asked for it. */
  readonly order?: string
  /** What is asked for since a moment is not restricted as the full listing is. */
  readonly since?: string
  /** Totals that are not the sum of their parts. */
  readonly sums?: string
  /** Documents and lines below zero. */
  readonly negative?: string
  /** Members that are a piece of another's text, as the platform documents it. */
  readonly pieces?: string
  /** Amounts that are sent with another sign. */
  readonly signs?: string
  /** Writes with `current`: why the platform's answer to a change never says that the record has changed meanwhile. */
  readonly stale?: string
}

/** Something is shown, or the case says why it is not. */
export const assertShown = (
  { because = {} }: { readonly because?: Because },
  reason: keyof Because,
  missing: string | null
): void => {
  const why = because[reason]
  if (missing === null) assert.ok(why === undefined, `\`because.${reason}\` is needless: the case shows it`)
  else assert.ok(why !== undefined && why.trim() !== "", `${missing}, or \`because.${reason}\` says why not`)
}
