/** What the interface says that a new record needs is what every platform that takes it requires: no less, and no more. */
import { Models, type Write, Writes } from "@svc/core"
import { expect, it } from "vitest"
import { connectorsIn } from "../src/tables.ts"

const found = await connectorsIn(new URL("../../../", import.meta.url).pathname)
const creates = found.flatMap(({ connector: { writes } }) =>
  Object.entries(writes as Readonly<Record<string, { readonly create?: Write.Write }>>).flatMap(([model, { create }]) =>
    create === undefined ? [] : [{ model, requires: create.requires }]
  )
)
const written = Writes.writeIds.filter((model) => creates.some((own) => own.model === model))

it("looks at all that is created somewhere", () => {
  expect(written.length).toBeGreaterThan(30)
})

it.each(written)("is what all platforms require of new %s", (model) => {
  const [first, ...others] = creates.filter((own) => own.model === model)
  const common = first!.requires.filter((path) => others.every(({ requires }) => requires.includes(path)))
  expect(Models.get(model).needs.toSorted()).toEqual(common.filter((path) => !path.includes(".")).toSorted())
})
