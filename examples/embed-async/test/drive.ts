/** Drives `xero.ts` against a fake Xero and prints the course of it as JSON. */
import { openXero, xeroWebhook } from "../xero.ts"
import { type Course, fakeXero } from "./FakeXero.ts"

const xero = fakeXero()
const books = openXero({ load: xero.load, swap: xero.swap }, "tenant-1", xero.fetch)

const names: Array<string | null> = []
for await (const { name } of books.list("CONTACTS", { since: "2026-01-01T00:00:00Z" })) names.push(name)
const [made] = await books.create("CONTACTS", [{ name: "Grace Ltd", contact_type: "CUSTOMER" }])
const { status } = await books.call({ path: "/Currencies" })
await books.close()

const webhooks: Array<[number, Array<string>]> = []
for (const key of ["key", "another"]) {
  const changed: Array<string> = []
  const response = await xeroWebhook(await xero.webhook(key), (model, id) => changed.push(`${model} ${id}`))
  webhooks.push([response.status, changed])
}
const course: Course = {
  names,
  made: made?.record?.name ?? null,
  passed: status,
  asked: xero.asked,
  kept: xero.row["refresh_token"],
  webhooks
}
console.log(JSON.stringify(course))
