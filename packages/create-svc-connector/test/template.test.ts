/** The template, as it is, is a connector that passes the suite. */
import "../template/test/acme-books.test.ts"
