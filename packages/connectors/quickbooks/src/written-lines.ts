/** The lines of documents that are written: what they come to, and which of their members QuickBooks keeps for the document. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { found, namesByIds, refsOf } from "./posting.ts"
import { ref } from "./writing.ts"

export type Line = NonNullable<Writes.ItemOf<"BILLS">["line_items"]>[number]
type Refuse = Take.At["refuse"]

/** The account behind each item that a line names together with an account: there the item decides. */
export const itemAccounts = (side: "IncomeAccountRef" | "ExpenseAccountRef") =>
  found(
    "Item",
    (items: ReadonlyArray<{ readonly line_items?: ReadonlyArray<Line> | null | undefined }>) =>
      namesByIds(
        items.flatMap(({ line_items }) =>
          (line_items ?? []).map(({ account_id, item_id }) => (account_id ? item_id : null))
        )
      ),
    refsOf(side),
    new Map<string, string | null>()
  )

/** Quirk: lines have no discount of their own: the unit amount is lowered. */
const lowered = (own: Line): number | null => Take.priceOf(own, 7)

type Tracked = Pick<Line, "tracking_category_ids">
const tracked = (kind: "class" | "department", { tracking_category_ids: ids }: Tracked) =>
  (ids ?? []).flatMap((id) => Normalize.unprefixed(kind.toLowerCase(), id) ?? [])
/** Refuses a line that QuickBooks cannot take. */
export const refuseLine = (own: Line, { accounts }: Take.Item, refuse: Refuse): void => {
  if (own.item_id && own.account_id && accounts.get(own.item_id) !== own.account_id)
    refuse("is not the account of the item, which decides", ".account_id")
  if (own.total_discount && lowered(own) === null)
    refuse("cannot be taken off the unit amount to the cent", ".total_discount")
  refuseTracking(own, refuse)
}
export const refuseTracking = (own: Tracked, refuse: Refuse): void => {
  const [classes, departments] = [tracked("class", own), tracked("department", own)]
  const at = ".tracking_category_ids"
  if (classes.length + departments.length < (own.tracking_category_ids ?? []).length)
    refuse("names what is neither a class nor a department", at)
  if (classes.length > 1 || departments.length > 1) refuse("can name one class and one department", at)
}
export const classOf = (own: Tracked) => ref(tracked("class", own)[0])
export const departmentOf = (own: Tracked) => ref(tracked("department", own)[0])

/** What a document has once of its lines, which must all name the same; `hasProject` where that is the project too. */
export const ofDocument = (lines: ReadonlyArray<Line>, refuse: Refuse, hasProject = false) => {
  const shared = (what: string, of: (own: Line) => string | null | undefined) => {
    const [first, ...others] = new Set(lines.map((own) => of(own) ?? null))
    if (others.length > 0) refuse(`must all name the same ${what}: a document has one`)
    return ref(first)
  }
  // Quirk: outside the US it must be said that amounts are without tax; the US knows the codes TAX and NON alone.
  const isTaxed = lines.some(({ tax_id }) => tax_id && tax_id !== "TAX" && tax_id !== "NON")
  return Call.present({
    DepartmentRef: shared("department", (own) => tracked("department", own).toSorted().join()),
    ProjectRef: hasProject ? shared("project", ({ project_id }) => project_id) : null,
    GlobalTaxCalculation: isTaxed ? "TaxExcluded" : undefined
  })
}

/** The detail of a line about an item; `sign` is -1 of what gives money back. */
export const itemDetail = (own: Line, sign = 1) => ({
  ItemRef: ref(own.item_id),
  Qty: own.quantity,
  UnitPrice: Normalize.product(lowered(own), sign),
  TaxCodeRef: ref(own.tax_id),
  ClassRef: classOf(own)
})
const purchaseLine = (own: Line, sign: number, lookups: Take.Item, refuse: Refuse) => {
  if (!own.item_id && !own.account_id) refuse("needs an item_id or an account_id")
  refuseLine(own, lookups, refuse)
  const { ClassRef, ItemRef, Qty, TaxCodeRef, UnitPrice } = itemDetail(own, sign)
  const [DetailType, detail] = own.item_id
    ? ["ItemBasedExpenseLineDetail", { ItemRef, Qty, UnitPrice, TaxCodeRef, ClassRef }]
    : ["AccountBasedExpenseLineDetail", { AccountRef: ref(own.account_id), TaxCodeRef, ClassRef }]
  return Call.present({
    Id: own.platform_id,
    Description: own.description,
    Amount: Normalize.product(Take.amountOf(own), sign),
    ProjectRef: ref(own.project_id),
    DetailType,
    [DetailType as string]: Call.present(detail as object)
  })
}
/** What is seen of a line. */
export const lineMembers = [
  "platform_id",
  "tracking_category_ids",
  "project_id",
  "item_id",
  "tax_id",
  "account_id",
  "description",
  "quantity",
  "unit_amount",
  "total_discount"
] as const
/** The lines of what is bought; those that are sent are the whole new set. */
export const purchaseLines = (signOf: (item: Take.Item) => 1 | -1 = () => 1) => ({
  of: lineMembers,
  whole: (lines: ReadonlyArray<Line> | null, { lookups, refuse, root }: Take.At<unknown>) => ({
    Line: (lines ?? []).map((own, index) =>
      purchaseLine(own, signOf(root), lookups, Take.within(refuse, `[${index}]`))
    ),
    ...ofDocument(lines ?? [], refuse)
  })
})
