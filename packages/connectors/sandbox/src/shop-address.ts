/** Addresses of the shop's customers and orders. */
import * as Wire from "@svc/core/Wire"
import { street } from "./reach.ts"

export const ShopAddress = Wire.struct({
  line1: Wire.text,
  line2: Wire.text,
  city: Wire.text,
  province: Wire.text,
  zip: Wire.text,
  country: Wire.text
})

export const shopAddress = (raw: (typeof ShopAddress)["Type"]) => ({
  street: street(raw.line1, raw.line2),
  city: raw.city,
  state: raw.province,
  pincode: raw.zip,
  country: raw.country
})
