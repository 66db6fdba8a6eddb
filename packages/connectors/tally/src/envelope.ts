/** The envelope that a request becomes: its head, what holds for all of it, and the definition of what is asked for. */
import type { Connector } from "@svc/core"
import * as Xml from "@svc/core/Xml"
import { type Body, type Collection, compact, type Import, type Period, quoted, type Report } from "./request.ts"
import type { Settings } from "./settings.ts"

const variables = (settings: Settings, { end, start }: Period) => {
  const date = (day: string | undefined) => (day === undefined ? undefined : { "@TYPE": "Date", "#text": compact(day) })
  return {
    SVEXPORTFORMAT: "$$SysName:XML",
    // Quirk: without it the company on the screen is meant, which its user changes at any time.
    SVCURRENTCOMPANY: settings.company_name,
    SVFROMDATE: date(start),
    SVTODATE: date(end)
  }
}

const header = (type: string, id: string) => ({ VERSION: 1, TALLYREQUEST: "Export", TYPE: type, ID: id })

const collection = (body: Collection & Period, settings: Settings) => {
  const { after, collection: type, end, fetch, start, where } = body
  // Where the file is named, another of the same name is none.
  const isNamed = type === "Company" && settings.company_guid
  const only = isNamed ? `${body.only} AND $Guid = ${quoted(settings.company_guid)}` : body.only
  const name = `Svc${type}`
  const formulas = Object.entries({
    SvcChanged: after === undefined ? undefined : `$AlterID > ${after}`,
    SvcPeriod:
      type === "Voucher" && start !== undefined && end !== undefined
        ? `$Date >= $$Date:"${compact(start)}" AND $Date <= $$Date:"${compact(end)}"`
        : undefined,
    SvcKind: where,
    SvcOnly: only
  }).filter(([, formula]) => formula !== undefined)
  const filter = formulas.map(([own]) => own).join(",")
  return {
    HEADER: header("Collection", name),
    BODY: {
      DESC: {
        STATICVARIABLES: variables(settings, body),
        TDL: {
          TDLMESSAGE: {
            COLLECTION: {
              "@NAME": name,
              TYPE: type,
              FETCH: fetch,
              FILTER: filter === "" ? undefined : filter
            },
            SYSTEM: formulas.map(([own, formula]) => ({ "@TYPE": "Formulae", "@NAME": own, "#text": formula }))
          }
        }
      }
    }
  }
}

const report = (body: Report & Period, settings: Settings) => ({
  HEADER: header("Data", body.report),
  BODY: { DESC: { STATICVARIABLES: { ...variables(settings, body), EXPLODEFLAG: "Yes" } } }
})

const imported = ({ import: name, message, remoteId }: Import, settings: Settings) => {
  const keyed = Object.entries(message).map(([kind, value]) => [
    kind,
    kind === "VOUCHER" && remoteId !== undefined ? { "@REMOTEID": remoteId, ...value } : value
  ])
  return {
    HEADER: { TALLYREQUEST: "Import Data" },
    BODY: {
      IMPORTDATA: {
        REQUESTDESC: { REPORTNAME: name, STATICVARIABLES: { SVCURRENTCOMPANY: settings.company_name } },
        REQUESTDATA: { TALLYMESSAGE: { "@xmlns:UDF": "TallyUDF", ...Object.fromEntries(keyed) } }
      }
    }
  }
}

/** The envelope of a body; a text, from a passthrough call, is one already. */
export const encode: NonNullable<Connector.Http<Settings>["encode"]> = (body, settings) => {
  const own = body as Body | string
  const content =
    typeof own === "string"
      ? own
      : Xml.write({
          ENVELOPE:
            "collection" in own
              ? collection(own, settings)
              : "report" in own
                ? report(own, settings)
                : imported(own, settings)
        })
  // Quirk: asked in UTF-8 Tally may lose what is not Latin, the sign of the rupee included; it answers as it is asked.
  const isWide = settings.encoding !== "utf-8"
  return {
    _tag: "EncodedBody",
    content,
    contentType: `text/xml;charset=${isWide ? "utf-16" : "utf-8"}`,
    ...(isWide ? { charset: "utf-16le" } : {})
  }
}
