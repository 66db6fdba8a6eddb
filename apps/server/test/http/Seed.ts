/** The field lists of the interface specification, section 2, by its own headings. */
import * as S from "./Shape.ts"

/** 2.1 */
export const common = {
  svc_id: S.integer,
  svc_created_at: S.dateTime,
  svc_updated_at: S.dateTime,
  svc_company_id: S.integer,
  svc_deleted_at: S.orNull(S.dateTime),
  platform_id: S.text,
  platform_unique_id: S.text,
  updated_at: S.orNull(S.text)
}
/** 2.1, when selected. */
export const selected = { raw_data: S.object, data_hash: S.text }
export const envelope = (record: S.Check) =>
  S.members({ data: S.list(record), prev: S.orNull(S.text), next: S.orNull(S.text), total_count: S.orNull(S.integer) })

const priced = S.members(S.nullable({ tax_id: S.text, account_id: S.text, unit_price: S.number, description: S.text }))
export const item = S.members({
  ...common,
  ...S.nullable({
    name: S.text,
    description: S.text,
    status: S.text,
    type: S.text,
    code: S.text,
    quantity_on_hand: S.number,
    is_bill_item: S.boolean,
    bill_item: priced,
    is_invoice_item: S.boolean,
    invoice_item: priced
  })
})
export const tax = S.members({
  ...common,
  ...S.nullable({
    name: S.text,
    code: S.text,
    tax_type: S.text,
    effective_tax_rate: S.number,
    total_tax_rate: S.number
  }),
  components: S.list(
    S.members(S.nullable({ name: S.text, rate: S.number, tax_agency: S.text, is_compound: S.boolean }))
  )
})
export const currency = S.members({
  ...common,
  ...S.nullable({ name: S.text, code: S.text, symbol: S.text, is_base_currency: S.boolean, exchange_rate: S.number })
})
export const account = S.members({
  ...common,
  ...S.nullable({
    name: S.text,
    description: S.text,
    nominal_code: S.text,
    status: S.text,
    sub_category: S.text,
    current_balance: S.number,
    category: S.text,
    currency_id: S.text,
    parent_account_id: S.text
  })
})
export const contact = S.members({
  ...common,
  ...S.nullable({
    name: S.text,
    contact_name: S.text,
    currency_id: S.text,
    tax_number: S.text,
    registration_number: S.text,
    status: S.text,
    contact_type: S.text
  }),
  external_links: S.list(
    S.members({ svc_id: S.integer, platform_id: S.text, link: S.orNull(S.text), type: S.orNull(S.text) })
  ),
  phone_numbers: S.list(
    S.members({ svc_id: S.integer, platform_id: S.text, number: S.orNull(S.text), type: S.orNull(S.text) })
  ),
  addresses: S.list(
    S.members({
      svc_id: S.integer,
      platform_id: S.text,
      ...S.nullable({ street: S.text, locality: S.text, city: S.text, state: S.text, pincode: S.text, country: S.text })
    })
  )
})
export const document = S.members({
  ...common,
  ...S.nullable({
    file_name: S.text,
    file_type: S.text,
    file_size: S.text,
    document_type_id: S.text,
    document_type: S.text,
    document_uploaded: S.boolean
  })
})

/** 2.2, the line item; 2.5 names the same members for invoices. */
export const lineItem = (expanded: Readonly<Record<string, S.Check>> = {}) =>
  S.members({
    svc_id: S.integer,
    platform_id: S.text,
    ...S.nullable({
      line_item_type: S.text,
      line_item_type_id: S.text,
      project_id: S.text,
      item_id: S.text,
      tax_id: S.text,
      account_id: S.text,
      description: S.text,
      quantity: S.number,
      unit_amount: S.number,
      total_amount: S.number,
      sub_total: S.number,
      tax_amount: S.number,
      total_discount: S.number,
      updated_at: S.dateTime
    }),
    tracking_category_ids: S.list(S.text),
    ...expanded
  })

const expenseFields = {
  ...common,
  ...S.nullable({
    contact_id: S.text,
    account_id: S.text,
    document_number: S.text,
    posted_date: S.text,
    payment_mode: S.text,
    currency_id: S.text,
    currency_rate: S.number,
    total_amount: S.number,
    sub_total: S.number,
    tax_amount: S.number,
    total_discount: S.number,
    memo: S.text
  })
}
/** 2.2 */
export const expense = S.members({
  ...expenseFields,
  line_items: S.list(lineItem({ item: S.absent, tax: S.absent, account: S.absent })),
  contact: S.absent,
  currency: S.absent,
  account: S.absent,
  documents: S.absent,
  raw_data: S.absent,
  data_hash: S.absent
})
export const expandedExpense = S.members({
  ...expenseFields,
  ...selected,
  line_items: S.list(lineItem({ item: S.orNull(item), tax: S.orNull(tax), account: S.orNull(account) })),
  contact: S.orNull(contact),
  currency: S.orNull(currency),
  account: S.orNull(account),
  documents: S.list(document)
})

/** 2.3 */
export const deal = (expanded: Readonly<Record<string, S.Check>>) =>
  S.members({
    ...common,
    ...S.nullable({
      name: S.text,
      amount: S.number,
      company_id: S.text,
      contact_id: S.text,
      stage_id: S.text,
      currency: S.text,
      status: S.text,
      close_date: S.dateTime,
      created_at: S.dateTime,
      updated_at: S.dateTime
    }),
    ...expanded
  })

