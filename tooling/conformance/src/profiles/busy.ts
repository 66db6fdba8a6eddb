/** BUSY, by sample requests and by the tables that public programs read. */
import { busy } from "@svc/busy"
import type { Profile } from "../Profile.ts"
import { describe, type Row, type Tables } from "./busy-description.ts"

const master = (MasterType: number, Code: number, Name: string, ParentGrp = 0, more: Row = {}): Row => ({
  MasterType,
  Code,
  Name,
  ParentGrp,
  ...more
})
/** A voucher by its kind, its party, and its entries: accounts with what is credited, negative where it is debited. */
const vouchers: ReadonlyArray<readonly [number, number, ReadonlyArray<readonly [number, number]>]> = [
  [
    9,
    301,
    [
      [301, -1180],
      [3, 1000],
      [5, 180]
    ]
  ],
  [
    2,
    302,
    [
      [302, 590],
      [4, -500],
      [5, -90]
    ]
  ],
  [
    3,
    301,
    [
      [301, 118],
      [3, -100],
      [5, -18]
    ]
  ],
  [
    10,
    302,
    [
      [302, -59],
      [4, 50],
      [5, 9]
    ]
  ],
  [
    14,
    301,
    [
      [301, 500],
      [201, -500]
    ]
  ],
  [
    15,
    201,
    [
      [201, 100],
      [1, -100]
    ]
  ],
  [
    16,
    7,
    [
      [7, -70],
      [302, 70]
    ]
  ],
  [
    17,
    302,
    [
      [302, -20],
      [4, 20]
    ]
  ],
  [
    18,
    301,
    [
      [301, 30],
      [3, -30]
    ]
  ],
  [
    19,
    302,
    [
      [302, -250],
      [7, -50],
      [1, 300]
    ]
  ],
  [12, 301, []],
  [13, 302, []]
]
const codeOf = (type: number): number => 1000 + type
const tables: Tables = {
  Master1: [
    master(1, 104, "Cash-in-hand"),
    master(1, 112, "Bank Accounts"),
    master(1, 115, "Duties & Taxes"),
    master(1, 116, "Sundry Debtors"),
    master(1, 117, "Sundry Creditors"),
    master(1, 120, "Sale"),
    master(1, 121, "Purchase"),
    master(1, 124, "Expenses (Indirect/Admn.)"),
    master(2, 1, "Cash", 104),
    master(2, 3, "Sales", 120),
    master(2, 4, "Purchases", 121),
    master(2, 5, "GST", 115),
    master(2, 7, "Rent", 124),
    master(2, 201, "State Bank", 112),
    master(2, 301, "XYZ Traders", 116),
    master(2, 302, "ABC Suppliers", 117),
    master(3, 41, "Branches"),
    master(4, 42, "Pune", 41),
    master(6, 501, "Widget", 60, { Alias: "W-1", CM1: 61, CM8: 71, D3: 120 }),
    master(7, 81, "Rs."),
    master(8, 61, "Nos."),
    master(25, 71, "GST 18%"),
    master(56, 901, "Karnataka")
  ],
  MasterAddressInfo: [
    { MasterCode: 301, Contact: "Ravi Kulkarni", Email: "ravi@xyz.example", GSTNo: "27AAAAA0000A1Z5" },
    { MasterCode: 302, Address1: "1 MG Road", StateCodeLong: 901, GSTNo: "29AAAAA0000A1Z5", Mobile: "9800000000" }
  ],
  Folio1: [{ MasterType: 2, MasterCode: 1, D1: -5000 }],
  Tran1: vouchers.map(([VchType, MasterCode1, entries]) => ({
    VchCode: codeOf(VchType),
    VchType,
    VchNo: `V-${VchType}`,
    Date: "2026-03-10T00:00:00",
    MasterCode1,
    VchAmtBaseCur: entries.length === 0 ? 118 : Math.max(...entries.map(([, value]) => Math.abs(value)))
  })),
  Tran2: vouchers.flatMap(([type, , entries]) =>
    entries.map(([MasterCode1, Value1], index) => ({
      VchCode: codeOf(type),
      RecType: 1,
      SrNo: index + 1,
      MasterCode1,
      Value1,
      Value3: 0
    }))
  ),
  Tran3: [12, 13].map((type) => ({
    VchCode: codeOf(type),
    ItemSrNo: 1,
    MasterCode1: 501,
    Value1: type === 12 ? 1 : -1,
    Value3: 100,
    NewRefAmount: type === 12 ? 100 : -100,
    DueDate: "2026-04-10T00:00:00"
  })),
  VchOtherInfo: [{ VchCode: codeOf(2), Narration1: "memo text", PurchaseBillNo: "SUP-991" }]
}

