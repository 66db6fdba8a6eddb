/**
 * The same calls with what each generator makes of the document: a filtered list, one record, a write, and an error. Every
 * program prints what it got as JSON, which `main.ts` holds against what it should be.
 */

export interface Generator {
  readonly name: string
  /** Packages from npm, with the versions that were tried. */
  readonly packages: ReadonlyArray<string>
  /** Writes the client, in the folder where `openapi.json` is. */
  readonly generate: ReadonlyArray<string>
  readonly language: "typescript" | "python" | "go"
  /** The program that calls. */
  readonly program: string
}

/**
 * What every program in TypeScript begins with. A new contact without the members that every platform needs must not compile
 * with what the generator makes of it.
 */
const begin = (contact: string): string => `
const url = process.env.SVC_URL!, key = process.env.SVC_KEY!, name = process.env.SVC_NAME!, companyId = Number(process.env.SVC_COMPANY)
const tell = (told: { list: ReadonlyArray<number | null>; companies: number; get: string | null; create: ReadonlyArray<string | null>; error: string }) => console.log(JSON.stringify(told))
// @ts-expect-error every platform needs a name
export const nameless: ${contact} = { contact_type: "CUSTOMER" }
`

const openapiTypescript = `${begin('components["schemas"]["ContactCreate"]')}
import createClient from "openapi-fetch"
import type { components, paths } from "./openapi-typescript.js"
const client = createClient<paths>({ baseUrl: url, headers: { api_key: key } })
const list = await client.GET("/v3/accounting/expenses", { params: { query: { limit: 2, total_amount: { gte: 10 } } } })
const [first] = list.data!.data
const get = await client.GET("/v3/accounting/expenses/{svc_id}", { params: { path: { svc_id: first!.svc_id } } })
const item: components["schemas"]["ContactCreate"] = { name, contact_type: "CUSTOMER" }
const create = await client.POST("/v3/accounting/contacts", { params: {}, body: { company_id: companyId, data: [item] } })
const error = await client.GET("/v3/accounting/expenses/{svc_id}", { params: { path: { svc_id: 999999999 } } })
const companies = await client.GET("/v3/core/connections", { params: { query: { "company.name": { icontains: "acme" } } } })
tell({
  list: list.data!.data.map(({ total_amount }) => total_amount),
  companies: companies.data!.data.length,
  get: get.data!.data.platform_id,
  create: create.data!.data.data.map(({ response }) => response!.name),
  error: error.error!.error.code
})
`

const heyApi = `${begin("ContactCreate")}
import { client } from "./hey-api/client.gen"
import { accountingCreateContacts, accountingGetExpenses, accountingListExpenses, connectionsList } from "./hey-api/sdk.gen"
import type { ContactCreate } from "./hey-api/types.gen"
client.setConfig({ baseUrl: url, auth: () => key })
const list = await accountingListExpenses({ query: { limit: 2, total_amount: { gte: 10 } } })
const get = await accountingGetExpenses({ path: { svc_id: list.data!.data[0]!.svc_id } })
const create = await accountingCreateContacts({ body: { company_id: companyId, data: [{ name, contact_type: "CUSTOMER" }] } })
const error = await accountingGetExpenses({ path: { svc_id: 999999999 } })
const companies = await connectionsList({ query: { "company.name": { icontains: "acme" } } })
tell({
  list: list.data!.data.map(({ total_amount }) => total_amount),
  companies: companies.data!.data.length,
  get: get.data!.data.platform_id,
  create: create.data!.data.data.map(({ response }) => response!.name),
  error: error.error!.error.code
})
`

const orval = `${begin("ContactCreate")}
import axios, { AxiosError } from "axios"
import { accountingCreateContacts, accountingGetExpenses, accountingListExpenses, connectionsList, type ContactCreate, type Error as Failure } from "./orval"
axios.defaults.baseURL = url
axios.defaults.headers.common["api_key"] = key
const list = await accountingListExpenses({ limit: 2, total_amount: { gte: 10 } })
const get = await accountingGetExpenses(list.data.data[0]!.svc_id)
const create = await accountingCreateContacts({ company_id: companyId, data: [{ name, contact_type: "CUSTOMER" }] })
const error = await accountingGetExpenses(999999999).then(
  () => "none",
  (failed: AxiosError<Failure>) => failed.response!.data.error.code
)
const companies = await connectionsList({ "company.name": { icontains: "acme" } })
tell({
  list: list.data.data.map(({ total_amount }) => total_amount),
  companies: companies.data.data.length,
  get: get.data.data.platform_id,
  create: create.data.data.data.map(({ response }) => response!.name),
  error
})
`

const oazapfts = `${begin("ContactCreate")}
import { accountingCreateContacts, accountingGetExpenses, accountingListExpenses, connectionsList, type ContactCreate, defaults } from "./oazapfts"
defaults.baseUrl = url
defaults.headers = { api_key: key }
const list = await accountingListExpenses({ limit: 2, totalAmount: { gte: 10 } })
if (list.status !== 200) throw new Error("list")
const get = await accountingGetExpenses(list.data.data[0]!.svc_id)
const create = await accountingCreateContacts({ company_id: companyId, data: [{ name, contact_type: "CUSTOMER" }] })
const error = await accountingGetExpenses(999999999)
const companies = await connectionsList({ companyName: { icontains: "acme" } })
if (get.status !== 200 || create.status !== 200 || error.status !== 404 || companies.status !== 200) throw new Error("status")
tell({
  list: list.data.data.map(({ total_amount }) => total_amount),
  companies: companies.data.data.length,
  get: get.data.data.platform_id,
  create: create.data.data.data.map(({ response }) => response!.name),
  error: error.data.error.code
})
`

