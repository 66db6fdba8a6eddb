/**
 * What an operator does by a press or a command: one table of words, from which the console makes its buttons and the command
 * line its commands. `:name` in a command or a path is what it is done to.
 */

export interface Act {
  /** On the button, and what the command is said to do. */
  readonly label: string
  /** What happens by it, and what does not. */
  readonly says: string
  /** When it is done. */
  readonly done: string
  /** Behind `svc`. */
  readonly command: string
  /** What is asked of the interface; null for a command that is written by hand, since it asks or follows more. */
  readonly request: readonly [method: "POST" | "PUT" | "DELETE", path: string, body?: object] | null
  /** Members of the answer that are to be read, such as an address. */
  readonly shows?: ReadonlyArray<string>
}

export const acts = {
  syncNow: {
    label: "Sync now",
    says: "What changed at the platform since the last sync is read.",
    done: "The sync has begun.",
    command: "sync :company --connection :connection",
    request: null
  },
  fullSync: {
    label: "Full sync",
    says: "Everything is read again instead of what changed. It may take long, and uses the platform's budget of calls.",
    done: "The sync has begun.",
    command: "sync :company --connection :connection --full",
    request: null
  },
  cancelSync: {
    label: "Cancel",
    says: "The sync stops between two pages. What it has stored stays.",
    done: "The sync is cancelled.",
    command: "syncs cancel :svc_id",
    request: ["POST", "/v3/core/syncs/:svc_id/cancel"]
  },
  pause: {
    label: "Pause",
    says: "Nothing is read from the platform until it is resumed. Writes and passthrough go on.",
    done: "Its syncs are paused.",
    command: "connections pause :svc_id",
    request: ["POST", "/v3/core/connections/:svc_id/pause"]
  },
  resume: {
    label: "Resume",
    says: "A pause is lifted, also one that the platform asked for: what waits goes on at once.",
    done: "Its syncs go on.",
    command: "connections resume :svc_id",
    request: ["POST", "/v3/core/connections/:svc_id/resume"]
  },
  reconnect: {
    label: "Make a link to reconnect",
    says: "Whoever can sign in at the platform authorises the same connection again on it.",
    done: "Send this link to whoever can sign in at the platform.",
    command: "connections reconnect :svc_id",
    request: ["POST", "/v3/core/connections/:svc_id/reconnect"],
    shows: ["url", "expires_at"]
  },
  inboundAddress: {
    label: "New inbound address",
    says: "The address for the platform's webhooks is made anew and shown once. The one before ends at once.",
    done: "Enter this at the platform; it is not shown again.",
    command: "inbound-address :svc_id",
    request: null
  },
  disconnect: {
    label: "Disconnect",
    says: "The authorisation is revoked at the platform, and the credentials are erased here. The records stay.",
    done: "It is disconnected.",
    command: "connections disconnect :svc_id",
    request: ["POST", "/v3/core/connections/:svc_id/disconnect"]
  },
  erase: {
    label: "Erase this company",
    says: "Every connection of it is ended, and all its records, uploads and events are deleted, for good. The platforms keep what they have.",
    done: "It is erased.",
    command: "companies erase :svc_id --yes",
    request: null
  },
  mapAgain: {
    label: "Map again",
    says: "The record is made of its stored item once more, by the mapping of today, without asking the platform.",
    done: "It was mapped again.",
    command: "records map :data_model :svc_id",
    request: ["POST", "/v3/core/records/:data_model/:svc_id/map"],
    shows: ["outcome", "changed", "issues"]
  },
  checkIntegration: {
    label: "Check at the platform",
    says: "The platform is asked whether it takes the client id and secret that are set. Nothing is changed by it.",
    done: "The platform was asked.",
    command: "integrations check :integration_id",
    request: ["POST", "/v3/core/integrations/:integration_id/check"],
    shows: ["result", "sentence", "platform_answer"]
  },
  setCredentials: {
    label: "Set them",
    says: "Who connects from now on does so by this application; connections that are there go on with it.",
    done: "They are set.",
    command: "integrations set :integration_id --client-id :client_id --client-secret-file :file",
    request: null
  },
  disableIntegration: {
    label: "Disable it",
    says: "Nobody can connect it, and its connections are not read until it is offered again.",
    done: "It is disabled.",
    command: "integrations disable :integration_id",
    request: null
  },
  offerIntegration: {
    label: "Offer it",
    says: "It can be connected again, and what waited is read.",
    done: "It is offered.",
    command: "integrations offer :integration_id",
    request: null
  },
  invite: {
    label: "Make a link",
    says: "Whoever opens it connects a platform of theirs.",
    done: "Send this link.",
    command: "invite :company",
    request: null
  },
  addWebhook: {
    label: "Add a webhook",
    says: "An address is told what happens, by signed requests, and again until it answers.",
    done: "Its signing secret; it is not shown again.",
    command: "webhooks add :name --url :url --type :type",
    request: null
  },
  testWebhook: {
    label: "Send a test",
    says: "A delivery with an example is sent, signed as all are.",
    done: "A test is on the way.",
    command: "webhooks test :id",
    request: ["POST", "/v3/core/webhooks/:id/test"]
  },
  enableWebhook: {
    label: "Enable",
    says: "What happens from now on is delivered there.",
    done: "It is enabled.",
    command: "webhooks enable :id",
    request: ["PUT", "/v3/core/webhooks/:id", { is_disabled: false }]
  },
  disableWebhook: {
    label: "Disable",
    says: "Nothing is sent there until it is enabled.",
    done: "It is disabled.",
    command: "webhooks disable :id",
    request: ["PUT", "/v3/core/webhooks/:id", { is_disabled: true }]
  },
  rotateWebhook: {
    label: "Rotate the secret",
    says: "A new signing secret is made and shown once. Deliveries carry the old signature as well for a day.",
    done: "The new secret; it is not shown again.",
    command: "webhooks rotate :id",
    request: ["POST", "/v3/core/webhooks/:id/rotate_secret"],
    shows: ["secret"]
  },
  deleteWebhook: {
    label: "Delete",
    says: "Nothing is sent there any more, and its deliveries are forgotten.",
    done: "It is deleted.",
    command: "webhooks delete :id",
    request: ["DELETE", "/v3/core/webhooks/:id"]
  },
  sendAgain: {
    label: "Send again",
    says: "The same event is delivered once more, with its id.",
    done: "It is on the way again.",
    command: "webhooks retry :id",
    request: ["POST", "/v3/core/deliveries/:id/retry"]
  },
  replay: {
    label: "Replay a span",
    says: "All events of the span are delivered once more, in their order and with their ids.",
    done: "They are on the way again.",
    command: "webhooks replay :id --from :from --to :to",
    request: null
  },
  revokeLink: {
    label: "Revoke",
    says: "The link opens nothing any more. What was connected on it stays.",
    done: "The link is revoked.",
    command: "invite-links revoke :invite_link_id",
    request: ["DELETE", "/v3/core/invite_links/:invite_link_id"]
  },
  makeKey: {
    label: "Make a key",
    says: "Whoever has it may what its scopes say.",
    done: "This is the key. It is not shown again.",
    command: "keys create --name :name --scopes :scopes",
    request: null
  },
  rotateKey: {
    label: "Rotate the key",
    says: "A new key is made and shown once. The old one works for a day beside it.",
    done: "This is the key. It is not shown again.",
    command: "keys rotate :svc_id",
    request: null
  },
  revokeKey: {
    label: "Revoke the key",
    says: "The key lets nobody in any more, from now on, and its sessions end. It cannot be taken back.",
    done: "The key is revoked.",
    command: "keys revoke :svc_id",
    request: null
  },
  endSession: {
    label: "End",
    says: "Whoever is signed in by it has to sign in again.",
    done: "The session has ended.",
    command: "sessions end :svc_id",
    request: ["DELETE", "/v3/core/sessions/:svc_id"]
  },
  retryJob: {
    label: "Try it again",
    says: "The job is done once more, as if it had not been given up.",
    done: "It is tried again.",
    command: "jobs retry :id",
    request: ["POST", "/v3/core/service/failed_jobs/:id/retry"],
    shows: ["queue"]
  }
} as const satisfies Readonly<Record<string, Act>>

export type ActId = keyof typeof acts
