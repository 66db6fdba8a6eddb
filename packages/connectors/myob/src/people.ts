/** How to reach contacts and the company: a card has up to five places, each with an address, telephones, an e-mail and a person. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

const place = {
  Location: Wire.id,
  Street: Wire.text,
  City: Wire.text,
  State: Wire.text,
  PostCode: Wire.text,
  Country: Wire.text,
  Phone1: Wire.text,
  Phone2: Wire.text,
  Phone3: Wire.text,
  Fax: Wire.text,
  Email: Wire.text,
  Website: Wire.text,
  ContactName: Wire.text
}
export const Places = Wire.list(Wire.struct(place))
export type Place = Wire.Struct<typeof place>
/** The same where the name decides: a place that names nobody has no person. */
export const Persons = Wire.list(Wire.required(Wire.struct({ ...place, ContactName: Wire.decisive(Wire.text) })))

/** The places that are there, each with the id that what it holds begins with. */
export const placesOf = (owner: string, all: ReadonlyArray<Place | null> | null | undefined) =>
  (all ?? []).flatMap((place, position) =>
    place === null ? [] : [{ ...place, id: `${owner}/${place.Location ?? position + 1}` }]
  )
type Placed = ReadonlyArray<Place & { readonly id: string }>

/** Quirk: MYOB answers every place, most of them empty. */
export const addresses = (places: Placed) =>
  places.flatMap(({ City, Country, PostCode, State, Street, id }) => {
    const mapped = {
      // Quirk: the lines of a street are lines of its text.
      street: Normalize.street(...(Street ?? "").split(/\s*[\r\n]+\s*/)),
      city: Normalize.text(City),
      state: Normalize.text(State),
      pincode: Normalize.text(PostCode),
      country: Normalize.text(Country)
    }
    return Object.values(mapped).every((value) => value === null) ? [] : [{ platform_id: id, ...mapped }]
  })

export const phones = (places: Placed) =>
  places.flatMap(({ Fax, Phone1, Phone2, Phone3, id }) =>
    [Phone1, Phone2, Phone3, Fax].flatMap((given, position) => {
      const number = Normalize.text(given)
      const isFax = position === 3
      return number === null
        ? []
        : [
            {
              platform_id: `${id}/${isFax ? "fax" : position + 1}`,
              number,
              type: isFax ? ("FAX" as const) : ("TELEPHONE" as const)
            }
          ]
    })
  )

export const links = (places: Placed) =>
  places.flatMap(({ Email, Website, id }) =>
    (
      [
        ["email", "EMAIL", Email],
        ["website", "WEBSITE", Website]
      ] as const
    ).flatMap(([name, type, given]) => {
      const link = Normalize.text(given)
      return link === null ? [] : [{ platform_id: `${id}/${name}`, link, type }]
    })
  )
