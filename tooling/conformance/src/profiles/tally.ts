/** Tally, by sample envelopes and the methods that a public exporter reads. */
import { tally } from "@svc/tally"
import type { Profile } from "../Profile.ts"
import { describe, type Extra, guid } from "../TallyEnvelopes.ts"

const master = (number: number, name: string, members: object = {}) => ({
  "@NAME": name,
  GUID: guid(number),
  MASTERID: String(number),
  ...members
})
const group = (number: number, name: string, parent: string, isRevenue: boolean, isDebit: boolean) =>
  master(number, name, {
    PARENT: parent,
    ISREVENUE: isRevenue ? "Yes" : "No",
    ISDEEMEDPOSITIVE: isDebit ? "Yes" : "No"
  })
const ledger = (number: number, name: string, parent: string, members: object = {}) =>
  master(number, name, { PARENT: parent, _PRIMARYGROUP: parent, CLOSINGBALANCE: "-1234.50", ...members })
const voucher = (number: number, type: string, entries: ReadonlyArray<readonly [string, string, object?]>) => ({
  "@VCHTYPE": type,
  GUID: guid(number),
  MASTERID: String(number),
  DATE: "20260310",
  VOUCHERTYPENAME: type,
  VOUCHERNUMBER: String(number),
  ISCANCELLED: "No",
  ISOPTIONAL: "No",
  "ALLLEDGERENTRIES.LIST": entries.map(([name, amount, more]) => ({
    LEDGERNAME: name,
    ISDEEMEDPOSITIVE: amount.startsWith("-") ? "Yes" : "No",
    AMOUNT: amount,
    ...more
  }))
})
const bill = (name: string, type: string, amount: string) => ({
  ISPARTYLEDGER: "Yes",
  "BILLALLOCATIONS.LIST": { NAME: name, BILLTYPE: type, AMOUNT: amount }
})

/** Records of our own, in the spellings of the documented shapes, which refer to those of the samples. */
const extra: Extra = {
  made: {
    Company: [
      master(1, "ABC & Sons", {
        GUID: guid(0).slice(0, 36),
        ALTMSTID: "10",
        ALTVCHID: "20",
        BOOKSFROM: "20240401",
        STARTINGFROM: "20240401",
        BASICCURRENCY: "₹"
      })
    ],
    Group: [
      group(10, "Current Liabilities", " Primary", false, false),
      group(11, "Sundry Creditors", "Current Liabilities", false, false),
      group(12, "Current Assets", " Primary", false, true),
      group(13, "Sundry Debtors", "Current Assets", false, true),
      group(14, "Sales Accounts", " Primary", true, false),
      group(15, "Indirect Expenses", " Primary", true, true),
      group(16, "Fixed Assets", " Primary", false, true)
    ],
    Ledger: [
      ledger(21, "XYZ Traders", "Sundry Debtors"),
      ledger(22, "Purchase", "Purchase Accounts"),
      ledger(23, "Sales", "Sales Accounts"),
      ledger(24, "Input IGST 18%", "Duties & Taxes", { RATEOFTAXCALCULATION: " 18" }),
      ledger(25, "Output IGST 18%", "Duties & Taxes", { RATEOFTAXCALCULATION: " 18" }),
      ledger(26, "Bank", "Bank Accounts", { BANKDETAILS: "000111" }),
      ledger(27, "Rent", "Indirect Expenses")
    ],
    Currency: [master(31, "₹", { ORIGINALNAME: "₹", MAILINGNAME: "INR" })],
    StockItem: [master(41, "Widget", { BASEUNITS: "Nos", CLOSINGBALANCE: " 1 Box = 10 Nos" })],
    CostCategory: [master(51, "Primary Cost Category")],
    CostCentre: [master(52, "Projects", { PARENT: " Primary", CATEGORY: "Primary Cost Category" })],
    Bills: [master(61, "BILL-77", { PARENT: "ABC Suppliers", CLOSINGBALANCE: "1180.00" })],
    "Voucher $$IsPurchase": [
      voucher(71, "Purchase", [
        ["ABC Suppliers", "1180.00", bill("BILL-77", "New Ref", "1180.00")],
        ["Purchase", "-1000.00"],
        ["Input IGST 18%", "-180.00"]
      ])
    ],
    "Voucher $$IsCreditNote": [
      voucher(72, "Credit Note", [
        ["XYZ Traders", "100.00", bill("INV-1", "Agst Ref", "100.00")],
        ["Sales", "-100.00"]
      ])
    ],
    "Voucher $$IsPayment": [
      voucher(73, "Payment", [
        ["ABC Suppliers", "-100.00", bill("BILL-77", "Agst Ref", "-100.00")],
        ["Bank", "100.00"]
      ]),
      voucher(74, "Payment", [
        ["Rent", "-100.00"],
        ["Bank", "100.00"]
      ])
    ],
    "Voucher $$IsReceipt": [
      voucher(75, "Receipt", [
        ["XYZ Traders", "100.00", bill("INV-1", "Agst Ref", "100.00")],
        ["Bank", "-100.00"]
      ])
    ],
    "Voucher $$IsJournal": [
      voucher(76, "Journal", [
        ["Rent", "-70.00"],
        ["ABC Suppliers", "70.00"]
      ])
    ],
    "Voucher $$IsSalesOrder": [
      voucher(77, "Sales Order", [
        ["XYZ Traders", "-100.00", { ISPARTYLEDGER: "Yes" }],
        ["Sales", "100.00"]
      ])
    ]
  },
  reports: {
    "Profit and Loss":
      "<ENVELOPE><DSPACCNAME><DSPDISPNAME>Sales Accounts</DSPDISPNAME></DSPACCNAME><PLAMT><PLSUBAMT/><BSMAINAMT>100.00</BSMAINAMT></PLAMT></ENVELOPE>",
    "Balance Sheet":
      "<ENVELOPE><BSNAME><DSPACCNAME><DSPDISPNAME>Current Assets</DSPDISPNAME></DSPACCNAME></BSNAME><BSAMT><BSSUBAMT/><BSMAINAMT>-100.00</BSMAINAMT></BSAMT></ENVELOPE>",
    "Cash Flow":
      "<ENVELOPE><DSPACCNAME><DSPDISPNAME>Fixed Assets</DSPDISPNAME></DSPACCNAME><DSPACCINFO><DSPDRAMT><DSPDRAMTA/></DSPDRAMT><DSPCRAMT><DSPCRAMTA>-100.00</DSPCRAMTA></DSPCRAMT></DSPACCINFO></ENVELOPE>"
  }
}