const python = `
import json, os, urllib.error, urllib.request
from quicktype import Answers
url, key, company = os.environ["SVC_URL"], os.environ["SVC_KEY"], int(os.environ["SVC_COMPANY"])
def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, {"api_key": key, "content-type": "application/json"}, method=method)
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as failed:
        return json.load(failed)
listed = Answers.from_dict({"list": call("GET", "/v3/accounting/expenses?limit=2&total_amount[gte]=10")}).list
one = Answers.from_dict({"one": call("GET", "/v3/accounting/expenses/%d" % listed.data[0].svc_id)}).one
item = Answers.from_dict({"request": {"company_id": company, "data": [{"name": os.environ["SVC_NAME"], "contact_type": "CUSTOMER"}]}}).to_dict()["request"]
made = Answers.from_dict({"made": call("POST", "/v3/accounting/contacts", item)}).made
failed = Answers.from_dict({"failed": call("GET", "/v3/accounting/expenses/999999999")}).failed
companies = Answers.from_dict({"connections": call("GET", "/v3/core/connections?company.name[icontains]=acme")}).connections
print(json.dumps({
    "list": [expense.total_amount for expense in listed.data],
    "companies": len(companies.data),
    "get": one.data.platform_id,
    "create": [result.response.name for result in made.data.data],
    "error": failed.error.code.value
}))
`

const go = `package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
)

func call(method string, path string, body any) []byte {
	var reader io.Reader
	if body != nil {
		text, _ := json.Marshal(body)
		reader = bytes.NewReader(text)
	}
	request, _ := http.NewRequest(method, os.Getenv("SVC_URL")+path, reader)
	request.Header.Set("api_key", os.Getenv("SVC_KEY"))
	request.Header.Set("content-type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return text
}

func wrapped(name string, text []byte) Answers {
	made, err := UnmarshalAnswers([]byte("{\\"" + name + "\\":" + string(text) + "}"))
	if err != nil {
		panic(err)
	}
	return made
}

func main() {
	listed := wrapped("list", call("GET", "/v3/accounting/expenses?limit=2&total_amount[gte]=10", nil)).List
	one := wrapped("one", call("GET", fmt.Sprintf("/v3/accounting/expenses/%d", listed.Data[0].SVCID), nil)).One
	request := wrapped("request", []byte("{\\"company_id\\":"+os.Getenv("SVC_COMPANY")+",\\"data\\":[{\\"name\\":\\""+os.Getenv("SVC_NAME")+"\\",\\"contact_type\\":\\"CUSTOMER\\"}]}")).Request
	made := wrapped("made", call("POST", "/v3/accounting/contacts", request)).Made
	failed := wrapped("failed", call("GET", "/v3/accounting/expenses/999999999", nil)).Failed
	companies := wrapped("connections", call("GET", "/v3/core/connections?company.name[icontains]=acme", nil)).Connections
	amounts := []*float64{}
	for _, expense := range listed.Data {
		amounts = append(amounts, expense.TotalAmount)
	}
	names := []*string{}
	for _, result := range made.Data.Data {
		names = append(names, result.Response.Name)
	}
	text, _ := json.Marshal(map[string]any{"list": amounts, "companies": len(companies.Data), "get": one.Data.PlatformID, "create": names, "error": failed.Error.Code})
	fmt.Println(string(text))
}
`

const quicktype = (language: string, out: string, more: ReadonlyArray<string> = []): ReadonlyArray<string> => [
  "quicktype",
  "--src-lang",
  "schema",
  "--lang",
  language,
  "--top-level",
  "Answers",
  ...more,
  "--out",
  out,
  "answers.json"
]

export const generators: ReadonlyArray<Generator> = [
  {
    name: "openapi-typescript",
    packages: ["openapi-typescript@7.13.0", "openapi-fetch@0.17.0"],
    generate: ["openapi-typescript", "openapi.json", "-o", "openapi-typescript.d.ts"],
    language: "typescript",
    program: openapiTypescript
  },
  {
    name: "hey-api",
    packages: ["@hey-api/openapi-ts@0.99.0"],
    generate: ["openapi-ts", "-i", "openapi.json", "-o", "hey-api", "-c", "@hey-api/client-fetch"],
    language: "typescript",
    program: heyApi
  },
  {
    name: "orval",
    packages: ["orval@8.38.0", "axios@1.21.1"],
    generate: ["orval", "--config", "orval.config.cjs"],
    language: "typescript",
    program: orval
  },
  {
    name: "oazapfts",
    packages: ["oazapfts@7.5.0", "@oazapfts/runtime@1.2.0"],
    generate: ["oazapfts", "openapi.json", "oazapfts.ts"],
    language: "typescript",
    program: oazapfts
  },
  {
    name: "quicktype-python",
    packages: ["quicktype@26.0.0"],
    generate: quicktype("python", "quicktype.py", ["--python-version", "3.7"]),
    language: "python",
    program: python
  },
  {
    name: "quicktype-go",
    packages: ["quicktype@26.0.0"],
    generate: quicktype("go", "quicktype.go", ["--package", "main"]),
    language: "go",
    program: go
  }
]
