/** The same exchanges in the older interface's words: what a connector says in one, it must say in the other. */
import type { Case } from "@svc/testkit"

type Exchange = Case.Case["exchanges"][number]
type Body = Readonly<Record<string, unknown>>
const placed = ["ids", "domain", "vals_list", "vals"]

const envelope = (params: unknown) => ({ jsonrpc: "2.0", method: "call", id: 1, params })

/** A request of JSON-2 as `execute_kw` takes it: the database, the user, the key, the method, and what it is given. */
const requestOf = ({ request }: Exchange): Exchange["request"] => {
  const [, model, method] = request.path.split("/")
  const body = request.body as Body
  const args = placed.flatMap((name) => (name in body ? [body[name]] : []))
  const named = Object.fromEntries(Object.entries(body).filter(([name]) => !placed.includes(name)))
  const params = {
    service: "object",
    method: "execute_kw",
    args: ["harbour", 7, "odoo-key-1", model, method, args, named]
  }
  return { method: "POST", path: "/jsonrpc", body: envelope(params) }
}

const answerOf = ({ response: { body, status = 200 } }: Exchange): Exchange["response"] => ({
  body:
    status === 200
      ? { jsonrpc: "2.0", id: 1, result: body }
      : { jsonrpc: "2.0", id: 1, error: { code: 200, message: "Odoo Server Error", data: body } }
})

const spoken = (exchange: Exchange): Exchange => ({ request: requestOf(exchange), response: answerOf(exchange) })

/** A case in the older interface's words. */
export const inRpc = (own: Case.Case): Case.Case => ({
  ...own,
  exchanges: own.exchanges.map(spoken),
  ...(own.get && { get: own.get.map((one) => ({ ...one, exchanges: one.exchanges.map(spoken) })) }),
  ...(own.deletes && { deletes: { ...own.deletes, exchanges: own.deletes.exchanges.map(spoken) } }),
  ...(own.dated && {
    dated: { ...own.dated, requests: own.dated.requests.map((request) => requestOf({ request, response: {} })) }
  }),
  ...(own.repeated && { repeated: { ...own.repeated, exchanges: own.repeated.exchanges.map(spoken) } }),
  ...(own.undone && { undone: own.undone.map(spoken) })
})

/** Login with the keys, which a wrong key is answered with `false`. */
export const session = {
  login: {
    request: {
      method: "POST",
      path: "/jsonrpc",
      body: envelope({
        service: "common",
        method: "authenticate",
        args: ["harbour", "ada@harbour.example", "odoo-key-1", {}]
      })
    },
    response: { body: { jsonrpc: "2.0", id: 1, result: 7 } }
  },
  found: { uid: "7" }
}
