/** What the connect pages say, in English. */
import { html } from "../Html.ts"
import type { Words } from "../Words.ts"

export const en: Words = {
  asks: (who, company) => html`${who} asks for access to the data of ${company ?? "your company"}.`,
  asksFor: (who, platform, company) =>
    html`${who} asks for access to the ${platform} account of ${company ?? "your company"}.`,
  safe: "Access is stored encrypted and used for this connection only.",
  privacy: "Privacy policy",
  support: "Help",
  language: "Language",
  worksUntil: (date) => `This link works until ${date}.`,
  connected: "Connected",
  signInAgain: "Sign in again",
  newWindow: "opens in a new window",

  connectSoftware: "Connect your software",
  whatIsUsed: (company) => `What does ${company ?? "your company"} use?`,
  choosePlatform: "Choose the platform you want to connect.",
  categories: {
    ACCOUNTING: "Accounting",
    PAYMENTS: "Payments",
    CRM: "Customers and sales",
    ECOMMERCE: "Online shops",
    CUSTOM: "Other"
  },
  search: "Search",
  noneFound: "No platform is called that.",
  platforms: { one: "# platform", other: "# platforms" },
  showAll: "Show all",
  nothingAsked: "Nothing has to be entered",
  labels: (labels) => html`Asks for: ${labels}`,
  labelsThenSignIn: (labels) => html`Asks for: ${labels}; then you sign in there`,
  signInAt: (platform) => `You sign in at ${platform}`,

  connect: (platform) => `Connect ${platform}`,
  severalWays: "There are several ways. Choose the one that suits you; the data is the same.",
  anotherPlatform: "Choose another platform",
  anotherWay: "Connect it another way",
  leadSignIn: (platform) => `You will sign in at ${platform} and agree there. Your password stays with ${platform}.`,
  leadNothing: (platform) => `Nothing has to be entered for ${platform}.`,
  leadKeys: (platform) => `Enter what ${platform} gives you for connecting other software.`,
  chosenAfterwards: (label) => html`Where there are several, you choose the ${label} afterwards.`,
  whatToDo: "What to do",
  connectedAlready: (platform) =>
    `${platform} is connected already. Connecting it again renews the access; nothing is lost.`,
  accessEnded: (platform) => `The access to ${platform} has ended. Connect it again to go on.`,
  continueTo: (platform) => `Continue to ${platform}`,
  optional: "(optional)",
  pleaseChoose: "Please choose",
  companyName: "Name of your company",
  companyExample: "Example Ltd",
  fixedAddress:
    "Whoever runs this service has fixed the address of all connections to this platform: what you enter names the account and is not called",

  somethingWrong: "Something is missing or not right",
  pleaseLookAt: "Nothing was connected. Please look at:",
  missing: "Please fill this in.",
  tooLong: (most) => `This must have at most ${most} characters.`,
  characters: "This contains characters that cannot be used.",
  oneOf: "Please choose one from the list.",
  form: (example) =>
    example === null ? "This does not have the right form." : html`This must look like "${example}".`,

  shared: "What is shared?",
  kindsRead: { one: "# kind of data is read", other: "# kinds of data are read" },
  kindsWritten: { one: "# may be written", other: "# may be written" },
  nothingRead: "Nothing is read by itself.",
  readRegularly: "Read regularly",
  mayBeWritten: "May be created or changed for you",
  models: {
    ACCOUNTS: "Accounts",
    ADDRESSES: "Addresses",
    BALANCE_SHEET: "Balance sheet",
    BANK_ACCOUNTS: "Bank accounts",
    BANK_TRANSACTIONS: "Bank transactions",
    BILLS: "Bills",
    BILL_CREDIT_NOTES: "Credit notes from suppliers",
    BILL_PAYMENTS: "Payments of bills",
    CASH_FLOW_STATEMENT: "Cash flow statement",
    COMPANY_INFO: "Details of your company",
    CONTACTS: "Customers and suppliers",
    CONTACT_PERSONS: "Contact persons",
    CRM_ACTIVITIES: "Activities",
    CRM_ADDRESSES: "Addresses",
    CRM_COMPANIES: "Companies",
    CRM_CONTACTS: "Contacts",
    CRM_DEALS: "Deals",
    CRM_EXTERNAL_LINKS: "Web and email addresses",
    CRM_LEADS: "Leads",
    CRM_NOTES: "Notes",
    CRM_PHONE_NUMBERS: "Phone numbers",
    CRM_PIPELINES: "Pipelines",
    CRM_STAGES: "Stages of pipelines",
    CRM_TASKS: "Tasks",
    CRM_USERS: "Users",
    CURRENCIES: "Currencies",
    DOCUMENTS: "Documents",
    ECOMMERCE_CUSTOMERS: "Customers",
    ECOMMERCE_LINE_ITEMS: "Lines of orders",
    ECOMMERCE_ORDERS: "Orders",
    ECOMMERCE_PRODUCTS: "Products",
    EXPENSES: "Expenses",
    EXTERNAL_LINKS: "Web and email addresses",
    INCOME_STATEMENT: "Profit and loss",
    INVOICES: "Invoices",
    INVOICE_CREDIT_NOTES: "Credit notes to customers",
    INVOICE_PAYMENTS: "Payments of invoices",
    ITEMS: "Products and services",
    JOURNAL_ENTRIES: "Journal entries",
    JOURNAL_LINES: "Lines of journal entries",
    LINE_ITEMS: "Lines of documents",
    PAYMENT_ADDRESSES: "Addresses",
    PAYMENT_BALANCES: "Balances",
    PAYMENT_CUSTOMERS: "Customers",
    PAYMENT_DISPUTES: "Disputes",
    PAYMENT_EXTERNAL_LINKS: "Web and email addresses",
    PAYMENT_INVOICES: "Invoices",
    PAYMENT_ITEMS: "Products and services",
    PAYMENT_LINE_ITEMS: "Lines of payments",
    PAYMENT_ORDERS: "Orders",
    PAYMENT_PAYMENTS: "Payments",
    PAYMENT_PAYMENT_LINKS: "Payment links",
    PAYMENT_PAYOUTS: "Payouts",
    PAYMENT_PHONE_NUMBERS: "Phone numbers",
    PAYMENT_REFUNDS: "Refunds",
    PAYMENT_TAX_RATES: "Tax rates",
    PAYMENT_TRANSACTIONS: "Movements of the balance",
    PHONE_NUMBERS: "Phone numbers",
    PURCHASE_ORDERS: "Purchase orders",
    SALES_ORDERS: "Sales orders",
    TAX_RATES: "Tax rates",
    TRACKING_CATEGORIES: "Tracking categories"
  },

  onTo: (platform) => `On to ${platform}`,
  takenTo: (host) => `You are being taken to ${host} to sign in.`,
  whichAccount: "Which account?",
  severalAccounts: (platform) => `Your sign-in at ${platform} can use several. Choose the one to connect.`,
  account: "Account",
  pleaseChooseOne: "Please choose one.",
  connectAccount: "Connect this account",
  otherSignIn: "Sign in as somebody else",

  isConnected: (platform) => `${platform} is connected`,
  dataIsRead: "Your data is being read now.",
  closeWindow: "You can close this window.",
  connectAnother: "Connect another platform",
  backTo: (who) => `Back to ${who}`,
  takenBackTo: (who) => `You are being taken back to ${who}.`,
  cancel: (who) => `Cancel and go back to ${who}`,
  startAgain: "Start again",

  goOnInWindow: "Go on in the window that has opened.",
  windowClosed: "If you have closed the window, choose again to go on.",
  windowBlocked: "Your browser did not open a window. Allow pop-ups for this page, then choose again.",

  platformSays: (platform, words) => html`${platform} says: ${words}`,
  unknownLink: {
    title: "This link does not work",
    text: "It may have been cut off when it was copied. Ask whoever sent it to you for a new one."
  },
  expiredLink: { title: "This link has expired", text: "Ask whoever sent it to you for a new one." },
  revokedLink: {
    title: "This link is no longer valid",
    text: "It was withdrawn. Ask whoever sent it to you for a new one."
  },
  nothingOffered: {
    title: "Nothing can be connected right now",
    text: "The platforms of this link are not available at the moment. Tell whoever sent it to you, or try again later."
  },
  notOffered: {
    title: "This platform is not available here",
    text: "It cannot be connected with this link at the moment."
  },
  notConnected: {
    title: "Nothing is connected here",
    text: "This page shows a connection that was just made. There is none."
  },
  noCookies: {
    title: "This page was open for too long, or cookies are off",
    text: "Nothing was connected. Allow cookies for this site if they are off, then start again."
  },
  usedSignIn: {
    title: "This sign-in cannot be used any more",
    text: "It was used already or took too long, so nothing was connected. Please start again."
  },
  begunThere: {
    title: "This was begun at the platform",
    text: "Nothing was connected yet, because it was not begun here. Open the link that you were invited with, and connect from there."
  },
  foreignSignIn: {
    title: "This sign-in was begun elsewhere",
    text: "A sign-in must come back to the browser it was begun in. Nothing was connected. Please start again here."
  },
  tooManyTries: {
    title: "Too many tries",
    text: {
      one: "What was entered was refused too often, so nothing is tried for now. Try again in a minute.",
      other: "What was entered was refused too often, so nothing is tried for now. Try again in # minutes."
    }
  },
  failed: {
    title: "Something went wrong here",
    text: "Nothing was connected. Please try again in a few minutes."
  },
  signInIncomplete: (platform) => ({
    title: "The sign-in was not completed",
    text: `${platform} gave no access, so nothing was connected.`
  }),
  notAccepted: (platform) => ({
    title: `${platform} does not accept this`,
    text: "Check what you entered and try again."
  }),
  notAllowed: (platform) => ({
    title: `${platform} does not allow this`,
    text: "The account may lack a permission, or its plan does not include connecting other software."
  }),
  busy: (platform) => ({
    title: `${platform} is busy`,
    text: "It does not take more requests at the moment. Try again in a few minutes."
  }),
  unreachable: (platform) => ({
    title: `${platform} cannot be reached`,
    text: "Nothing was connected. Please try again in a few minutes."
  }),
  unknownAccount: (platform) => ({
    title: `${platform} does not know this account`,
    text: "Check what you entered: the platform finds nothing under it."
  }),
  noAccess: (platform) => ({
    title: `${platform} did not give access`,
    text: "Nothing was connected. Please try again."
  }),
  noAccount: (platform) => ({
    title: "No account was found",
    text: `Your sign-in works, but ${platform} shows no account that it may use. Sign in as somebody who has one.`
  }),
  otherAccount: (platform) => ({
    title: "This is another account",
    text: `Sign in at ${platform} with the account that was connected before. The data of two accounts is not mixed.`
  }),
  untoldAccount: (platform) => ({
    title: `${platform} is connected already`,
    text: `${platform} does not say which account this is for. To renew the connection that is there, ask for a link to reconnect it; another account is connected for a company of its own.`
  }),
  leftOut: (platform) => ({
    title: `${platform} left something out`,
    text: "Nothing was connected. Please try again."
  })
}
