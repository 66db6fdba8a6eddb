/** Groups of cost centres, and the centres below them. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { all, Master } from "./books.ts"
import { masters } from "./masters.ts"
import { file } from "./open-file.ts"

const lookups = { file, groups: all("cost_centre_group"), centres: all("cost_centre") }
const has = (found: ReadonlyMap<string, Master>, code: string) =>
  [...found.values()].some((one) => one.parentgrp === code)
const groupId = (found: ReadonlyMap<string, Master>, code: string | null | undefined) => {
  const group = Normalize.lookUp(found, code, "parentgrp")
  return group === undefined ? null : Normalize.prefixed("group", group.code)
}

const groups = Connector.read("TRACKING_CATEGORIES", {
  ...masters("cost_centre_group", [], "group-"),
  source: "groups",
  item: Master,
  lookups,
  map: (raw, { lookups: own }) => ({
    platform_id: Normalize.prefixed("group", raw.code),
    name: raw.name,
    status: "ACTIVE",
    parent_id: groupId(own.groups, raw.parentgrp),
    has_children: has(own.groups, raw.code) || has(own.centres, raw.code),
    type: "OTHER"
  })
})
const centres = Connector.read("TRACKING_CATEGORIES", {
  ...masters("cost_centre"),
  source: "centres",
  item: Master,
  lookups: { file, groups: lookups.groups },
  map: (raw, { lookups: own }) => ({
    platform_id: raw.code,
    name: raw.name,
    status: "ACTIVE",
    parent_id: groupId(own.groups, raw.parentgrp),
    has_children: false,
    type: "OTHER"
  })
})
export const trackingCategories = [groups, centres]
