/** Writes `Marks.ts` from the marks that the package `simple-icons` has: `pnpm run docs`. */
import {
  siBigcommerce,
  siHubspot,
  siMyob,
  siOdoo,
  siPaypal,
  siQuickbooks,
  siRazorpay,
  siSage,
  siShopify,
  siStripe,
  siWoo,
  siXero,
  siZoho
} from "simple-icons"
import { contrast } from "./Colour.ts"

/** By integration. What is not here is shown by its letter: the package has no mark of it. */
const icons = {
  BIG_COMMERCE: siBigcommerce,
  HUBSPOT: siHubspot,
  MYOB_BUSINESS: siMyob,
  ODOO_ACCOUNTING: siOdoo,
  PAYPAL: siPaypal,
  QUICKBOOKS: siQuickbooks,
  QUICKBOOKS_SANDBOX: siQuickbooks,
  RAZORPAY: siRazorpay,
  SAGE_CLOUD_ACCOUNTING: siSage,
  SAGE_ZA_CLOUD_ACCOUNTING: siSage,
  SHOPIFY: siShopify,
  STRIPE: siStripe,
  WOO_COMMERCE: siWoo,
  XERO: siXero,
  ZOHO_BOOKS: siZoho,
  ZOHO_CRM: siZoho
}

/** The integrations that the table above is about. */
export const ids: ReadonlyArray<string> = Object.keys(icons)

/** White on what is dark enough for it (3 to 1, as WCAG asks of graphics), else black. */
const ink = (hex: string): string => (contrast("#ffffff", `#${hex}`) >= 3 ? "#ffffff" : "#000000")

/** The text of `Marks.ts`. */
export const source = (): string =>
  `/**
 * The marks of platforms, each a path on a grid of 24 by 24, the colour behind it and its own. Written by \`pnpm run docs\` from
 * the package simple-icons, so that a server need not install all of it. They are trademarks of their owners.
 */
export interface Mark {
  readonly path: string
  readonly colour: string
  readonly ink: string
}

/** By integration. */
export const marks: Readonly<Record<string, Mark>> = {
${Object.entries(icons)
  .map(
    ([id, { hex, path }]) => `  ${id}: {
    path: "${path}",
    colour: "#${hex.toLowerCase()}",
    ink: "${ink(hex)}"
  }`
  )
  .join(",\n")}
}
`
