/**
 * What the tests let sizes grow to, in bytes of minified and compressed code, a little above what they are. Lower them here when
 * they shrink. Goal P8 wants 55 000 by Rollup and 65 000 by esbuild, and 333 for a data model of a further connector.
 */
export const limits = {
  /** The async door with one connector, effect and all else that they need at the start. */
  one: 58_000,
  /** The same with the connector that takes least: what effect and core are of it. */
  least: 56_200,
  /**
   * What is loaded when tokens are to be renewed (OAuth), when records are written, when bytes of documents are moved, and when webhooks
   * come: core's part is 23 000 of it, the rest is what the connector writes.
   */
  later: 35_300,
  /** What a further connector adds: for its ways of signing in and paging, and for each of its data models. */
  further: 5_000,
  perModel: 110,
  /**
   * More for one: those of accounting read many models. BUSY and Tally bring core's reader and writer of XML, and make documents
   * of bare entries; the sandbox has every model there is, and its writes at the start.
   */
  more: {
    "business-central": 6_700,
    busy: 6_100,
    jurnal: 5_100,
    myob: 5_300,
    netsuite: 6_000,
    odoo: 5_100,
    paypal: 2_500,
    qoyod: 2_400,
    quickbooks: 5_200,
    "sage-accounting": 2_900,
    "sage-za": 3_400,
    sandbox: 16_800,
    tally: 12_600,
    wafeq: 2_300,
    wave: 1_800,
    xero: 5_400,
    "zoho-books": 4_200
  } as Readonly<Record<string, number>>,
  /** The async door with one connector by Rollup and by esbuild. The goals are 55 000 and 65 000. */
  bundlers: {
    hubspot: [52_900, 60_700],
    shopify: [51_600, 59_300],
    stripe: [52_700, 60_600],
    xero: [58_500, 66_800]
  } as Readonly<Record<string, readonly [rollup: number, esbuild: number]>>,
  /** The client of the service, plain async. */
  client: 6_400
}
