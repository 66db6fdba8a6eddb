/** A platform whose clock is not ours: what it changes is found all the same. */
import { assert, describe, it } from "vitest"
import * as Synced from "../support/Synced.ts"

describe("a platform's clock", () => {
  it.each([
    ["ten minutes behind", -600_000],
    ["ten minutes ahead", 600_000]
  ])("may be %s", async (_, skew) => {
    const at = await Synced.start("embedded", undefined, {}, { skew })
    try {
      const company = await at.connected("skewed", { CONTACTS: {} })
      const [contact] = await at.list(company, "accounting/contacts")
      const { platform_id } = contact
      await at.platform.call("skewed", "PATCH", `/contacts/${platform_id}`, { registryNo: "changed since" })
      const { jobs } = await at.sync(company)
      assert.strictEqual(jobs["CONTACTS"].records_updated, 1)
      const [changed] = await at.list(company, "accounting/contacts", `&platform_id[eq]=${platform_id}`)
      assert.strictEqual(changed.registration_number, "changed since")
    } finally {
      await at.stop()
    }
  })
})
