/** What the connect pages say, in Arabic. Names within a text are set apart, so that they keep their own direction. */
import { html } from "../Html.ts"
import type { Words } from "../Words.ts"

/** First strong isolate and its end. */
const apart = (name: string): string => `\u2068${name}\u2069`

export const ar: Words = {
  asks: (who, company) => html`يطلب ${who} الوصول إلى بيانات ${company ?? "شركتك"}.`,
  asksFor: (who, platform, company) => html`يطلب ${who} الوصول إلى حساب ${platform} الخاص بـ ${company ?? "شركتك"}.`,
  safe: "يُحفظ إذن الوصول مشفّرًا ولا يُستخدم إلا لهذا الاتصال.",
  privacy: "سياسة الخصوصية",
  support: "المساعدة",
  language: "اللغة",
  worksUntil: (date) => `هذا الرابط صالح حتى ${apart(date)}.`,
  connected: "متصل",
  signInAgain: "سجّل الدخول مجددًا",
  newWindow: "يُفتح في نافذة جديدة",

  connectSoftware: "اربط برامجك",
  whatIsUsed: (company) => (company === null ? "ماذا تستخدم شركتك؟" : `ماذا تستخدم ${apart(company)}؟`),
  choosePlatform: "اختر المنصة التي تريد ربطها.",
  categories: {
    ACCOUNTING: "المحاسبة",
    PAYMENTS: "المدفوعات",
    CRM: "العملاء والمبيعات",
    ECOMMERCE: "المتاجر الإلكترونية",
    CUSTOM: "أخرى"
  },
  search: "بحث",
  noneFound: "لا توجد منصة بهذا الاسم.",
  platforms: {
    zero: "لا توجد منصات",
    one: "منصة واحدة",
    two: "منصتان",
    few: "# منصات",
    many: "# منصة",
    other: "# منصة"
  },
  showAll: "عرض الكل",
  nothingAsked: "لا يلزم إدخال شيء",
  labels: (labels) => html`المطلوب: ${labels}`,
  labelsThenSignIn: (labels) => html`المطلوب: ${labels}، ثم تسجّل الدخول هناك`,
  signInAt: (platform) => `تسجّل الدخول في ${apart(platform)}`,

  connect: (platform) => `ربط ${apart(platform)}`,
  severalWays: "هناك أكثر من طريقة. اختر ما يناسبك؛ فالبيانات هي نفسها.",
  anotherPlatform: "اختيار منصة أخرى",
  anotherWay: "الربط بطريقة أخرى",
  leadSignIn: (platform) =>
    `ستسجّل الدخول في ${apart(platform)} وتمنح موافقتك هناك. تبقى كلمة مرورك لدى ${apart(platform)} وحدها.`,
  leadNothing: (platform) => `لا يلزم إدخال شيء لربط ${apart(platform)}.`,
  leadKeys: (platform) => `أدخل البيانات التي تمنحها لك ${apart(platform)} لربط برامج أخرى.`,
  chosenAfterwards: (label) => html`إذا كان هناك أكثر من خيار، فستختار لاحقًا: ${label}.`,
  whatToDo: "ما عليك فعله",
  connectedAlready: (platform) => `تم ربط ${apart(platform)} من قبل. إعادة الربط تجدّد إذن الوصول ولا يضيع أي شيء.`,
  accessEnded: (platform) => `انتهى إذن الوصول إلى ${apart(platform)}. أعد الربط للمتابعة.`,
  continueTo: (platform) => `المتابعة إلى ${apart(platform)}`,
  optional: "(اختياري)",
  pleaseChoose: "يُرجى الاختيار",
  companyName: "اسم شركتك",
  companyExample: "شركة المثال",
  fixedAddress: "حدّد مشغّل هذه الخدمة عنوان جميع الاتصالات بهذه المنصة: ما تدخله يعرّف الحساب فقط ولا يُتصل به",

  somethingWrong: "هناك بيانات ناقصة أو غير صحيحة",
  pleaseLookAt: "لم يتم ربط أي شيء. يُرجى مراجعة:",
  missing: "يُرجى تعبئة هذا الحقل.",
  tooLong: (most) => `يجب ألا يتجاوز عدد الأحرف ${most}.`,
  characters: "يحتوي هذا الحقل على رموز لا يمكن استخدامها.",
  oneOf: "يُرجى اختيار عنصر من القائمة.",
  form: (example) => (example === null ? "الصيغة غير صحيحة." : html`يجب أن تكون الصيغة مثل «${example}».`),

  shared: "ما البيانات التي ستتم مشاركتها؟",
  kindsRead: {
    zero: "لا يُقرأ أي نوع من البيانات",
    one: "يُقرأ نوع واحد من البيانات",
    two: "يُقرأ نوعان من البيانات",
    few: "تُقرأ # أنواع من البيانات",
    many: "يُقرأ # نوعًا من البيانات",
    other: "يُقرأ # نوع من البيانات"
  },
  kindsWritten: {
    zero: "لا يمكن تعديل أي منها",
    one: "يمكن تعديل نوع واحد",
    two: "يمكن تعديل نوعين",
    few: "يمكن تعديل # أنواع",
    many: "يمكن تعديل # نوعًا",
    other: "يمكن تعديل # نوع"
  },
  nothingRead: "لا يُقرأ أي شيء تلقائيًا.",
  readRegularly: "تُقرأ بانتظام",
  mayBeWritten: "يمكن إنشاؤها أو تعديلها نيابةً عنك",
  models: {
    ACCOUNTS: "الحسابات المحاسبية",
    ADDRESSES: "العناوين",
    BALANCE_SHEET: "الميزانية العمومية",
    BANK_ACCOUNTS: "الحسابات البنكية",
    BANK_TRANSACTIONS: "الحركات البنكية",
    BILLS: "فواتير المورّدين",
    BILL_CREDIT_NOTES: "إشعارات الدائن من المورّدين",
    BILL_PAYMENTS: "مدفوعات المورّدين",
    CASH_FLOW_STATEMENT: "قائمة التدفقات النقدية",
    COMPANY_INFO: "معلومات شركتك",
    CONTACTS: "العملاء والمورّدون",
    CONTACT_PERSONS: "جهات الاتصال لدى الشركات",
    CRM_ACTIVITIES: "الأنشطة",
    CRM_ADDRESSES: "العناوين",
    CRM_COMPANIES: "الشركات",
    CRM_CONTACTS: "جهات الاتصال",
    CRM_DEALS: "الصفقات",
    CRM_EXTERNAL_LINKS: "مواقع الويب وعناوين البريد الإلكتروني",
    CRM_LEADS: "العملاء المحتملون",
    CRM_NOTES: "الملاحظات",
    CRM_PHONE_NUMBERS: "أرقام الهواتف",
    CRM_PIPELINES: "مسارات المبيعات",
    CRM_STAGES: "مراحل البيع",
    CRM_TASKS: "المهام",
    CRM_USERS: "المستخدمون",
    CURRENCIES: "العملات",
    DOCUMENTS: "المستندات",
    ECOMMERCE_CUSTOMERS: "العملاء",
    ECOMMERCE_LINE_ITEMS: "بنود الطلبات",
    ECOMMERCE_ORDERS: "الطلبات",
    ECOMMERCE_PRODUCTS: "المنتجات",
    EXPENSES: "المصروفات",
    EXTERNAL_LINKS: "مواقع الويب وعناوين البريد الإلكتروني",
    INCOME_STATEMENT: "قائمة الدخل",
    INVOICES: "فواتير العملاء",
    INVOICE_CREDIT_NOTES: "إشعارات الدائن للعملاء",
    INVOICE_PAYMENTS: "مدفوعات العملاء",
    ITEMS: "المنتجات والخدمات",
    JOURNAL_ENTRIES: "قيود اليومية",
    JOURNAL_LINES: "سطور القيود",
    LINE_ITEMS: "بنود المستندات",
    PAYMENT_ADDRESSES: "العناوين",
    PAYMENT_BALANCES: "الأرصدة",
    PAYMENT_CUSTOMERS: "العملاء",
    PAYMENT_DISPUTES: "النزاعات",
    PAYMENT_EXTERNAL_LINKS: "مواقع الويب وعناوين البريد الإلكتروني",
    PAYMENT_INVOICES: "الفواتير",
    PAYMENT_ITEMS: "المنتجات والخدمات",
    PAYMENT_LINE_ITEMS: "بنود المدفوعات",
    PAYMENT_ORDERS: "الطلبات",
    PAYMENT_PAYMENTS: "المدفوعات",
    PAYMENT_PAYMENT_LINKS: "روابط الدفع",
    PAYMENT_PAYOUTS: "التحويلات إلى البنك",
    PAYMENT_PHONE_NUMBERS: "أرقام الهواتف",
    PAYMENT_REFUNDS: "المبالغ المستردة",
    PAYMENT_TAX_RATES: "معدلات الضرائب",
    PAYMENT_TRANSACTIONS: "حركات الرصيد",
    PHONE_NUMBERS: "أرقام الهواتف",
    PURCHASE_ORDERS: "أوامر الشراء",
    SALES_ORDERS: "أوامر البيع",
    TAX_RATES: "معدلات الضرائب",
    TRACKING_CATEGORIES: "فئات التتبّع"
  },

  onTo: (platform) => `الانتقال إلى ${apart(platform)}`,
  takenTo: (host) => `يجري نقلك إلى ${apart(host)} لتسجيل الدخول.`,
  whichAccount: "أي حساب؟",
  severalAccounts: (platform) => `يتيح تسجيل دخولك في ${apart(platform)} أكثر من حساب. اختر الحساب الذي تريد ربطه.`,
  account: "الحساب",
  pleaseChooseOne: "يُرجى اختيار حساب واحد.",
  connectAccount: "ربط هذا الحساب",
  otherSignIn: "تسجيل الدخول بمستخدم آخر",

  isConnected: (platform) => `تم ربط ${apart(platform)}`,
  dataIsRead: "تجري الآن قراءة بياناتك.",
  closeWindow: "يمكنك إغلاق هذه النافذة.",
  connectAnother: "ربط منصة أخرى",
  backTo: (who) => `العودة إلى ${apart(who)}`,
  takenBackTo: (who) => `تجري إعادتك إلى ${apart(who)}.`,
  cancel: (who) => `إلغاء والعودة إلى ${apart(who)}`,
  startAgain: "البدء من جديد",

  goOnInWindow: "تابع في النافذة التي فُتحت.",
  windowClosed: "إذا أغلقت النافذة فاختر مجددًا للمتابعة.",
  windowBlocked: "لم يفتح المتصفح النافذة. اسمح بالنوافذ المنبثقة لهذه الصفحة ثم اختر مجددًا.",

  platformSays: (platform, words) => html`رسالة من ${apart(platform)}: ${words}`,
  unknownLink: {
    title: "هذا الرابط لا يعمل",
    text: "ربما اقتُطع جزء منه عند نسخه. اطلب رابطًا جديدًا ممن أرسله إليك."
  },
  expiredLink: { title: "انتهت صلاحية هذا الرابط", text: "اطلب رابطًا جديدًا ممن أرسله إليك." },
  revokedLink: {
    title: "لم يعد هذا الرابط صالحًا",
    text: "تم سحبه. اطلب رابطًا جديدًا ممن أرسله إليك."
  },
  nothingOffered: {
    title: "لا يمكن ربط أي شيء حاليًا",
    text: "منصات هذا الرابط غير متاحة في الوقت الحالي. أبلغ من أرسله إليك أو حاول لاحقًا."
  },
  notOffered: {
    title: "هذه المنصة غير متاحة هنا",
    text: "لا يمكن ربطها بهذا الرابط في الوقت الحالي."
  },
  notConnected: {
    title: "لا يوجد أي اتصال هنا",
    text: "تعرض هذه الصفحة اتصالًا أُنشئ للتو، لكن لا يوجد أي اتصال."
  },
  noCookies: {
    title: "بقيت هذه الصفحة مفتوحة طويلًا أو أن ملفات تعريف الارتباط معطّلة",
    text: "لم يتم ربط أي شيء. اسمح بملفات تعريف الارتباط لهذا الموقع إن كانت معطّلة، ثم ابدأ من جديد."
  },
  usedSignIn: {
    title: "لم يعد بالإمكان استخدام تسجيل الدخول هذا",
    text: "استُخدم من قبل أو استغرق وقتًا طويلًا، لذا لم يتم ربط أي شيء. يُرجى البدء من جديد."
  },
  begunThere: {
    title: "لقد بدأت من المنصة نفسها",
    text: "لم يتم ربط أي شيء بعد، لأن البداية لم تكن من هنا. افتح رابط دعوتك وأكمل الربط منه."
  },
  foreignSignIn: {
    title: "بدأ تسجيل الدخول هذا في مكان آخر",
    text: "يجب أن ينتهي تسجيل الدخول في المتصفح الذي بدأ فيه. لم يتم ربط أي شيء. يُرجى البدء من جديد هنا."
  },
  tooManyTries: {
    title: "محاولات كثيرة جدًا",
    text: {
      one: "رُفضت البيانات المدخلة مرات كثيرة، لذا أُوقفت المحاولات مؤقتًا. حاول مجددًا بعد دقيقة.",
      two: "رُفضت البيانات المدخلة مرات كثيرة، لذا أُوقفت المحاولات مؤقتًا. حاول مجددًا بعد دقيقتين.",
      few: "رُفضت البيانات المدخلة مرات كثيرة، لذا أُوقفت المحاولات مؤقتًا. حاول مجددًا بعد # دقائق.",
      many: "رُفضت البيانات المدخلة مرات كثيرة، لذا أُوقفت المحاولات مؤقتًا. حاول مجددًا بعد # دقيقة.",
      other: "رُفضت البيانات المدخلة مرات كثيرة، لذا أُوقفت المحاولات مؤقتًا. حاول مجددًا بعد # دقيقة."
    }
  },
  failed: {
    title: "حدث خطأ لدينا",
    text: "لم يتم ربط أي شيء. يُرجى المحاولة مجددًا بعد بضع دقائق."
  },
  signInIncomplete: (platform) => ({
    title: "لم يكتمل تسجيل الدخول",
    text: `لم تمنح ${apart(platform)} إذن الوصول، لذا لم يتم ربط أي شيء.`
  }),
  notAccepted: (platform) => ({
    title: `لا تقبل ${apart(platform)} هذه البيانات`,
    text: "تحقّق مما أدخلته وحاول مجددًا."
  }),
  notAllowed: (platform) => ({
    title: `لا تسمح ${apart(platform)} بذلك`,
    text: "ربما تنقص الحسابَ صلاحيةٌ ما، أو أن باقته لا تشمل الربط ببرامج أخرى."
  }),
  busy: (platform) => ({
    title: `${apart(platform)} مشغولة حاليًا`,
    text: "لا تقبل المنصة مزيدًا من الطلبات في الوقت الحالي. حاول مجددًا بعد بضع دقائق."
  }),
  unreachable: (platform) => ({
    title: `يتعذّر الوصول إلى ${apart(platform)}`,
    text: "لم يتم ربط أي شيء. يُرجى المحاولة مجددًا بعد بضع دقائق."
  }),
  unknownAccount: (platform) => ({
    title: `لا تعرف ${apart(platform)} هذا الحساب`,
    text: "تحقّق مما أدخلته: لا تجد المنصة شيئًا يطابقه."
  }),
  noAccess: (platform) => ({
    title: `لم تمنح ${apart(platform)} إذن الوصول`,
    text: "لم يتم ربط أي شيء. يُرجى المحاولة مجددًا."
  }),
  noAccount: (platform) => ({
    title: "لم يُعثر على أي حساب",
    text: `تسجيل دخولك صحيح، لكن ${apart(platform)} لا تعرض أي حساب يمكن استخدامه. سجّل الدخول بمستخدم لديه حساب.`
  }),
  otherAccount: (platform) => ({
    title: "هذا حساب آخر",
    text: `سجّل الدخول في ${apart(platform)} بالحساب الذي كان مرتبطًا من قبل. لا تُخلط بيانات حسابين.`
  }),
  untoldAccount: (platform) => ({
    title: `تم ربط ${apart(platform)} من قبل`,
    text: `لا تذكر ${apart(platform)} أي حساب هو المقصود. لتجديد الاتصال الحالي اطلب رابطًا لإعادة الربط؛ أما الحساب الآخر فيُربط بشركة مستقلة.`
  }),
  leftOut: (platform) => ({
    title: `لم ترسل ${apart(platform)} كل ما يلزم`,
    text: "لم يتم ربط أي شيء. يُرجى المحاولة مجددًا."
  })
}
