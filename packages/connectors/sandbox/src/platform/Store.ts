/**
 * Where the journal is kept. The platform's state is its seed data plus the lines of this journal, one line for each
 * request that changed something; a line counts once `append` has resolved.
 */

export interface Store {
  /** All complete lines, oldest first. Called once, before the first append. */
  readonly read: () => Promise<ReadonlyArray<string>>
  /** Resolves when the line is safe; after a rejection the line must not be there. */
  readonly append: (line: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Keeps the journal in memory. `lines` are those of an earlier one. */
export const MemoryStore = (
  lines: ReadonlyArray<string> = []
): Store & { readonly lines: () => ReadonlyArray<string> } => {
  const kept = [...lines]
  return {
    lines: () => [...kept],
    read: async () => [...kept],
    append: async (line) => {
      kept.push(line)
    },
    close: async () => {}
  }
}
