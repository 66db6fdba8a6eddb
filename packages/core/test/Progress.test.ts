/** How far long work is, in words: one of a thing is one, and more than is counted is said to be more. */
import { Progress } from "@svc/core/api"
import { assert, it } from "vitest"

const part = { finished_at: null, records_read: 0, pages: 0, calls: 0, waited_milliseconds: 0 }

it("counts one as one", () => {
  assert.strictEqual(Progress.counted(1, "page"), "1 page")
  assert.strictEqual(Progress.counted(0, "page"), "0 pages")
  const ended = { finished_at: "2026-01-31T00:00:00Z", records_read: 1, pages: 1, calls: 1, waited_milliseconds: 140 }
  assert.strictEqual(
    Progress.ofSync([ended]),
    "1 record of 1 page by 1 call, which waited 0.1 s for the limit; 1 of 1 data model has ended"
  )
  assert.strictEqual(
    Progress.ofSync([ended, ended, part]),
    "2 records of 2 pages by 2 calls, which waited 0.3 s for the limit; 2 of 3 data models have ended"
  )
  assert.strictEqual(Progress.ofReplay(1), "1 event is on the way again.")
  assert.strictEqual(Progress.ofRotation(1), "Secrets are put under the current key: 1 secret is left.")
})

it("says how far a file is", () => {
  assert.strictEqual(Progress.ofFile("companies.csv", 0, 0, false), "companies.csv: 0 rows so far, 0 B.")
  assert.strictEqual(Progress.ofFile("companies.csv", 1, 999, true), "companies.csv: 1 row, 999 B.")
  assert.strictEqual(Progress.ofFile("a.ndjson", 12_000, 3_100_000, false), "a.ndjson: 12000 rows so far, 3.1 MB.")
})

it("says how far an installation is that moves", () => {
  const of = { table: "record", rows: 400, isWhole: false, done: 1, tables: 40 }
  assert.strictEqual(Progress.ofMove(of), "record: 400 rows so far; 1 of 40 tables is moved.")
  assert.strictEqual(
    Progress.ofMove({ ...of, rows: 1, isWhole: true, done: 2 }),
    "record: 1 row; 2 of 40 tables are moved."
  )
})

it("says that there are more where it was not counted further", () => {
  assert.strictEqual(Progress.ofErasure(7, 9_999), "Company 7 is erased: 9999 records are left.")
  assert.strictEqual(Progress.ofErasure(7, Progress.most), "Company 7 is erased: 10000 or more records are left.")
  assert.strictEqual(
    Progress.ofDeliveries("Books", 10_000),
    "The webhook Books is sent what waits for it: 10000 or more deliveries are left."
  )
})
