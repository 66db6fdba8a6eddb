/** How somebody is reached: members that partners and companies have in common. */
import * as Reach from "@svc/core/Reach"
import * as Wire from "@svc/core/Wire"
import * as Own from "./wire.ts"

export const reached = {
  // `mobile` is there until Odoo 18.
  ...Wire.all(Own.text, "email", "website", "phone", "mobile", "street", "street2", "city", "zip"),
  ...Wire.all(Own.named, "state_id", "country_id")
}
type Reached = { readonly [K in keyof typeof reached]?: string | null | undefined }

/** Links and phone numbers. */
export const ways = ({ email, mobile, phone, website }: Reached) => ({
  external_links: [
    ...Reach.part({ type: "EMAIL" }, { link: email }),
    ...Reach.part({ type: "WEBSITE" }, { link: website })
  ],
  phone_numbers: [
    ...Reach.part({ type: "TELEPHONE" }, { number: phone }),
    ...Reach.part({ type: "MOBILE" }, { number: mobile })
  ]
})
/** The address, where any of it is there. */
export const addressesOf = ({ city, country_id: country, state_id: state, street, street2: locality, zip }: Reached) =>
  Reach.part({}, { street, locality, city, state, pincode: zip, country })
