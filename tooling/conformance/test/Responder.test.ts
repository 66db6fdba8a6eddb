/** What the stand-in makes of collections whose single answers are wrapped, and of what is below an item. */
import { expect, test } from "vitest"
import type { Description, Operation } from "../src/Description.ts"
import * as Responder from "../src/Responder.ts"

const operation = (path: string, body: unknown): Operation =>
  ({
    method: "GET",
    path,
    status: 200,
    failures: [],
    examples: [{ name: path, status: 200, body, from: "description" }]
  }) as never
const operations = [
  operation("/notes", { code: 0, message: "success", notes: [{ note_id: "1", title: "One" }] }),
  operation("/notes/{note_id}", { code: 0, message: "success", note: { note_id: "2", title: "Two", text: "Whole" } }),
  operation("/notes/{note_id}/files/{file_id}", { code: 0, message: "success", file: { file_id: "3" } })
]
const description = {
  operations,
  find: ({ url }: { readonly url: URL }) => {
    const [, , id] = url.pathname.split("/")
    const path = id === undefined ? "/notes" : "/notes/{note_id}"
    return { operation: operations.find((own) => own.path === path)!, params: { note_id: id ?? "" } }
  }
} as never as Description
const ask = (path: string) =>
  Responder.make(description).answer({
    method: "GET",
    url: new URL(`https://x.example${path}`),
    headers: {},
    body: ""
  } as never)

test("a record beside what says how the call went is one of the collection, and is answered as it was", () => {
  expect(ask("/notes").body).toMatchObject({ notes: [{ note_id: "1" }, { note_id: "2", text: "Whole" }] })
  expect(ask("/notes/2").body).toEqual(operations[1]!.examples[0]!.body)
})
test("what is below an item is none of the collection", () => {
  expect(JSON.stringify(ask("/notes").body)).not.toContain("file_id")
})
test("what is changed is told without a body where the description says that there is none", () => {
  const changing = { ...operation("/notes/{note_id}", null), method: "PATCH", status: 204, examples: [] }
  const answer = Responder.make({
    ...description,
    operations: [...operations, changing],
    find: () => ({ operation: changing, params: { note_id: "2" } })
  } as never).answer({
    method: "PATCH",
    url: new URL("https://x.example/notes/2"),
    headers: {},
    body: JSON.stringify({ title: "Three" })
  } as never)
  expect(answer).toMatchObject({ status: 204, body: null })
})
