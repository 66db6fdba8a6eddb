/**
 * Random texts that open something to whoever brings them back in an address: an invite link, a connection's inbound
 * address. Rows are found by their hash, which nobody can turn around, since no two of 2^256 tokens are worth a guess.
 */
import { createHash, randomBytes } from "node:crypto"

/** A new one: 43 letters, digits, `_` and `-`. */
export const newToken = (): string => randomBytes(32).toString("base64url")

/** What rows are found by: 64 hexadecimal digits. Migration 13 makes the same in SQL. */
export const hashOf = (token: string): string => createHash("sha256").update(token, "utf8").digest("hex")