/** 2.4 */
export const order = S.members({
  ...common,
  ...S.nullable({
    created_at: S.dateTime,
    reference: S.text,
    amount: S.number,
    amount_due: S.number,
    status: S.text,
    currency_id: S.text
  })
})

const times = { request_timestamp: S.dateTime, response_timestamp: S.dateTime, request_id: S.text }
/** 2.5, the upload result envelope. */
export const upload = (response: S.Check) =>
  S.members({
    data: S.members({
      status: S.oneOf("SUCCESS"),
      upload_job_id: S.text,
      data: S.list(
        S.members({
          job_id: S.text,
          status: S.oneOf("success"),
          response,
          error: S.isNull
        })
      )
    }),
    ...times
  })
export const writtenPurchaseOrder = S.members({
  platform_id: S.text,
  bill_ids: S.list(S.text),
  raw_data: S.object,
  ...S.nullable({
    contact_id: S.text,
    currency_id: S.text,
    document_number: S.text,
    delivery_date: S.dateTime,
    posted_date: S.dateTime,
    description: S.text,
    currency_rate: S.number,
    status: S.text,
    total_amount: S.number,
    sub_total: S.number,
    tax_amount: S.number,
    total_discount: S.number,
    updated_at: S.text
  })
})
export const writtenBillCreditNote = S.members({
  platform_id: S.text,
  bill_ids: S.list(S.text),
  raw_data: S.object,
  ...S.nullable({
    contact_id: S.text,
    currency_id: S.text,
    document_number: S.text,
    posted_date: S.dateTime,
    memo: S.text,
    remaining_credit: S.number,
    total_amount: S.number,
    status: S.text,
    updated_at: S.text
  })
})
export const writtenContact = S.members({
  platform_id: S.text,
  raw_data: S.object,
  ...S.nullable({
    currency_id: S.text,
    name: S.text,
    contact_name: S.text,
    contact_type: S.text,
    tax_number: S.text,
    registration_number: S.text,
    status: S.text,
    updated_at: S.text
  })
})
export const updatedInvoice = S.members({
  ...common,
  ...S.nullable({
    currency_id: S.text,
    contact_id: S.text,
    total_discount: S.number,
    sub_total: S.number,
    tax_amount: S.number,
    total_amount: S.number,
    amount_due: S.number,
    document_number: S.text,
    posted_date: S.dateTime,
    due_date: S.dateTime,
    memo: S.text,
    status: S.text,
    currency_rate: S.number
  }),
  sales_order_ids: S.list(S.text),
  line_items: S.list(lineItem())
})

/** 2.6 */
export const integration = S.members({
  integration_type: S.text,
  client_id: S.orNull(S.text),
  client_secret: S.orNull(S.text),
  is_disabled: S.boolean,
  is_svc_identity: S.boolean,
  svc_id: S.integer,
  svc_company_id: S.orNull(S.integer),
  svc_organisation_id: S.integer,
  svc_integration_type: S.text,
  svc_updated_at: S.dateTime,
  svc_created_at: S.dateTime,
  metadata: S.object
})
export const updatedIntegration = S.members({ data: integration, ...times })

/** 2.7 */
export const categories = ["ACCOUNTING", "PAYMENTS", "CRM", "ECOMMERCE", "CUSTOM"] as const
export const syncConfig = S.members({
  enabled: S.boolean,
  interval: S.integer,
  frequency: S.text,
  data_model: S.text,
  category: S.oneOf(...categories),
  scope_access: S.members({ READ: S.boolean, CREATE: S.boolean, UPDATE: S.boolean, DELETE: S.boolean }),
  sync_from: S.dateTime,
  custom_fields: S.list(S.text)
})
export const connection = S.members({
  svc_id: S.integer,
  svc_created_at: S.dateTime,
  svc_updated_at: S.dateTime,
  integration_type: S.text,
  status: S.oneOf("PENDING", "HEALTHY", "EXPIRED", "DISCONNECTED", "ERROR"),
  sync_status: S.oneOf("IDLE", "QUEUED", "SYNCING", "PAUSED", "FAILED"),
  rate_limits: S.members({ counters: S.object, lastReset: S.object, maxLimits: S.object }),
  category: S.oneOf(...categories),
  sync_config: S.list(syncConfig)
})
export const inviteLink = S.members({
  svc_id: S.integer,
  svc_created_at: S.dateTime,
  svc_updated_at: S.dateTime,
  invite_link_id: S.text,
  integrations: S.list(S.text),
  integration_categories: S.list(S.oneOf(...categories)),
  company: S.members({
    svc_id: S.integer,
    svc_created_at: S.dateTime,
    svc_updated_at: S.dateTime,
    name: S.orNull(S.text)
  }),
  connections: S.list(connection)
})

/** 2.8 */
export const webhook = S.members({
  id: S.text,
  name: S.text,
  type: S.oneOf("DATA_MODEL_CHANGES", "CONNECTION_CHANGED", "SYNC_COMPLETED"),
  url: S.text,
  headers: S.object,
  operations: S.list(S.oneOf("CREATE", "UPDATE", "DELETE")),
  data_models: S.list(S.text),
  created_at: S.dateTime
})

/** 4.3 */
export const passthrough = S.members({ data: S.object, ...times })
/** The error body of wire.md, section 1. */
export const error = S.members({
  error: S.members({
    code: S.text,
    message: S.text,
    field: S.orNull(S.text),
    details: S.list(S.members({ code: S.text, message: S.text, field: S.orNull(S.text) }))
  }),
  ...times
})
