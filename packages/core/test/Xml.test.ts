/** XML as values: what is read, what is cleaned, what is refused, and what is written. */
import { describe, expect, it } from "vitest"
import { Xml } from "../src/contract/index.ts"

describe("reading", () => {
  it("makes members of elements and attributes, and lists of what repeats", () => {
    expect(Xml.read("<a x=\"1\"><b>one</b><b>two</b><c/><d y='2'>text</d> </a>")).toEqual({
      a: { "@x": "1", b: ["one", "two"], c: "", d: { "@y": "2", "#text": "text" } }
    })
  })
  it("makes a list of what is one where it may be many, and leaves out attributes nobody wants", () => {
    const options = {
      isList: (name: string, parent: string) => name === "b" && parent === "a",
      attributes: (name: string) => name !== "type"
    }
    expect(Xml.read('<a><b type="n">1</b></a>', options)).toEqual({ a: { b: ["1"] } })
  })
  it("reads references, literal sections, comments and instructions", () => {
    const text = "<?xml version='1.0'?><!-- no --><a>R&amp;D &#8377; &#x20b9; <![CDATA[<&]]> A & B</a>"
    expect(Xml.read(text)).toEqual({ a: "R&D ₹ ₹ <& A & B" })
  })
  it("leaves out characters that XML forbids, written out or as references", () => {
    expect(Xml.read("<a>&#4; Primary\u0001\uFFFE&#xD800;&#9;</a>")).toEqual({ a: " Primary\t" })
  })
  it.each([
    [
      "a document type, so that no entity is ever declared",
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'
    ],
    ["a tag that ends another", "<a><b></a></b>"],
    ["a tag that does not end", "<a><b></b>"],
    ["an end without a beginning", "</a>"],
    ["two roots", "<a/><b/>"],
    ["no root", "  "],
    ["text outside", "<a/>text"],
    ["a broken attribute", "<a x=1/>"],
    ["a comment without end", "<a><!-- </a>"],
    ["a name that is none of a value", "<__proto__><x>1</x></__proto__>"]
  ])("refuses %s", (_what, text) => {
    expect(() => Xml.read(text)).toThrow(/no XML/)
  })
  it("refuses what is too long or too deep", () => {
    expect(() => Xml.read(`<a>${"x".repeat(100)}</a>`, { limits: { length: 50 } })).toThrow(/more than 50/)
    expect(() => Xml.read("<a>".repeat(70) + "</a>".repeat(70))).toThrow(/deeper than 64/)
    expect(Xml.read("<a><b><c/></b></a>", { limits: { depth: 2 } })).toEqual({ a: { b: { c: "" } } })
  })
  it("takes time in proportion to what it reads", () => {
    const text = `<a>${'<b c="d">e</b>'.repeat(200_000)}</a>`
    const from = performance.now()
    expect((Xml.read(text)["a"] as { b: ReadonlyArray<unknown> }).b).toHaveLength(200_000)
    expect(performance.now() - from).toBeLessThan(5000)
  })
})

describe("writing", () => {
  it("escapes, repeats lists and leaves out what is not there", () => {
    const value = { a: { "@x": 'a"<', b: ["1", 2, true], c: null, d: undefined, e: [], f: "", g: 'R&D>"\r' } }
    expect(Xml.write(value)).toBe('<a x="a&quot;&lt;"><b>1</b><b>2</b><b>true</b><f/><g>R&amp;D&gt;"&#13;</g></a>')
  })
  it("writes what it has read", () => {
    const text = '<a x="1"><b>one</b><b>t&amp;o</b><c.LIST y="2">text</c.LIST></a>'
    expect(Xml.write(Xml.read(text))).toBe(text)
  })
  it("writes no character that XML forbids, and no element of another name", () => {
    expect(Xml.write({ a: "x\u0004\uD800" })).toBe("<a>x\uFFFD</a>")
    expect(() => Xml.write({ "a><b": "1" })).toThrow(/no name/)
  })
})
