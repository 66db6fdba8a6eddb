/** What faults are planted with: the right subject of `subject.ts`, one part of it changed. */
import type { Auth, Connector, Models, Read, Write } from "@svc/core"
import type { Case, Subject } from "../src/index.ts"
import { subject } from "./subject.ts"

export const connector = subject.connector
export const reads = connector.reads as Readonly<Record<string, Read.Read>>
export const writes = connector.writes as Readonly<Record<string, Readonly<Record<string, Write.Write>>>>

export const withConnector = (change: Partial<Connector.Any>): Subject => ({
  ...subject,
  connector: { ...connector, ...change }
})
export const withHttp = (change: Partial<Connector.Any["http"]>): Subject =>
  withConnector({ http: { ...connector.http, ...change } })
export const withLimits = (change: Partial<Connector.Limits>): Subject =>
  withHttp({ limits: { ...connector.http.limits, ...change } })
export const withAuth = (change: Partial<Auth.OAuth2>): Subject =>
  withConnector({ auth: { ...(connector.auth as Auth.OAuth2), ...change } })
export const withInbound = (change: Partial<NonNullable<Connector.Any["inbound"]>>): Subject =>
  withConnector({ inbound: { ...connector.inbound!, ...change } })
/** The change of a read, in the writes that answer its records as well. */
export const withRead = (model: Models.ModelId, change: Partial<Read.Read>): Subject => {
  const read = { ...reads[model]!, ...change } as Read.Read
  const answering = Object.entries(writes).map(([name, operations]) => [
    name,
    name === model
      ? Object.fromEntries(Object.entries(operations).map(([key, write]) => [key, { ...write, record: read }]))
      : operations
  ])
  return withConnector({ reads: { ...reads, [model]: read }, writes: Object.fromEntries(answering) })
}
export const withWrite = (name: string, change: Partial<Write.Write>): Subject => {
  const [model = "", operation = ""] = name.split(".")
  const write = { ...writes[model]![operation]!, ...change }
  return withConnector({ writes: { ...writes, [model]: { [operation]: write } } })
}
export const withCase = (name: string, change: Partial<Case.Case>): Subject => ({
  ...subject,
  cases: { ...subject.cases, [name]: { ...subject.cases[name]!, ...change } }
})
export const without = <A>(all: Readonly<Record<string, A>>, name: string): Readonly<Record<string, A>> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== name))
/** A case that does not say one of its members. */
export const withoutMember = (own: Subject, name: string, member: keyof Case.Case): Subject => {
  const { [member]: _, ...rest } = own.cases[name]!
  return { ...own, cases: { ...own.cases, [name]: rest as Case.Case } }
}
