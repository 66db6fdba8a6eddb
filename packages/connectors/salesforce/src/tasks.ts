/** Salesforce's tasks, which are calls and e-mails as well as what is to be done. */
import * as Wire from "@svc/core/Wire"
import { deletable } from "./source.ts"
import { prefixes } from "./wire.ts"

/** What tasks and events have in common. */
export const activity = {
  ...deletable,
  Subject: Wire.text,
  Description: Wire.text,
  OwnerId: Wire.id,
  WhoId: Wire.id,
  WhatId: Wire.id,
  AccountId: Wire.id
}

/** The kinds of a task that are something that was done, not something to do. */
export const done = ["Call", "Email", "ListEmail", "LinkedIn", "Cadence"]

export const task = { ...activity, TaskSubtype: Wire.text, IsClosed: Wire.boolean, ActivityDate: Wire.text }
/** Only tasks of some kinds. */
export const kinds = (where: string) => ({
  prefix: prefixes.Task,
  where: [{ field: "TaskSubtype", where }],
  dated: { field: "ActivityDate", isDay: true, isOptional: true }
})
