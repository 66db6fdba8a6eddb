/** Takes the place of the test kit and of vitest for files that register a connector's suite: it keeps what they register. */
import type { Connector } from "@svc/core"
import type { Subject } from "@svc/testkit"

export { Case } from "@svc/testkit"

export const subjects: Array<Subject> = []
export const suite = (connector: Connector.Any, subject: Omit<Subject, "connector">): void => {
  subjects.push({ ...subject, connector })
}
export const checks = (): ReadonlyArray<never> => []
export const describe = (): void => undefined
export const it = describe
export const test = describe
export const expect = describe