const supplier = guid(4000)
const line = {
  item_id: guid(41),
  account_id: guid(22),
  tax_id: guid(24),
  description: "Goods",
  quantity: 2,
  unit_amount: 50,
  total_discount: 10
}

/** A voucher that is there, cancelled and deleted. */
const ended = { void: [{ platform_id: guid(4002) }], delete: [{ platform_id: guid(4002) }] }

export const profile: Profile = {
  slug: "tally",
  connector: tally,
  describe: (folder) => describe(folder, extra),
  settings: { address: "https://tally.example.com", company_name: "ABC & Sons", encoding: "utf-8" },
  credentials: { header: "x-tunnel-key", value: "a key of nobody" },
  writes: {
    CONTACTS: {
      create: [
        {
          name: "New & Co",
          contact_name: "Bo",
          contact_type: "VENDOR",
          currency_id: guid(31),
          tax_number: "29AAAAA0000A1Z5",
          registration_number: "AAAAA0000A",
          email: "a@b.example"
        },
        { name: "Plain", contact_type: "CUSTOMER" }
      ]
    },
    PURCHASE_ORDERS: {
      ...ended,
      create: [
        {
          contact_id: supplier,
          document_number: "PO-9",
          currency_id: guid(31),
          posted_date: "2026-03-10",
          delivery_date: "2026-03-20",
          line_items: [line, { account_id: guid(27), unit_amount: 5 }]
        }
      ]
    },
    BILL_CREDIT_NOTES: {
      ...ended,
      create: [
        {
          contact_id: supplier,
          document_number: "DN-9",
          posted_date: "2026-03-10",
          memo: "Broken",
          bill_ids: [guid(71)],
          line_items: [line, { account_id: guid(22), unit_amount: 2000, description: "More" }]
        },
        { contact_id: supplier, posted_date: "2026-03-10", line_items: [{ account_id: guid(22), unit_amount: 5 }] }
      ]
    },
    ACCOUNTS: {
      create: [
        { name: "Freight", category: "EXPENSE", description: "In", nominal_code: "F-1", currency_id: guid(31) },
        { name: "Savings", category: "BANK" }
      ]
    },
    BILLS: {
      ...ended,
      create: [
        {
          contact_id: supplier,
          document_number: "B-9",
          posted_date: "2026-03-10",
          due_date: "2026-04-09",
          memo: "Goods",
          line_items: [line, { account_id: guid(22), unit_amount: 5 }]
        }
      ]
    },
    INVOICE_CREDIT_NOTES: {
      ...ended,
      create: [
        { contact_id: guid(21), posted_date: "2026-03-10", line_items: [{ account_id: guid(23), unit_amount: 5 }] }
      ]
    },
    JOURNAL_ENTRIES: {
      ...ended,
      create: [
        {
          document_number: "J-9",
          posted_date: "2026-03-10",
          description: "Accrual",
          journal_lines: [
            { account_id: guid(22), type: "DEBIT", net_amount: 5, description: "Goods" },
            { account_id: guid(23), type: "CREDIT", net_amount: 5 }
          ]
        }
      ]
    },
    SALES_ORDERS: {
      ...ended,
      create: [
        {
          contact_id: guid(21),
          document_number: "SO-9",
          posted_date: "2026-03-10",
          delivery_date: "2026-03-20",
          line_items: [
            { ...line, account_id: guid(23), tax_id: guid(25) },
            { account_id: guid(23), unit_amount: 5 }
          ]
        }
      ]
    },
    INVOICE_PAYMENTS: {
      create: [
        {
          account_id: guid(26),
          contact_id: guid(21),
          document_number: "R-9",
          payment_date: "2026-03-10",
          amount: 100,
          memo: "Thanks"
        }
      ],
      delete: [{ platform_id: `${guid(75)}:0` }]
    },
    BILL_PAYMENTS: {
      create: [
        {
          account_id: guid(26),
          contact_id: supplier,
          bill_id: guid(71),
          document_number: "P-10",
          payment_date: "2026-03-10",
          amount: 10
        }
      ],
      delete: [{ platform_id: `${guid(73)}:0` }]
    },
    EXPENSES: {
      delete: ended.delete,
      create: [
        {
          account_id: guid(26),
          document_number: "P-9",
          posted_date: "2026-03-10",
          line_items: [{ account_id: guid(27), unit_amount: 5 }]
        }
      ]
    },
    INVOICES: {
      ...ended,
      create: [
        {
          contact_id: guid(21),
          document_number: "S-9",
          posted_date: "2026-03-10",
          line_items: [{ account_id: guid(23), unit_amount: 5 }]
        }
      ],
      update: [
        {
          platform_id: guid(4002),
          memo: "changed",
          due_date: "2025-05-10",
          document_number: "INV-1A",
          contact_id: guid(21),
          posted_date: "2025-04-11"
        },
        {
          platform_id: guid(4002),
          line_items: [
            { ...line, account_id: guid(23), tax_id: guid(25) },
            { account_id: guid(23), unit_amount: 5, tax_id: guid(25) }
          ]
        },
        { platform_id: guid(4002), status: "VOID" },
        { platform_id: guid(4002), status: "DRAFT" }
      ]
    }
  },
  departures: [
    {
      fault: /no collection of the type (Bills|Currency)$/,
      reason: "both are types of Tally's own objects, which public programs ask for as collections"
    },
    {
      fault: /no function \$\$Is(PurcOrder|SalesOrder|Payment|Receipt|Contra|Journal|DebitNote|CreditNote|Sales)$/,
      reason: "functions of voucher types beside $$IsPurchase, as public definitions use them"
    },
    {
      fault: /ALLLEDGERENTRIES\.LIST has no (INVENTORYALLOCATIONS\.LIST|NARRATION)$/,
      reason:
        "members of a ledger's entry in the accounting view, as Tally's own exports show them; no sample has items there"
    },
    {
      fault: /TALLYMESSAGE\/LEDGER has no DESCRIPTION$/,
      reason: "the method that the description of a ledger is read by; the sample makes a party, which has none"
    },
    {
      fault: /no method Company\.(BasicCompanyFormalName|GSTRegistrationNumber|PhoneNumber)$/,
      reason: "methods of a company in Tally's own exports; what a release lacks is left out of its answer"
    },
    {
      fault: /no method Voucher\.(Basic\w+|ConsigneeGSTIN|CostCentreName|CountryOfResidence|PartyMailingName|\w+\.\*)$/,
      reason:
        "an update sends the voucher back as a whole: what Tally's own exports show of one is asked for, of one voucher alone"
    }
  ]
}
