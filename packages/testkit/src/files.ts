/** What a connector is held to that hands out the bytes of documents, or takes them: exactly these calls, and the bytes as they are. */
import assert from "node:assert/strict"
import { Call, Files } from "@svc/core"
import { assertAsked, assertNoSecret } from "./asserts.ts"
import type { Case } from "./Case.ts"
import type { Exchange } from "./FakePlatform.ts"
import { complete } from "./reads.ts"
import { type Check, failureOf, fakeOf, type Subject, withClient } from "./Subject.ts"

export const fileChecks = (subject: Subject): ReadonlyArray<Check> => {
  const { cases, connector } = subject
  const [down, up] = [cases["DOCUMENTS.download"], cases["DOCUMENTS.upload"]]
  return [
    ...(connector.files?.download === undefined || down === undefined
      ? []
      : downloadChecks(subject, connector.files.download, down)),
    ...(connector.files?.upload === undefined || up === undefined
      ? []
      : uploadChecks(subject, connector.files.upload, up))
  ]
}

const downloadChecks = (subject: Subject, download: Files.Download, own: Case): ReadonlyArray<Check> => {
  const name = "download DOCUMENTS"
  const document = own.document!
  const isAsked = (one: Files.Filed): boolean => (download.before?.(one, subject) ?? null) !== null
  const callFor = (one: Files.Filed) => {
    const before = isAsked(one) ? own.exchanges[0]!.response.body : undefined
    return download.call(one, { ...subject, before })
  }
  return [
    {
      name: `${name}: exactly these requests, and the bytes as they came`,
      run: async () => {
        const fake = fakeOf(subject, own.exchanges)
        const bytes = await withClient(subject, fake, (client) => client.download(document)).then(wholeOf)
        assertAsked(subject, fake, own.exchanges)
        assert.equal(new TextDecoder().decode(bytes), own.content)
      }
    },
    {
      name: `${name}: an answer without the bytes is an error`,
      run: async () => {
        if (download.found === undefined) return
        for (const body of [{}, [], null, "", { error: true }]) {
          const at = isAsked(document) ? 1 : 0
          const fake = fakeOf(subject, [...own.exchanges.slice(0, at), { ...own.exchanges[at]!, response: { body } }])
          const error = await failureOf(subject, fake, (client) => client.download(document))
          assert.notEqual(error.reason._tag, "InvalidCall", JSON.stringify(body))
        }
      }
    },
    {
      name: `${name}: every document that is listed as uploaded can be asked for`,
      run: async () => {
        const listed = (subject.cases["DOCUMENTS"]?.unified ?? []).filter((one) => one["document_uploaded"] === true)
        assert.ok(listed.length > 0, "the case of DOCUMENTS shows no document that is uploaded")
        const without = listed.filter((one) => callFor(filedOf(one)) === null)
        assert.deepEqual(
          without.map((one) => one["platform_id"]),
          []
        )
        const asked = listed.map((one) => JSON.stringify(callFor(filedOf(one))))
        const files = new Set(listed.map((one) => `${one["file_name"]} ${one["file_size"]}`))
        assert.ok(new Set(asked).size >= files.size, "several files are asked for by one call")
      }
    }
  ]
}

const uploadChecks = (subject: Subject, upload: Files.Upload, own: Case): ReadonlyArray<Check> => {
  const name = "upload DOCUMENTS"
  const file: Files.File = { ...own.file!, content: new TextEncoder().encode(own.file!.content) }
  const isAsked = (one: Files.File): boolean => (upload.before?.(one, subject) ?? null) !== null
  return [
    {
      name: `${name}: exactly these requests, and the record that the file becomes`,
      run: async () => {
        const fake = fakeOf(subject, own.exchanges)
        const { id, item } = await withClient(subject, fake, (client) => client.upload(file))
        assertAsked(subject, fake, own.exchanges)
        const record = item.records.find(({ platform_id }) => platform_id === id)
        assert.deepEqual(record, complete("DOCUMENTS", own.record!))
      }
    },
    {
      name: `${name}: each kind of record takes the bytes of a file as they are`,
      run: async () => {
        assert.ok(upload.to.length > 0, "no data model takes files")
        const content = Uint8Array.from({ length: 512 }, (_, at) => (at * 7 + (at >> 8)) % 256)
        for (const document_type of upload.to) {
          const sent = { ...file, document_type, content }
          const before = isAsked(sent) ? own.exchanges[0]!.response.body : undefined
          const call = upload.call(sent, { ...subject, before })
          assert.ok(call !== null && holds(call.body, content), `${document_type}: the call does not hold the bytes`)
        }
      }
    },
    {
      name: `${name}: a file that was refused is not told as taken`,
      run: async () => {
        const at = isAsked(file) ? 1 : 0
        const answered = (response: Exchange["response"]) =>
          fakeOf(subject, [...own.exchanges.slice(0, at), { ...own.exchanges[at]!, response }])
        const error = await failureOf(subject, answered({ status: 400, body: {} }), (client) => client.upload(file))
        assert.equal(error.reason._tag, "Rejected")
        assertNoSecret(subject, error)
        await failureOf(subject, answered({ body: {} }), (client) => client.upload(file))
      }
    }
  ]
}

const filedOf = (record: Readonly<Record<string, unknown>>): Files.Filed => complete("DOCUMENTS", record) as never

const wholeOf = async ({ bytes }: { readonly bytes: ReadableStream<Uint8Array> }): Promise<Uint8Array> =>
  new Uint8Array(await new Response(bytes as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())

/** Whether a body carries the bytes, as they are or in base64. */
const holds = (body: unknown, content: Uint8Array): boolean =>
  Call.isBytesBody(body)
    ? Buffer.from(body.content).includes(content)
    : JSON.stringify(Call.isEncodedBody(body) ? body.content : (body ?? null)).includes(
        Buffer.from(content).toString("base64")
      )