const line = { item_id: "501", quantity: 10, unit_amount: 100, total_discount: 50, tax_id: "category-71" }
const document = {
  contact_id: "302",
  currency_id: "81",
  document_number: "NEW-1",
  posted_date: "2026-03-10",
  line_items: [line, { item_id: "501", quantity: 1, unit_amount: 5 }]
}
const memo = "memo text"
const accounts = { ...document, line_items: [{ account_id: "4", unit_amount: 40, description: "Too dear" }] }
const payment = { account_id: "1", amount: 250, document_number: "NEW-2", memo, payment_date: "2026-03-10" }

export const profile: Profile = {
  slug: "busy",
  connector: busy,
  describe: (folder) =>
    describe(folder, tables, (kind) => ({ "master 2": "302", "master 6": "501" })[kind] ?? `${codeOf(Number(kind))}`),
  settings: { address: "https://busy.example.com", company_code: "Comp0001", financial_year: "2025", gst_state: "29" },
  credentials: { username: "api", password: "password of nobody" },
  answerHeaders: () => ({ result: "T" }),
  writes: {
    ACCOUNTS: { create: [{ name: "Office Rent", nominal_code: "6110", parent_account_id: "group-124" }] },
    CONTACTS: {
      create: [
        {
          name: "New & Co",
          contact_name: "Bo",
          contact_type: "VENDOR",
          email: "a@b.example",
          tax_number: "29AAAAA0000A1Z5"
        },
        { name: "Plain", contact_type: "CUSTOMER" }
      ]
    },
    ITEMS: { create: [{ name: "Gasket", code: "G-1", invoice_item: { tax_id: "category-71", unit_price: 12.5 } }] },
    INVOICES: { create: [{ ...document, memo, contact_id: "301" }] },
    BILLS: { create: [{ ...document, memo }] },
    INVOICE_CREDIT_NOTES: {
      create: [
        { ...document, contact_id: "301" },
        { ...accounts, contact_id: "301" }
      ]
    },
    BILL_CREDIT_NOTES: { create: [document, accounts] },
    SALES_ORDERS: { create: [{ ...document, contact_id: "301", description: memo, delivery_date: "2026-04-10" }] },
    PURCHASE_ORDERS: { create: [{ ...document, description: memo, delivery_date: "2026-04-10" }] },
    JOURNAL_ENTRIES: {
      create: [
        {
          document_number: "NEW-3",
          posted_date: "2026-03-10",
          journal_lines: [
            { account_id: "7", type: "DEBIT", net_amount: 70, description: "March" },
            { account_id: "302", type: "CREDIT", net_amount: 70 }
          ]
        }
      ]
    },
    INVOICE_PAYMENTS: { create: [{ ...payment, contact_id: "301" }] },
    BILL_PAYMENTS: { create: [{ ...payment, contact_id: "302" }] },
    EXPENSES: {
      create: [
        { ...accounts, account_id: "1", line_items: [{ account_id: "7", unit_amount: 40 }], contact_id: undefined }
      ]
    }
  },
  departures: [
    {
      fault: /no table (Folio1|MasterAddressInfo|Tran3|VchOtherInfo)$/,
      reason:
        "tables that public programs read: opening balances, addresses, orders, and what is told of a voucher besides"
    },
    {
      fault: /no column Master1\.(CM1|CM8|D3)$/,
      reason:
        "columns of items in several public programs: the unit, the category of taxes, the price that they are sold at"
    },
    {
      fault: /no column Tran2\.(MasterCode1|RecType|ShortNar|SrNo|Value1|Value3|VchCode)$/,
      reason: "the sheet names the table alone; public programs read these columns of it"
    },
    {
      fault: /nothing has no (Payment|PurchaseReturn|Receipt|SaleOrder|SaleReturn)$/,
      reason: "vouchers of the maker's own sample program and of public programs, which the sheet has no sample of"
    },
    {
      fault: /nothing has no (CrNt|DrNt)$/,
      reason: "what Busy's own exports call notes; it calls all other vouchers there as it takes them"
    },
    {
      fault: /(AccDetail has no ShortNar|ItemDetail has no Exempted|OrderRefs has no MainTranPrice)$/,
      reason: "members in the maker's own sample program, and in Busy's exports"
    },
    {
      fault: /(Account has no (Alias|ParentGroup)|Item has no (Alias|SalePrice))$/,
      reason: "members of masters in the maker's own sample program and in what Busy answers of an item"
    },
    {
      fault: /Address has no Contact$/,
      reason: "called as its column, which public programs read; the sheet's own name for it is not attested"
    }
  ]
}
