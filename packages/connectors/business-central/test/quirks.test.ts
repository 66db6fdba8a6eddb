/** What of Business Central no fixture shows. */
import assert from "node:assert/strict"
import { it } from "vitest"
import { businessCentral } from "../src/index.ts"

it("says a token again at the address of a webhook, and takes it for nothing else", () => {
  const { handshake, proof } = businessCentral.inbound!
  const request = (query: string) => ({
    method: "POST",
    url: new URL(`https://service.example/in${query}`),
    headers: {},
    body: ""
  })
  assert.deepEqual(handshake?.(request("?validationToken=a%20token")), {
    status: 200,
    headers: { "content-type": "text/plain" },
    body: "a token"
  })
  assert.equal(handshake?.(request("")), null)
  assert.equal(proof(request("?validationToken=a")), null)
})
