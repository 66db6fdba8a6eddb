/** What the connect pages say, in Hindi. */
import { html } from "../Html.ts"
import type { Words } from "../Words.ts"

export const hi: Words = {
  asks: (who, company) => html`${who} को ${company ?? "आपकी कंपनी"} के डेटा की ऐक्सेस चाहिए।`,
  asksFor: (who, platform, company) => html`${who} को ${company ?? "आपकी कंपनी"} के ${platform} खाते की ऐक्सेस चाहिए।`,
  safe: "ऐक्सेस को एन्क्रिप्ट करके रखा जाता है और इसका उपयोग सिर्फ़ इसी कनेक्शन के लिए होता है।",
  privacy: "निजता नीति",
  support: "सहायता",
  language: "भाषा",
  worksUntil: (date) => `यह लिंक ${date} तक काम करेगा।`,
  connected: "कनेक्ट है",
  signInAgain: "फिर से साइन इन करें",
  newWindow: "नई विंडो में खुलता है",

  connectSoftware: "अपना सॉफ़्टवेयर कनेक्ट करें",
  whatIsUsed: (company) => `${company ?? "आपकी कंपनी"} में कौन-सा सॉफ़्टवेयर उपयोग होता है?`,
  choosePlatform: "वह प्लैटफ़ॉर्म चुनें जिसे आप कनेक्ट करना चाहते हैं।",
  categories: {
    ACCOUNTING: "अकाउंटिंग",
    PAYMENTS: "भुगतान",
    CRM: "ग्राहक और बिक्री",
    ECOMMERCE: "ऑनलाइन दुकानें",
    CUSTOM: "अन्य"
  },
  search: "खोजें",
  noneFound: "इस नाम का कोई प्लैटफ़ॉर्म नहीं है।",
  platforms: { one: "# प्लैटफ़ॉर्म", other: "# प्लैटफ़ॉर्म" },
  showAll: "सभी दिखाएँ",
  nothingAsked: "कुछ भी भरने की ज़रूरत नहीं है",
  labels: (labels) => html`यह माँगा जाएगा: ${labels}`,
  labelsThenSignIn: (labels) => html`यह माँगा जाएगा: ${labels}; उसके बाद आप वहाँ साइन इन करेंगे`,
  signInAt: (platform) => `आप ${platform} पर साइन इन करेंगे`,

  connect: (platform) => `${platform} कनेक्ट करें`,
  severalWays: "इसके कई तरीके हैं। जो आपको ठीक लगे वह चुनें; डेटा एक ही रहेगा।",
  anotherPlatform: "कोई और प्लैटफ़ॉर्म चुनें",
  anotherWay: "किसी और तरीके से कनेक्ट करें",
  leadSignIn: (platform) => `आप ${platform} पर साइन इन करके वहीं सहमति देंगे। आपका पासवर्ड ${platform} के पास ही रहता है।`,
  leadNothing: (platform) => `${platform} के लिए कुछ भी भरने की ज़रूरत नहीं है।`,
  leadKeys: (platform) => `दूसरे सॉफ़्टवेयर को कनेक्ट करने के लिए ${platform} जो जानकारी देता है, उसे यहाँ भरें।`,
  chosenAfterwards: (label) => html`अगर एक से ज़्यादा विकल्प हों, तो आप बाद में चुन सकेंगे: ${label}।`,
  whatToDo: "क्या करना है",
  connectedAlready: (platform) => `${platform} पहले से कनेक्ट है। दोबारा कनेक्ट करने से ऐक्सेस नई हो जाती है; कुछ भी नहीं खोता।`,
  accessEnded: (platform) => `${platform} की ऐक्सेस समाप्त हो गई है। आगे बढ़ने के लिए इसे फिर से कनेक्ट करें।`,
  continueTo: (platform) => `${platform} पर जाएँ`,
  optional: "(वैकल्पिक)",
  pleaseChoose: "कृपया चुनें",
  companyName: "आपकी कंपनी का नाम",
  companyExample: "उदाहरण प्रा. लि.",
  fixedAddress:
    "इस सेवा के संचालक ने इस प्लैटफ़ॉर्म के सभी कनेक्शनों का पता तय कर दिया है: आप जो भरते हैं वह सिर्फ़ खाते की पहचान है, उस पते पर कोई अनुरोध नहीं भेजा जाता",

  somethingWrong: "कुछ छूट गया है या सही नहीं है",
  pleaseLookAt: "कुछ भी कनेक्ट नहीं हुआ। कृपया इन्हें देखें:",
  missing: "कृपया इसे भरें।",
  tooLong: (most) => `इसमें ज़्यादा से ज़्यादा ${most} वर्ण हो सकते हैं।`,
  characters: "इसमें ऐसे वर्ण हैं जिनका उपयोग नहीं किया जा सकता।",
  oneOf: "कृपया सूची में से एक चुनें।",
  form: (example) => (example === null ? "इसका प्रारूप सही नहीं है।" : html`यह “${example}” जैसा होना चाहिए।`),

  shared: "क्या साझा किया जाता है?",
  kindsRead: { one: "# तरह का डेटा पढ़ा जाता है", other: "# तरह का डेटा पढ़ा जाता है" },
  kindsWritten: { one: "# तरह का बदला जा सकता है", other: "# तरह का बदला जा सकता है" },
  nothingRead: "अपने आप कुछ भी नहीं पढ़ा जाता।",
  readRegularly: "नियमित रूप से पढ़ा जाता है",
  mayBeWritten: "आपकी ओर से बनाया या बदला जा सकता है",
  models: {
    ACCOUNTS: "लेखा खाते",
    ADDRESSES: "पते",
    BALANCE_SHEET: "बैलेंस शीट",
    BANK_ACCOUNTS: "बैंक खाते",
    BANK_TRANSACTIONS: "बैंक लेन-देन",
    BILLS: "सप्लायर के बिल",
    BILL_CREDIT_NOTES: "सप्लायर के क्रेडिट नोट",
    BILL_PAYMENTS: "बिलों के भुगतान",
    CASH_FLOW_STATEMENT: "कैश फ़्लो स्टेटमेंट",
    COMPANY_INFO: "आपकी कंपनी की जानकारी",
    CONTACTS: "ग्राहक और सप्लायर",
    CONTACT_PERSONS: "संपर्क व्यक्ति",
    CRM_ACTIVITIES: "गतिविधियाँ",
    CRM_ADDRESSES: "पते",
    CRM_COMPANIES: "कंपनियाँ",
    CRM_CONTACTS: "संपर्क",
    CRM_DEALS: "सौदे",
    CRM_EXTERNAL_LINKS: "वेब और ईमेल पते",
    CRM_LEADS: "लीड",
    CRM_NOTES: "नोट",
    CRM_PHONE_NUMBERS: "फ़ोन नंबर",
    CRM_PIPELINES: "पाइपलाइन",
    CRM_STAGES: "पाइपलाइन के चरण",
    CRM_TASKS: "काम",
    CRM_USERS: "उपयोगकर्ता",
    CURRENCIES: "मुद्राएँ",
    DOCUMENTS: "दस्तावेज़",
    ECOMMERCE_CUSTOMERS: "ग्राहक",
    ECOMMERCE_LINE_ITEMS: "ऑर्डर के आइटम",
    ECOMMERCE_ORDERS: "ऑर्डर",
    ECOMMERCE_PRODUCTS: "उत्पाद",
    EXPENSES: "ख़र्च",
    EXTERNAL_LINKS: "वेब और ईमेल पते",
    INCOME_STATEMENT: "लाभ-हानि विवरण",
    INVOICES: "इनवॉइस",
    INVOICE_CREDIT_NOTES: "ग्राहकों के क्रेडिट नोट",
    INVOICE_PAYMENTS: "इनवॉइस के भुगतान",
    ITEMS: "उत्पाद और सेवाएँ",
    JOURNAL_ENTRIES: "जर्नल एंट्री",
    JOURNAL_LINES: "जर्नल एंट्री की पंक्तियाँ",
    LINE_ITEMS: "दस्तावेज़ों की पंक्तियाँ",
    PAYMENT_ADDRESSES: "पते",
    PAYMENT_BALANCES: "बैलेंस",
    PAYMENT_CUSTOMERS: "ग्राहक",
    PAYMENT_DISPUTES: "विवाद",
    PAYMENT_EXTERNAL_LINKS: "वेब और ईमेल पते",
    PAYMENT_INVOICES: "इनवॉइस",
    PAYMENT_ITEMS: "उत्पाद और सेवाएँ",
    PAYMENT_LINE_ITEMS: "भुगतानों की पंक्तियाँ",
    PAYMENT_ORDERS: "ऑर्डर",
    PAYMENT_PAYMENTS: "भुगतान",
    PAYMENT_PAYMENT_LINKS: "भुगतान लिंक",
    PAYMENT_PAYOUTS: "बैंक में भेजी गई रकम",
    PAYMENT_PHONE_NUMBERS: "फ़ोन नंबर",
    PAYMENT_REFUNDS: "रिफ़ंड",
    PAYMENT_TAX_RATES: "कर की दरें",
    PAYMENT_TRANSACTIONS: "बैलेंस के लेन-देन",
    PHONE_NUMBERS: "फ़ोन नंबर",
    PURCHASE_ORDERS: "ख़रीद ऑर्डर",
    SALES_ORDERS: "बिक्री ऑर्डर",
    TAX_RATES: "कर की दरें",
    TRACKING_CATEGORIES: "ट्रैकिंग श्रेणियाँ"
  },

  onTo: (platform) => `${platform} पर जा रहे हैं`,
  takenTo: (host) => `साइन इन करने के लिए आपको ${host} पर ले जाया जा रहा है।`,
  whichAccount: "कौन-सा खाता?",
  severalAccounts: (platform) => `${platform} पर आपके साइन-इन से कई खाते उपयोग किए जा सकते हैं। जिसे कनेक्ट करना है उसे चुनें।`,
  account: "खाता",
  pleaseChooseOne: "कृपया एक चुनें।",
  connectAccount: "यह खाता कनेक्ट करें",
  otherSignIn: "किसी और के रूप में साइन इन करें",

  isConnected: (platform) => `${platform} कनेक्ट हो गया`,
  dataIsRead: "आपका डेटा अब पढ़ा जा रहा है।",
  closeWindow: "आप यह विंडो बंद कर सकते हैं।",
  connectAnother: "कोई और प्लैटफ़ॉर्म कनेक्ट करें",
  backTo: (who) => `${who} पर वापस जाएँ`,
  takenBackTo: (who) => `आपको वापस ${who} पर ले जाया जा रहा है।`,
  cancel: (who) => `रद्द करें और ${who} पर वापस जाएँ`,
  startAgain: "फिर से शुरू करें",

  goOnInWindow: "जो विंडो खुली है, उसमें आगे बढ़ें।",
  windowClosed: "अगर आपने विंडो बंद कर दी है, तो आगे बढ़ने के लिए फिर से चुनें।",
  windowBlocked: "आपके ब्राउज़र ने विंडो नहीं खोली। इस पेज के लिए पॉप-अप की अनुमति दें, फिर दोबारा चुनें।",

  platformSays: (platform, words) => html`${platform} का संदेश: ${words}`,
  unknownLink: {
    title: "यह लिंक काम नहीं करता",
    text: "हो सकता है कि कॉपी करते समय यह कट गया हो। जिसने इसे भेजा था, उससे नया लिंक माँगें।"
  },
  expiredLink: {
    title: "इस लिंक की समय-सीमा समाप्त हो गई है",
    text: "जिसने इसे भेजा था, उससे नया लिंक माँगें।"
  },
  revokedLink: {
    title: "यह लिंक अब मान्य नहीं है",
    text: "इसे वापस ले लिया गया है। जिसने इसे भेजा था, उससे नया लिंक माँगें।"
  },
  nothingOffered: {
    title: "अभी कुछ भी कनेक्ट नहीं किया जा सकता",
    text: "इस लिंक के प्लैटफ़ॉर्म अभी उपलब्ध नहीं हैं। जिसने इसे भेजा था उसे बताएँ या बाद में कोशिश करें।"
  },
  notOffered: {
    title: "यह प्लैटफ़ॉर्म यहाँ उपलब्ध नहीं है",
    text: "इसे फ़िलहाल इस लिंक से कनेक्ट नहीं किया जा सकता।"
  },
  notConnected: {
    title: "यहाँ कुछ भी कनेक्ट नहीं है",
    text: "यह पेज अभी-अभी बना कनेक्शन दिखाता है, लेकिन ऐसा कोई कनेक्शन नहीं है।"
  },
  noCookies: {
    title: "यह पेज बहुत देर तक खुला रहा या कुकी बंद हैं",
    text: "कुछ भी कनेक्ट नहीं हुआ। अगर कुकी बंद हैं तो इस साइट के लिए उनकी अनुमति दें और फिर से शुरू करें।"
  },
  usedSignIn: {
    title: "इस साइन-इन का अब उपयोग नहीं किया जा सकता",
    text: "इसका उपयोग पहले हो चुका है या इसमें बहुत समय लग गया, इसलिए कुछ भी कनेक्ट नहीं हुआ। कृपया फिर से शुरू करें।"
  },
  begunThere: {
    title: "आपने प्लैटफ़ॉर्म से शुरुआत की",
    text: "अभी कुछ भी कनेक्ट नहीं हुआ है, क्योंकि शुरुआत यहाँ से नहीं हुई थी। अपने न्योते का लिंक खोलें और वहाँ से कनेक्ट करें।"
  },
  foreignSignIn: {
    title: "यह साइन-इन कहीं और शुरू हुआ था",
    text: "साइन-इन उसी ब्राउज़र में पूरा होना चाहिए जिसमें वह शुरू हुआ था। कुछ भी कनेक्ट नहीं हुआ। कृपया यहाँ से फिर शुरू करें।"
  },
  tooManyTries: {
    title: "बहुत ज़्यादा कोशिशें",
    text: {
      one: "भरी गई जानकारी बहुत बार अस्वीकार हुई, इसलिए अभी कुछ और नहीं जाँचा जाएगा। # मिनट बाद फिर कोशिश करें।",
      other: "भरी गई जानकारी बहुत बार अस्वीकार हुई, इसलिए अभी कुछ और नहीं जाँचा जाएगा। # मिनट बाद फिर कोशिश करें।"
    }
  },
  failed: {
    title: "हमारी ओर से कुछ गड़बड़ हुई",
    text: "कुछ भी कनेक्ट नहीं हुआ। कृपया कुछ मिनट बाद फिर कोशिश करें।"
  },
  signInIncomplete: (platform) => ({
    title: "साइन-इन पूरा नहीं हुआ",
    text: `${platform} से ऐक्सेस नहीं मिली, इसलिए कुछ भी कनेक्ट नहीं हुआ।`
  }),
  notAccepted: (platform) => ({
    title: `${platform} ने यह जानकारी स्वीकार नहीं की`,
    text: "आपने जो भरा है उसे जाँचें और फिर कोशिश करें।"
  }),
  notAllowed: (platform) => ({
    title: `${platform} इसकी अनुमति नहीं देता`,
    text: "हो सकता है कि खाते के पास अनुमति न हो या उसके प्लान में दूसरा सॉफ़्टवेयर कनेक्ट करना शामिल न हो।"
  }),
  busy: (platform) => ({
    title: `${platform} अभी व्यस्त है`,
    text: "फ़िलहाल और अनुरोध नहीं लिए जा रहे हैं। कुछ मिनट बाद फिर कोशिश करें।"
  }),
  unreachable: (platform) => ({
    title: `${platform} से संपर्क नहीं हो पा रहा है`,
    text: "कुछ भी कनेक्ट नहीं हुआ। कृपया कुछ मिनट बाद फिर कोशिश करें।"
  }),
  unknownAccount: (platform) => ({
    title: `${platform} को यह खाता नहीं मिला`,
    text: "आपने जो भरा है उसे जाँचें: प्लैटफ़ॉर्म को उससे कुछ नहीं मिला।"
  }),
  noAccess: (platform) => ({
    title: `${platform} ने ऐक्सेस नहीं दी`,
    text: "कुछ भी कनेक्ट नहीं हुआ। कृपया फिर कोशिश करें।"
  }),
  noAccount: (platform) => ({
    title: "कोई खाता नहीं मिला",
    text: `आपका साइन-इन सही है, लेकिन ${platform} ऐसा कोई खाता नहीं दिखाता जिसका उपयोग किया जा सके। ऐसे व्यक्ति के रूप में साइन इन करें जिसके पास खाता हो।`
  }),
  otherAccount: (platform) => ({
    title: "यह कोई दूसरा खाता है",
    text: `${platform} पर उसी खाते से साइन इन करें जो पहले कनेक्ट था। दो खातों का डेटा आपस में नहीं मिलाया जाता।`
  }),
  untoldAccount: (platform) => ({
    title: `${platform} पहले से कनेक्ट है`,
    text: `${platform} यह नहीं बताता कि यह किस खाते के लिए है। मौजूदा कनेक्शन को नया करने के लिए दोबारा कनेक्ट करने का लिंक माँगें; दूसरा खाता किसी अलग कंपनी के लिए कनेक्ट किया जाता है।`
  }),
  leftOut: (platform) => ({
    title: `${platform} ने पूरी जानकारी नहीं दी`,
    text: "कुछ भी कनेक्ट नहीं हुआ। कृपया फिर कोशिश करें।"
  })
}
