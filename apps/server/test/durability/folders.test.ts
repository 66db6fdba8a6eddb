/** Starts on data folders that are neither fresh nor whole: each is refused with a sentence, and not a byte of it changes. */
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Damages from "../support/Damages.ts"
import * as Databases from "../support/Databases.ts"
import * as ServerProcess from "../support/ServerProcess.ts"

describe("a data folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-folders-"))
  const whole = join(folder, "whole")
  beforeAll(async () => {
    await Databases.prepareAt(whole)
    const server = await ServerProcess.start({ SVC_DATA_DIR: whole })
    assert.strictEqual((await server.call("POST", "/v3/core/companies", { name: "Kept" })).status, 200)
    assert.strictEqual(await server.stop(), 0)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  // How a program ends that is refused is the same for all: one starts a program, as do the two that need a process of their own.
  const asProcess = new Set(["without PG_VERSION", "with a log of nothing", "that may not be written"])
  const cases = Damages.damages.map(
    (damage) => [damage.name, damage, asProcess.has(damage.name) ? Damages.asProcess : Damages.here] as const
  )
  it.each(cases)("%s is refused", async (_, damage, start) => {
    assert.isNull(await Damages.refused(damage, whole, join(folder, "copy"), start))
  })

  it("that is whole is taken, also with what lies beside and after a kill; a first set-up cut short begins anew", async () => {
    const copy = join(folder, "copy")
    cpSync(whole, copy, { recursive: true })
    writeFileSync(join(copy, "notes.txt"), "")
    const companies = async (server: ServerProcess.ServerProcess) =>
      (await server.call("GET", "/v3/core/companies")).body.data.map(({ name }: { readonly name: string }) => name)
    const first = await ServerProcess.start({ SVC_DATA_DIR: copy })
    await first.call("POST", "/v3/core/companies", { name: "Before the kill" })
    await first.kill()
    const second = await ServerProcess.start({ SVC_DATA_DIR: copy })
    assert.sameMembers(await companies(second), ["Kept", "Before the kill"])
    await second.kill()
    // What a first set-up leaves that is killed: its mark, and some of the files.
    writeFileSync(join(copy, "pg.unfinished"), "")
    rmSync(join(copy, "pg/base"), { recursive: true })
    const third = await ServerProcess.start({ SVC_DATA_DIR: copy })
    assert.deepStrictEqual(await companies(third), [])
    assert.isFalse(existsSync(join(copy, "pg.unfinished")))
    await third.kill()
  })
})
