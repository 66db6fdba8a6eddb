/** What the connect pages say, in German. */
import { html } from "../Html.ts"
import type { Words } from "../Words.ts"

export const de: Words = {
  asks: (who, company) =>
    company === null
      ? html`${who} bittet um Zugriff auf die Daten Ihres Unternehmens.`
      : html`${who} bittet um Zugriff auf die Daten von ${company}.`,
  asksFor: (who, platform, company) =>
    company === null
      ? html`${who} bittet um Zugriff auf das ${platform}-Konto Ihres Unternehmens.`
      : html`${who} bittet um Zugriff auf das ${platform}-Konto von ${company}.`,
  safe: "Der Zugang wird verschlüsselt gespeichert und nur für diese Verbindung verwendet.",
  privacy: "Datenschutz",
  support: "Hilfe",
  language: "Sprache",
  worksUntil: (date) => `Dieser Link gilt bis zum ${date}.`,
  connected: "Verbunden",
  signInAgain: "Neu anmelden",
  newWindow: "öffnet ein neues Fenster",

  connectSoftware: "Verbinden Sie Ihre Software",
  whatIsUsed: (company) => `Was nutzt ${company ?? "Ihr Unternehmen"}?`,
  choosePlatform: "Wählen Sie die Plattform, die Sie verbinden möchten.",
  categories: {
    ACCOUNTING: "Buchhaltung",
    PAYMENTS: "Zahlungen",
    CRM: "Kunden und Vertrieb",
    ECOMMERCE: "Onlineshops",
    CUSTOM: "Andere"
  },
  search: "Suchen",
  noneFound: "Keine Plattform heißt so.",
  platforms: { one: "# Plattform", other: "# Plattformen" },
  showAll: "Alle anzeigen",
  nothingAsked: "Keine Eingabe nötig",
  labels: (labels) => html`Benötigt: ${labels}`,
  labelsThenSignIn: (labels) => html`Benötigt: ${labels}; danach melden Sie sich dort an`,
  signInAt: (platform) => `Sie melden sich bei ${platform} an`,

  connect: (platform) => `${platform} verbinden`,
  severalWays: "Es gibt mehrere Wege. Wählen Sie den, der Ihnen passt – die Daten sind dieselben.",
  anotherPlatform: "Andere Plattform wählen",
  anotherWay: "Auf anderem Weg verbinden",
  leadSignIn: (platform) =>
    `Sie melden sich bei ${platform} an und stimmen dort zu. Ihr Passwort bleibt bei ${platform}.`,
  leadNothing: (platform) => `Für ${platform} müssen Sie nichts eingeben.`,
  leadKeys: (platform) => `Geben Sie ein, was Sie von ${platform} zum Verbinden anderer Software erhalten.`,
  chosenAfterwards: (label) => html`Gibt es mehrere, wählen Sie anschließend aus: ${label}.`,
  whatToDo: "So gehen Sie vor",
  connectedAlready: (platform) =>
    `${platform} ist bereits verbunden. Erneutes Verbinden erneuert den Zugang; es geht nichts verloren.`,
  accessEnded: (platform) => `Der Zugang zu ${platform} ist abgelaufen. Verbinden Sie neu, um fortzufahren.`,
  continueTo: (platform) => `Weiter zu ${platform}`,
  optional: "(optional)",
  pleaseChoose: "Bitte wählen",
  companyName: "Name Ihres Unternehmens",
  companyExample: "Muster GmbH",
  fixedAddress:
    "Der Betreiber dieses Dienstes hat die Adresse aller Verbindungen zu dieser Plattform festgelegt: Ihre Eingabe benennt das Konto und wird nicht aufgerufen",

  somethingWrong: "Etwas fehlt oder stimmt nicht",
  pleaseLookAt: "Es wurde nichts verbunden. Bitte prüfen Sie:",
  missing: "Bitte ausfüllen.",
  tooLong: (most) => `Höchstens ${most} Zeichen sind möglich.`,
  characters: "Die Eingabe enthält Zeichen, die nicht verwendet werden können.",
  oneOf: "Bitte wählen Sie einen Eintrag aus der Liste.",
  form: (example) =>
    example === null ? "Das Format stimmt nicht." : html`Die Eingabe muss so aussehen: „${example}“.`,

  shared: "Was wird geteilt?",
  kindsRead: { one: "# Datenart wird gelesen", other: "# Datenarten werden gelesen" },
  kindsWritten: { one: "# darf geändert werden", other: "# dürfen geändert werden" },
  nothingRead: "Es wird nichts automatisch gelesen.",
  readRegularly: "Wird regelmäßig gelesen",
  mayBeWritten: "Darf für Sie angelegt oder geändert werden",
  models: {
    ACCOUNTS: "Konten",
    ADDRESSES: "Adressen",
    BALANCE_SHEET: "Bilanz",
    BANK_ACCOUNTS: "Bankkonten",
    BANK_TRANSACTIONS: "Bankbewegungen",
    BILLS: "Eingangsrechnungen",
    BILL_CREDIT_NOTES: "Gutschriften von Lieferanten",
    BILL_PAYMENTS: "Zahlungen an Lieferanten",
    CASH_FLOW_STATEMENT: "Kapitalflussrechnung",
    COMPANY_INFO: "Angaben zu Ihrem Unternehmen",
    CONTACTS: "Kunden und Lieferanten",
    CONTACT_PERSONS: "Ansprechpartner",
    CRM_ACTIVITIES: "Aktivitäten",
    CRM_ADDRESSES: "Adressen",
    CRM_COMPANIES: "Firmen",
    CRM_CONTACTS: "Kontakte",
    CRM_DEALS: "Verkaufschancen",
    CRM_EXTERNAL_LINKS: "Web- und E-Mail-Adressen",
    CRM_LEADS: "Leads",
    CRM_NOTES: "Notizen",
    CRM_PHONE_NUMBERS: "Telefonnummern",
    CRM_PIPELINES: "Vertriebspipelines",
    CRM_STAGES: "Verkaufsphasen",
    CRM_TASKS: "Aufgaben",
    CRM_USERS: "Benutzer",
    CURRENCIES: "Währungen",
    DOCUMENTS: "Dokumente",
    ECOMMERCE_CUSTOMERS: "Kunden",
    ECOMMERCE_LINE_ITEMS: "Bestellpositionen",
    ECOMMERCE_ORDERS: "Bestellungen",
    ECOMMERCE_PRODUCTS: "Produkte",
    EXPENSES: "Ausgaben",
    EXTERNAL_LINKS: "Web- und E-Mail-Adressen",
    INCOME_STATEMENT: "Gewinn-und-Verlust-Rechnung",
    INVOICES: "Ausgangsrechnungen",
    INVOICE_CREDIT_NOTES: "Gutschriften an Kunden",
    INVOICE_PAYMENTS: "Zahlungen von Kunden",
    ITEMS: "Produkte und Leistungen",
    JOURNAL_ENTRIES: "Buchungssätze",
    JOURNAL_LINES: "Buchungszeilen",
    LINE_ITEMS: "Belegpositionen",
    PAYMENT_ADDRESSES: "Adressen",
    PAYMENT_BALANCES: "Guthaben",
    PAYMENT_CUSTOMERS: "Kunden",
    PAYMENT_DISPUTES: "Zahlungsanfechtungen",
    PAYMENT_EXTERNAL_LINKS: "Web- und E-Mail-Adressen",
    PAYMENT_INVOICES: "Rechnungen",
    PAYMENT_ITEMS: "Produkte und Leistungen",
    PAYMENT_LINE_ITEMS: "Zahlungspositionen",
    PAYMENT_ORDERS: "Bestellungen",
    PAYMENT_PAYMENTS: "Zahlungen",
    PAYMENT_PAYMENT_LINKS: "Zahlungslinks",
    PAYMENT_PAYOUTS: "Auszahlungen",
    PAYMENT_PHONE_NUMBERS: "Telefonnummern",
    PAYMENT_REFUNDS: "Erstattungen",
    PAYMENT_TAX_RATES: "Steuersätze",
    PAYMENT_TRANSACTIONS: "Guthabenbewegungen",
    PHONE_NUMBERS: "Telefonnummern",
    PURCHASE_ORDERS: "Bestellungen bei Lieferanten",
    SALES_ORDERS: "Kundenaufträge",
    TAX_RATES: "Steuersätze",
    TRACKING_CATEGORIES: "Kostenstellen und Kategorien"
  },

  onTo: (platform) => `Weiter zu ${platform}`,
  takenTo: (host) => `Sie werden zur Anmeldung zu ${host} weitergeleitet.`,
  whichAccount: "Welches Konto?",
  severalAccounts: (platform) =>
    `Mit Ihrer Anmeldung bei ${platform} sind mehrere Konten möglich. Wählen Sie das Konto, das verbunden werden soll.`,
  account: "Konto",
  pleaseChooseOne: "Bitte wählen Sie eines aus.",
  connectAccount: "Dieses Konto verbinden",
  otherSignIn: "Mit anderem Benutzer anmelden",

  isConnected: (platform) => `${platform} ist verbunden`,
  dataIsRead: "Ihre Daten werden jetzt gelesen.",
  closeWindow: "Sie können dieses Fenster schließen.",
  connectAnother: "Weitere Plattform verbinden",
  backTo: (who) => `Zurück zu ${who}`,
  takenBackTo: (who) => `Sie werden zu ${who} zurückgeleitet.`,
  cancel: (who) => `Abbrechen und zurück zu ${who}`,
  startAgain: "Neu beginnen",

  goOnInWindow: "Fahren Sie in dem Fenster fort, das sich geöffnet hat.",
  windowClosed: "Falls Sie das Fenster geschlossen haben, wählen Sie erneut, um fortzufahren.",
  windowBlocked:
    "Ihr Browser hat kein Fenster geöffnet. Erlauben Sie Pop-ups für diese Seite und wählen Sie dann erneut.",

  platformSays: (platform, words) => html`Meldung von ${platform}: ${words}`,
  unknownLink: {
    title: "Dieser Link funktioniert nicht",
    text: "Vielleicht wurde er beim Kopieren abgeschnitten. Bitten Sie die Person, die ihn geschickt hat, um einen neuen."
  },
  expiredLink: {
    title: "Dieser Link ist abgelaufen",
    text: "Bitten Sie die Person, die ihn geschickt hat, um einen neuen."
  },
  revokedLink: {
    title: "Dieser Link ist nicht mehr gültig",
    text: "Er wurde zurückgezogen. Bitten Sie die Person, die ihn geschickt hat, um einen neuen."
  },
  nothingOffered: {
    title: "Zurzeit kann nichts verbunden werden",
    text: "Die Plattformen dieses Links sind gerade nicht verfügbar. Sagen Sie der Person Bescheid, die ihn geschickt hat, oder versuchen Sie es später noch einmal."
  },
  notOffered: {
    title: "Diese Plattform ist hier nicht verfügbar",
    text: "Sie kann mit diesem Link zurzeit nicht verbunden werden."
  },
  notConnected: {
    title: "Hier ist nichts verbunden",
    text: "Diese Seite zeigt eine gerade hergestellte Verbindung. Es gibt keine."
  },
  noCookies: {
    title: "Diese Seite war zu lange geöffnet oder Cookies sind ausgeschaltet",
    text: "Es wurde nichts verbunden. Erlauben Sie Cookies für diese Seite, falls sie ausgeschaltet sind, und beginnen Sie neu."
  },
  usedSignIn: {
    title: "Diese Anmeldung kann nicht mehr verwendet werden",
    text: "Sie wurde schon verwendet oder hat zu lange gedauert; es wurde nichts verbunden. Bitte beginnen Sie neu."
  },
  begunThere: {
    title: "Sie haben bei der Plattform begonnen",
    text: "Es ist noch nichts verbunden, weil der Vorgang nicht hier begonnen hat. Öffnen Sie den Link aus Ihrer Einladung und verbinden Sie von dort aus."
  },
  foreignSignIn: {
    title: "Diese Anmeldung hat woanders begonnen",
    text: "Eine Anmeldung muss in dem Browser enden, in dem sie begonnen hat. Es wurde nichts verbunden. Bitte beginnen Sie hier neu."
  },
  tooManyTries: {
    title: "Zu viele Versuche",
    text: {
      one: "Die Eingaben wurden zu oft abgelehnt; vorerst wird nichts mehr geprüft. Versuchen Sie es in einer Minute wieder.",
      other:
        "Die Eingaben wurden zu oft abgelehnt; vorerst wird nichts mehr geprüft. Versuchen Sie es in # Minuten wieder."
    }
  },
  failed: {
    title: "Bei uns ist etwas schiefgegangen",
    text: "Es wurde nichts verbunden. Bitte versuchen Sie es in ein paar Minuten noch einmal."
  },
  signInIncomplete: (platform) => ({
    title: "Die Anmeldung wurde nicht abgeschlossen",
    text: `${platform} hat keinen Zugriff erteilt; es wurde nichts verbunden.`
  }),
  notAccepted: (platform) => ({
    title: `${platform} akzeptiert diese Angaben nicht`,
    text: "Prüfen Sie Ihre Eingabe und versuchen Sie es noch einmal."
  }),
  notAllowed: (platform) => ({
    title: `${platform} lässt das nicht zu`,
    text: "Dem Konto fehlt vielleicht eine Berechtigung, oder sein Tarif umfasst die Verbindung mit anderer Software nicht."
  }),
  busy: (platform) => ({
    title: `${platform} ist ausgelastet`,
    text: "Zurzeit werden keine weiteren Anfragen angenommen. Versuchen Sie es in ein paar Minuten noch einmal."
  }),
  unreachable: (platform) => ({
    title: `${platform} ist nicht erreichbar`,
    text: "Es wurde nichts verbunden. Bitte versuchen Sie es in ein paar Minuten noch einmal."
  }),
  unknownAccount: (platform) => ({
    title: `${platform} kennt dieses Konto nicht`,
    text: "Prüfen Sie Ihre Eingabe: Die Plattform findet dazu nichts."
  }),
  noAccess: (platform) => ({
    title: `${platform} hat keinen Zugriff erteilt`,
    text: "Es wurde nichts verbunden. Bitte versuchen Sie es noch einmal."
  }),
  noAccount: (platform) => ({
    title: "Kein Konto gefunden",
    text: `Ihre Anmeldung funktioniert, aber ${platform} zeigt kein Konto, das verwendet werden darf. Melden Sie sich mit einem Benutzer an, der eines hat.`
  }),
  otherAccount: (platform) => ({
    title: "Das ist ein anderes Konto",
    text: `Melden Sie sich bei ${platform} mit dem Konto an, das bisher verbunden war. Die Daten zweier Konten werden nicht vermischt.`
  }),
  untoldAccount: (platform) => ({
    title: `${platform} ist bereits verbunden`,
    text: `${platform} sagt nicht, um welches Konto es geht. Um die bestehende Verbindung zu erneuern, bitten Sie um einen Link zum erneuten Verbinden; ein anderes Konto wird für ein eigenes Unternehmen verbunden.`
  }),
  leftOut: (platform) => ({
    title: `${platform} hat nicht alles mitgeteilt`,
    text: "Es wurde nichts verbunden. Bitte versuchen Sie es noch einmal."
  })
}
