/** The currency of the books, and what new vouchers and items are made with where the data models have no member for it. */
import * as Setting from "@svc/core/Setting"

const name = "[A-Za-z0-9][A-Za-z0-9 _./()%-]{0,39}"

export const bookSettings = {
  base_currency: Setting.asked({
    label: "Currency of the books",
    help: "Three letters; INR when empty",
    placeholder: "INR",
    pattern: "[A-Z]{3}",
    optional: true
  }),
  series: Setting.asked({
    label: "Series of new vouchers",
    help: "Main when empty. It must number by hand: what is sent has a number already",
    placeholder: "Main",
    pattern: name,
    optional: true
  }),
  material_centre: Setting.asked({
    label: "Material centre of new vouchers",
    help: "Main Store when empty",
    placeholder: "Main Store",
    pattern: name,
    optional: true
  }),
  tax_types: Setting.asked({
    label: "Types of sales and purchases",
    help: "That within the state, and that with other states: tax is said by item. Local-ItemWise, Central-ItemWise when empty",
    placeholder: "Local-ItemWise, Central-ItemWise",
    pattern: `${name}, ?${name}`,
    optional: true
  }),
  gst_state: Setting.asked({
    label: "State of the firm",
    help: "The first two digits of its GST number: they tell how tax is split. Without them, no tax is written",
    placeholder: "29",
    pattern: "[0-9]{2}",
    optional: true
  }),
  unit: Setting.asked({
    label: "Unit of new items",
    help: "Nos. when empty",
    placeholder: "Nos.",
    pattern: name,
    optional: true
  })
}
