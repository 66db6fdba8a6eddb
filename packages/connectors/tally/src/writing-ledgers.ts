/** How ledgers are made: under a name that none has, below a group; parties and all other accounts. */
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { books } from "./books.ts"
import { taken } from "./taken.ts"
import { objects } from "./objects.ts"
import { ask, quoted } from "./request.ts"
import { key, text } from "./wire.ts"

const { currencies, ledgers } = books
export const ledgerLookups = { currencies, ledgers }
type Found = Take.At<unknown, typeof ledgerLookups>

const nameOf = (item: Take.Item): string => item["name"]?.trim() ?? ""
const oneBlank = (name: string) => name.replace(/\s+/g, " ")
const Ledger = Wire.struct({ "@NAME": text, NAME: text, PARENT: text })

interface Own {
  /** The group that an item says; null where what it says names none. */
  readonly groupOf: (item: any) => string | null
  /** What a repeat is shown of the ledger. */
  readonly fetch: string
  /** Members that are the same in each. */
  readonly kept?: Readonly<Record<string, string>>
}
export const ledgerWriting = Writer.make(({ fetch, groupOf, kept }: Own) => ({
  create: {
    call: ({ body, item }) => {
      const name = nameOf(item)
      const { "NAME.LIST": names = { "@TYPE": "String", NAME: name }, ...rest } = body
      const head = { "@NAME": name, "@ACTION": "Create", "NAME.LIST": names, PARENT: groupOf(item) ?? "" }
      return ask({
        import: "All Masters",
        message: { LEDGER: { ...head, ...kept, AFFECTSSTOCK: "No", ...rest } } as any
      })
    },
    answers: (body, [sent]) => taken(["CREATED"], () => `name/${nameOf(sent!.item)}`)(body),
    idempotency: Write.lookup<Take.Item>({
      call: (item) => ask({ collection: "Ledger", fetch, only: `$Name = ${quoted(nameOf(item), "name")}` }),
      // One that is spelt otherwise, or stands elsewhere, such as among expenses, is not what was sent.
      find: (body, item) =>
        objects("Ledger")(body).find((one) => {
          const { "@NAME": shown, NAME, PARENT } = Wire.decode(Ledger, one)
          const group = groupOf(item)
          return (
            oneBlank(shown ?? NAME ?? "") === oneBlank(nameOf(item)) &&
            (group === null || key(PARENT ?? "") === key(group))
          )
        })
    })
  }
}))

/** Quirk: a ledger of the same name would be altered instead; names are unique among all ledgers. */
export const unused = (_: string, { item, lookups, refuse }: Found): object => {
  const name = nameOf(item as Take.Item)
  if (lookups.ledgers.has(key(name))) refuse("is that of a ledger already", "", true)
  return name.includes('"') ? refuse("must not hold quotation marks") : {}
}
export const inCurrency = (id: string, { lookups, refuse }: Found): object => {
  const found = lookups.currencies.find(({ GUID }) => GUID === id) ?? refuse("is no currency of the company")
  return { CURRENCYNAME: found["@NAME"] ?? found.NAME }
}
