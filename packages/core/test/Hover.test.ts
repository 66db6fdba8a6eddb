/** The words on hover in editors: types alone, made of the descriptions of the data models. `vitest -u` brings them up to date. */
import { expect, it } from "vitest"
import * as Models from "../src/contract/Models.ts"
import * as Descriptions from "../src/models/descriptions.ts"

const comment = (words: string | undefined, indent: string): string => {
  expect(words).toMatch(/\S \S/)
  return `${indent}/** ${words!.replaceAll("*/", "* /")} */\n`
}
const membersOf = (id: Models.ModelId): string => {
  const { fields } = Models.get(id)
  const named = ["platform_id", "platform_unique_id", ...Object.keys(fields), "updated_at"]
  return [...new Set(named)]
    .map(
      (name) => `${comment(Descriptions.member(id, name) ?? Descriptions.common[name], "    ")}    ${name}: unknown\n`
    )
    .join("")
}

it("has every member of every data model, with its words", async () => {
  const models = Models.modelIds.map(
    (id) => `${comment(Descriptions.model(id), "  ")}  ${id}: {\n${membersOf(id)}  }\n`
  )
  await expect(
    `/** What editors show on hover of a record's members: types alone, made of \`descriptions.ts\` by \`test/Hover.test.ts\`. */\n` +
      `export interface Members {\n${models.join("")}}\n`
  ).toMatchFileSnapshot("../src/models/hover.ts")
})
