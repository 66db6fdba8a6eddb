/** The lines of documents that are written: what they come to, and which of their members QuickBooks keeps for the document. */
import { Call, Normalize, type Writes } from "@svc/core"
import { found, namesByIds, refsOf } from "./posting.ts"
import { unprefixed } from "./ids.ts"
import { type At, type Item, ref, refuse, type Taken } from "./taking.ts"

export type Line = Writes.LineInput & {
  readonly platform_id?: string | null
  readonly tracking_category_ids?: ReadonlyArray<string> | null
  readonly project_id?: string | null
}
export const linesIn = (item: Item): ReadonlyArray<Line> => item["line_items"] ?? []

/** The account behind each item that a line names together with an account: there the item decides. */
export const itemAccounts = (side: "IncomeAccountRef" | "ExpenseAccountRef") =>
  found(
    "Item",
    (items) =>
      namesByIds(items.flatMap(linesIn).flatMap(({ account_id, item_id }) => (account_id && item_id ? [item_id] : []))),
    refsOf(side),
    new Map<string, string | null>()
  )

const cents = (amount: number) => Number(amount.toFixed(2))
/** What a line comes to: a line without a quantity is one of its kind. */
export const amountOf = ({ quantity, total_discount, unit_amount }: Line): number =>
  cents(Normalize.difference(Normalize.product(quantity ?? 1, unit_amount ?? 0), total_discount ?? 0) ?? 0)
/** Quirk: lines have no discount of their own: the unit amount is lowered. Null where that does not come out to the cent. */
const lowered = (own: Line): number | null => {
  const quantity = own.quantity ?? 1
  if (!own.total_discount || quantity === 0) return own.unit_amount ?? null
  const unit = Number((amountOf(own) / quantity).toFixed(7))
  return cents(unit * quantity) === amountOf(own) ? unit : null
}

const tracked = (kind: "class" | "department", own: Line) =>
  (own.tracking_category_ids ?? []).flatMap((id) => unprefixed(kind, id) ?? [])
/** Why QuickBooks cannot take a line. */
export const checkLine = (own: Line, at: string, { lookups }: Pick<At, "lookups">): void => {
  if (own.item_id && own.account_id && lookups.accounts.get(own.item_id) !== own.account_id) {
    refuse(`${at}.account_id`, "is not the account of the item, which decides")
  }
  if (own.total_discount && lowered(own) === null) {
    refuse(`${at}.total_discount`, "cannot be taken off the unit amount to the cent")
  }
  checkTracking(own, `${at}.tracking_category_ids`)
}
export const checkTracking = (own: Line, at: string): void => {
  if (
    (own.tracking_category_ids ?? []).some((id) => (unprefixed("class", id) ?? unprefixed("department", id)) === null)
  )
    refuse(at, "names what is neither a class nor a department")
  if (tracked("class", own).length > 1 || tracked("department", own).length > 1)
    refuse(at, "can name one class and one department")
}
export const classOf = (own: Line) => ref(tracked("class", own)[0])
export const departmentOf = (own: Line) => ref(tracked("department", own)[0])

/** The one value of all lines of what QuickBooks has once for the whole document. */
const shared = (lines: ReadonlyArray<Line>, what: string, of: (own: Line) => string | null | undefined) => {
  const [first, ...others] = new Set(lines.map((own) => of(own) ?? null))
  if (others.length > 0) refuse("line_items", `must all name the same ${what}: a document has one`)
  return ref(first)
}
/** Quirk: outside the US it must be said that amounts are without tax; the US knows the codes TAX and NON alone. */
const taxCalculation = (lines: ReadonlyArray<Line>) =>
  lines.some(({ tax_id }) => tax_id && tax_id !== "TAX" && tax_id !== "NON") ? "TaxExcluded" : undefined
/** What a document has once of its lines; `hasProject` where that is the project too. */
export const ofDocument = (lines: ReadonlyArray<Line>, hasProject = false) =>
  Call.present({
    DepartmentRef: shared(lines, "department", (own) => tracked("department", own).toSorted().join()),
    ProjectRef: hasProject ? shared(lines, "project", ({ project_id }) => project_id) : null,
    GlobalTaxCalculation: taxCalculation(lines)
  })

/** The detail of a line about an item; `sign` is -1 of what gives money back. */
export const itemDetail = (own: Line, sign = 1) => ({
  ItemRef: ref(own.item_id),
  Qty: own.quantity,
  UnitPrice: Normalize.product(lowered(own), sign),
  TaxCodeRef: ref(own.tax_id),
  ClassRef: classOf(own)
})
const purchaseLine = (own: Line, at: string, context: At, sign: number) => {
  if (!own.item_id && !own.account_id) refuse(at, "needs an item_id or an account_id")
  checkLine(own, at, context)
  const { ClassRef, ItemRef, Qty, TaxCodeRef, UnitPrice } = itemDetail(own, sign)
  const [DetailType, detail] = own.item_id
    ? ["ItemBasedExpenseLineDetail", { ItemRef, Qty, UnitPrice, TaxCodeRef, ClassRef }]
    : ["AccountBasedExpenseLineDetail", { AccountRef: ref(own.account_id), TaxCodeRef, ClassRef }]
  return Call.present({
    Id: own.platform_id,
    Description: own.description,
    Amount: Normalize.product(amountOf(own), sign),
    ProjectRef: ref(own.project_id),
    DetailType,
    [DetailType as string]: Call.present(detail as object)
  })
}
const members = [
  "tracking_category_ids",
  "project_id",
  "item_id",
  "tax_id",
  "account_id",
  "description",
  "quantity",
  "unit_amount",
  "total_discount"
]
/** The lines of what is bought; those that are sent are the whole new set. */
export const purchaseLines = (signOf: (item: Item) => 1 | -1 = () => 1): Taken => ({
  members,
  take: (lines: ReadonlyArray<Line>, at) => ({
    Line: lines.map((own, index) => purchaseLine(own, `line_items[${index}]`, at, signOf(at.item))),
    ...ofDocument(lines)
  })
})
/** Lines that are made together with other members of the document. */
export const linesBeside: Taken = { members, take: () => ({}) }
