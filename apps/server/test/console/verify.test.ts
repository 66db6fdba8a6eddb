/**
 * The six ways that the console shows to check a delivery, run where this machine has the language (Node it always has): each
 * takes what the service itself sent, with either of two signatures, and refuses what was changed, signed by another or old.
 * `pnpm verify` demands all six of the machine.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { createHmac, randomBytes } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Redacted from "effect/Redacted"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { keyOf, newSecret, sign } from "../../src/webhooks/Signature.ts"

const source = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../console/src/verify/${name}`, import.meta.url)), "utf8")

interface Delivery {
  readonly secret: string
  readonly id: string
  readonly time: string
  readonly signature: string
  readonly body: string
}
/** Arguments of a program: secret, id, time, signature, body. It ends with 0 where it takes the delivery, with 3 where not. */
const argsOf = ({ body, id, secret, signature, time }: Delivery) => [secret, id, time, signature, body]

interface Language {
  readonly name: string
  /** What the machine must have. */
  readonly program: string
  readonly ask: ReadonlyArray<string>
  readonly files: () => Readonly<Record<string, string>>
  /** Made once, where it has to be. */
  readonly make?: ReadonlyArray<string>
  readonly run: ReadonlyArray<string>
}
const languages: ReadonlyArray<Language> = [
  {
    name: "JavaScript",
    program: process.execPath,
    ask: ["--version"],
    files: () => ({
      "verify.mjs": source("verify.mjs"),
      "main.mjs": `import { verify } from "./verify.mjs"
        const [secret, id, time, signature, body] = process.argv.slice(2)
        try { verify(secret, { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature }, body) }
        catch { process.exit(3) }`
    }),
    run: ["main.mjs"]
  },
  {
    name: "Python",
    program: "python3",
    ask: ["--version"],
    files: () => ({
      "verify.py": source("verify.py"),
      "main.py": `import sys
from verify import verify
secret, id, time, signature, body = sys.argv[1:]
try:
    verify(secret, {"webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature}, body.encode())
except ValueError:
    sys.exit(3)
`
    }),
    run: ["main.py"]
  },
  {
    name: "Ruby",
    program: "ruby",
    ask: ["--version"],
    files: () => ({
      "verify.rb": source("verify.rb"),
      "main.rb": `require_relative "verify"
secret, id, time, signature, body = ARGV
begin
  verify(secret, { "webhook-id" => id, "webhook-timestamp" => time, "webhook-signature" => signature }, body)
rescue RuntimeError
  exit 3
end
`
    }),
    run: ["main.rb"]
  },
  {
    name: "PHP",
    program: "php",
    ask: ["--version"],
    files: () => ({
      "verify.php": source("verify.php"),
      "main.php": `<?php require __DIR__ . '/verify.php';
[, $secret, $id, $time, $signature, $body] = $argv;
try { verify($secret, ['webhook-id' => $id, 'webhook-timestamp' => $time, 'webhook-signature' => $signature], $body); }
catch (RuntimeException) { exit(3); }
`
    }),
    run: ["main.php"]
  },
  {
    name: "Go",
    program: "go",
    ask: ["version"],
    files: () => ({
      "go.mod": "module webhooks\n\ngo 1.19\n",
      "verify.go": source("verify.go").replace("package webhooks", "package main"),
      "main.go": `package main
import ("net/http"; "os")
func main() {
  headers := http.Header{}
  headers.Set("webhook-id", os.Args[2])
  headers.Set("webhook-timestamp", os.Args[3])
  headers.Set("webhook-signature", os.Args[4])
  if Verify(os.Args[1], headers, []byte(os.Args[5])) != nil { os.Exit(3) }
}
`
    }),
    make: ["build", "-o", "verify", "."],
    run: ["./verify"]
  },
  {
    name: "Java",
    program: "java",
    ask: ["--version"],
    files: () => ({
      // The first class of a file is the one that is run.
      "Main.java": [
        "import java.nio.charset.StandardCharsets; import java.security.MessageDigest; import java.util.Base64;",
        "import java.util.Map; import javax.crypto.Mac; import javax.crypto.spec.SecretKeySpec;",
        `public class Main { public static void main(String[] a) throws Exception {
          try { Verify.verify(a[0], Map.of("webhook-id", a[1], "webhook-timestamp", a[2], "webhook-signature", a[3]), a[4]); }
          catch (SecurityException e) { System.exit(3); } } }`,
        source("Verify.java").replaceAll(/^import .*$/gm, "")
      ].join("\n")
    }),
    run: ["Main.java"]
  }
]
const isThere = ({ ask, program }: Language): boolean => spawnSync(program, [...ask], { stdio: "ignore" }).status === 0

