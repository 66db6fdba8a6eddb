/**
 * What the tests let sizes grow to, in bytes of minified and compressed code, a little above what they are. Lower them here when
 * they shrink. Goal P8 wants 55 000 by Rollup and 65 000 by esbuild, and 333 for a data model of a further connector.
 */
export const limits = {
  /** The async door with one connector, effect and all else that they need at the start. */
  one: 53_500,
  /** The same with the connector that takes least: what effect and core are of it. */
  least: 50_200,
  /**
   * What is loaded when tokens are to be renewed (OAuth), when records are written, when bytes of documents are moved, and when webhooks
   * come: core's part is 27 200 of it, the rest is what the connector writes.
   */
  later: 38_600,
  /** What a further connector adds to a few others: for its ways of signing in and paging, and for each of its data models. */
  further: 5_100,
  perModel: 110,
  /**
   * More for one: those of accounting read many models. BUSY and Tally bring core's reader and writer of XML, and make documents
   * of bare entries; shops bring what orders are made of; the sandbox has every model there is, and its writes at the start.
   */
  more: {
    bigcommerce: 340,
    "business-central": 5_600,
    busy: 6_700,
    jurnal: 3_600,
    myob: 4_300,
    netsuite: 5_000,
    odoo: 4_300,
    paypal: 2_800,
    qoyod: 1_300,
    quickbooks: 5_900,
    "sage-accounting": 2_100,
    "sage-za": 2_000,
    sandbox: 16_400,
    shopify: 480,
    tally: 10_200,
    wafeq: 1_300,
    wave: 1_900,
    xero: 5_500,
    "zoho-books": 3_300
  } as Readonly<Record<string, number>>,
  /** The async door with one connector by Rollup and by esbuild. The goals are 55 000 and 65 000. */
  bundlers: {
    hubspot: [49_400, 56_900],
    quickbooks: [54_900, 62_600],
    shopify: [48_100, 55_500],
    stripe: [49_300, 56_800],
    xero: [54_800, 62_700]
  } as Readonly<Record<string, readonly [rollup: number, esbuild: number]>>,
  /** The client of the service, plain async. */
  client: 6_400
}
