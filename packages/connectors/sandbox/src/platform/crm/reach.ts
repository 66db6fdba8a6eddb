/** What people, companies and leads share: an owner and ways to reach them. */
import * as F from "../Field.ts"

export const owner = F.optional(F.ref("users"))

const labelled = F.object({ label: F.otherwise(F.oneOf("work", "home", "mobile", "fax"), "work"), value: F.text() })
const place = F.object({
  street: F.optional(F.text()),
  city: F.optional(F.text()),
  region: F.optional(F.text()),
  zip: F.optional(F.text(20)),
  country: F.optional(F.country)
})
export const reach = {
  emails: F.list(labelled, { max: 5 }),
  phones: F.list(labelled, { max: 5 }),
  address: F.optional(place)
}