const own = newSecret()
const next = newSecret()
const body = JSON.stringify({ type: "DATA_MODEL_CHANGES", data: { name: "Müller & Söhne „GmbH“ \u{1f600}" } })
const now = Math.floor(Date.now() / 1000)
const delivery = (keys: ReadonlyArray<Redacted.Redacted>, time = now): Delivery => ({
  secret: Redacted.value(own),
  id: "0190f0b0-0000-7000-8000-000000000000",
  time: String(time),
  signature: sign(keys.map(keyOf), "0190f0b0-0000-7000-8000-000000000000", time, body),
  body
})
const good = delivery([own])

it("is the documented scheme that signs", () => {
  const key = Buffer.from(good.secret.slice("whsec_".length), "base64")
  const sum = createHmac("sha256", key).update(`${good.id}.${good.time}.${good.body}`).digest("base64")
  assert.strictEqual(good.signature, `v1,${sum}`)
})

describe.each(languages.filter(isThere))("$name", ({ files, make, program, run }) => {
  let folder: string
  let command: readonly [program: string, args: ReadonlyArray<string>]
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "verify-"))
    for (const [name, text] of Object.entries(files())) writeFileSync(join(folder, name), text)
    if (make !== undefined)
      execFileSync(program, [...make], { cwd: folder, env: { ...process.env, GOFLAGS: "-mod=mod" } })
    command = make === undefined ? [program, run] : [join(folder, run[0]!), []]
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const answer = (given: Delivery): number | null => {
    const { status } = spawnSync(command[0], [...command[1], ...argsOf(given)], { cwd: folder })
    return status
  }
  it("takes what the service signed, and nothing else", () => {
    const cases: ReadonlyArray<readonly [what: string, given: Delivery, status: number]> = [
      ["signed", good, 0],
      ["signed by both while the secret changes", delivery([next, own]), 0],
      ["of another secret", delivery([next]), 3],
      ["another body", { ...good, body: body.replace("Söhne", "Sohn") }, 3],
      ["another id", { ...good, id: "0190f0b0-0000-7000-8000-000000000001" }, 3],
      ["another time", { ...good, time: String(now - 1) }, 3],
      ["old", delivery([own], now - 301), 3],
      ["no signature", { ...good, signature: "" }, 3],
      ["a part of it", { ...good, signature: good.signature.slice(0, -4) }, 3],
      ["noise", { ...good, signature: `v1,${randomBytes(32).toString("base64")}` }, 3]
    ]
    assert.deepStrictEqual(
      cases.map(([what, given]) => [what, answer(given)]),
      cases.map(([what, , status]) => [what, status])
    )
  })
})

it("is run in Node whatever else there is, and in all of them where that is demanded", () => {
  const missing = languages.filter((language) => !isThere(language)).map(({ name }) => name)
  assert.notInclude(missing, "JavaScript")
  if (process.env["TEST_ALL_LANGUAGES"] === "1") assert.deepStrictEqual(missing, [])
  else if (missing.length > 0) console.info(`Not on this machine, so not run: ${missing.join(", ")}.`)
})
