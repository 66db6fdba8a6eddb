/** What the connect pages say, in Spanish. */
import { html } from "../Html.ts"
import type { Words } from "../Words.ts"

export const es: Words = {
  asks: (who, company) => html`${who} solicita acceso a los datos de ${company ?? "tu empresa"}.`,
  asksFor: (who, platform, company) =>
    html`${who} solicita acceso a la cuenta de ${platform} de ${company ?? "tu empresa"}.`,
  safe: "El acceso se guarda cifrado y se usa solo para esta conexión.",
  privacy: "Política de privacidad",
  support: "Ayuda",
  language: "Idioma",
  worksUntil: (date) => `Este enlace es válido hasta el ${date}.`,
  connected: "Conectado",
  signInAgain: "Vuelve a iniciar sesión",
  newWindow: "se abre en una ventana nueva",

  connectSoftware: "Conecta tu software",
  whatIsUsed: (company) => `¿Qué utiliza ${company ?? "tu empresa"}?`,
  choosePlatform: "Elige la plataforma que quieres conectar.",
  categories: {
    ACCOUNTING: "Contabilidad",
    PAYMENTS: "Pagos",
    CRM: "Clientes y ventas",
    ECOMMERCE: "Tiendas en línea",
    CUSTOM: "Otros"
  },
  search: "Buscar",
  noneFound: "Ninguna plataforma se llama así.",
  platforms: { one: "# plataforma", other: "# plataformas" },
  showAll: "Mostrar todas",
  nothingAsked: "No hay que introducir nada",
  labels: (labels) => html`Se pide: ${labels}`,
  labelsThenSignIn: (labels) => html`Se pide: ${labels}; después inicias sesión allí`,
  signInAt: (platform) => `Inicias sesión en ${platform}`,

  connect: (platform) => `Conectar ${platform}`,
  severalWays: "Hay varias formas de hacerlo. Elige la que prefieras; los datos son los mismos.",
  anotherPlatform: "Elegir otra plataforma",
  anotherWay: "Conectar de otra forma",
  leadSignIn: (platform) =>
    `Iniciarás sesión en ${platform} y darás tu autorización allí. Tu contraseña no sale de ${platform}.`,
  leadNothing: (platform) => `Para ${platform} no hay que introducir nada.`,
  leadKeys: (platform) => `Introduce los datos que ${platform} te da para conectar otro software.`,
  chosenAfterwards: (label) => html`Si hay más de una opción, después podrás elegir: ${label}.`,
  whatToDo: "Qué hay que hacer",
  connectedAlready: (platform) =>
    `${platform} ya está conectado. Si lo conectas de nuevo, se renueva el acceso y no se pierde nada.`,
  accessEnded: (platform) => `El acceso a ${platform} ha caducado. Conéctalo de nuevo para continuar.`,
  continueTo: (platform) => `Continuar a ${platform}`,
  optional: "(opcional)",
  pleaseChoose: "Elige una opción",
  companyName: "Nombre de tu empresa",
  companyExample: "Ejemplo S. L.",
  fixedAddress:
    "Quien opera este servicio ha fijado la dirección de todas las conexiones con esta plataforma: lo que introduzcas identifica la cuenta, pero no se llama a esa dirección",

  somethingWrong: "Falta algo o hay algo incorrecto",
  pleaseLookAt: "No se ha conectado nada. Revisa:",
  missing: "Rellena este campo.",
  tooLong: (most) => `Debe tener como máximo ${most} caracteres.`,
  characters: "Contiene caracteres que no se pueden usar.",
  oneOf: "Elige una opción de la lista.",
  form: (example) =>
    example === null ? "No tiene el formato correcto." : html`Debe tener un formato como «${example}».`,

  shared: "¿Qué se comparte?",
  kindsRead: { one: "se lee # tipo de datos", other: "se leen # tipos de datos" },
  kindsWritten: { one: "se puede escribir #", other: "se pueden escribir #" },
  nothingRead: "No se lee nada automáticamente.",
  readRegularly: "Se lee con regularidad",
  mayBeWritten: "Se puede crear o modificar en tu nombre",
  models: {
    ACCOUNTS: "Cuentas contables",
    ADDRESSES: "Direcciones",
    BALANCE_SHEET: "Balance de situación",
    BANK_ACCOUNTS: "Cuentas bancarias",
    BANK_TRANSACTIONS: "Movimientos bancarios",
    BILLS: "Facturas de proveedores",
    BILL_CREDIT_NOTES: "Notas de crédito de proveedores",
    BILL_PAYMENTS: "Pagos a proveedores",
    CASH_FLOW_STATEMENT: "Estado de flujos de efectivo",
    COMPANY_INFO: "Datos de tu empresa",
    CONTACTS: "Clientes y proveedores",
    CONTACT_PERSONS: "Personas de contacto",
    CRM_ACTIVITIES: "Actividades",
    CRM_ADDRESSES: "Direcciones",
    CRM_COMPANIES: "Empresas",
    CRM_CONTACTS: "Contactos",
    CRM_DEALS: "Oportunidades",
    CRM_EXTERNAL_LINKS: "Webs y correos electrónicos",
    CRM_LEADS: "Clientes potenciales",
    CRM_NOTES: "Notas",
    CRM_PHONE_NUMBERS: "Teléfonos",
    CRM_PIPELINES: "Embudos de ventas",
    CRM_STAGES: "Etapas de venta",
    CRM_TASKS: "Tareas",
    CRM_USERS: "Usuarios",
    CURRENCIES: "Monedas",
    DOCUMENTS: "Documentos",
    ECOMMERCE_CUSTOMERS: "Clientes",
    ECOMMERCE_LINE_ITEMS: "Líneas de pedidos",
    ECOMMERCE_ORDERS: "Pedidos",
    ECOMMERCE_PRODUCTS: "Productos",
    EXPENSES: "Gastos",
    EXTERNAL_LINKS: "Webs y correos electrónicos",
    INCOME_STATEMENT: "Cuenta de resultados",
    INVOICES: "Facturas",
    INVOICE_CREDIT_NOTES: "Notas de crédito a clientes",
    INVOICE_PAYMENTS: "Cobros de facturas",
    ITEMS: "Productos y servicios",
    JOURNAL_ENTRIES: "Asientos contables",
    JOURNAL_LINES: "Apuntes contables",
    LINE_ITEMS: "Líneas de documentos",
    PAYMENT_ADDRESSES: "Direcciones",
    PAYMENT_BALANCES: "Saldos",
    PAYMENT_CUSTOMERS: "Clientes",
    PAYMENT_DISPUTES: "Disputas",
    PAYMENT_EXTERNAL_LINKS: "Webs y correos electrónicos",
    PAYMENT_INVOICES: "Facturas",
    PAYMENT_ITEMS: "Productos y servicios",
    PAYMENT_LINE_ITEMS: "Líneas de pagos",
    PAYMENT_ORDERS: "Pedidos",
    PAYMENT_PAYMENTS: "Pagos",
    PAYMENT_PAYMENT_LINKS: "Enlaces de pago",
    PAYMENT_PAYOUTS: "Transferencias al banco",
    PAYMENT_PHONE_NUMBERS: "Teléfonos",
    PAYMENT_REFUNDS: "Reembolsos",
    PAYMENT_TAX_RATES: "Tipos de impuesto",
    PAYMENT_TRANSACTIONS: "Movimientos del saldo",
    PHONE_NUMBERS: "Teléfonos",
    PURCHASE_ORDERS: "Órdenes de compra",
    SALES_ORDERS: "Pedidos de venta",
    TAX_RATES: "Tipos de impuesto",
    TRACKING_CATEGORIES: "Categorías de seguimiento"
  },

  onTo: (platform) => `Vamos a ${platform}`,
  takenTo: (host) => `Te llevamos a ${host} para que inicies sesión.`,
  whichAccount: "¿Qué cuenta?",
  severalAccounts: (platform) => `Con tu sesión de ${platform} puedes usar varias. Elige la que quieres conectar.`,
  account: "Cuenta",
  pleaseChooseOne: "Elige una.",
  connectAccount: "Conectar esta cuenta",
  otherSignIn: "Iniciar sesión con otro usuario",

  isConnected: (platform) => `${platform} está conectado`,
  dataIsRead: "Ya estamos leyendo tus datos.",
  closeWindow: "Puedes cerrar esta ventana.",
  connectAnother: "Conectar otra plataforma",
  backTo: (who) => `Volver a ${who}`,
  takenBackTo: (who) => `Te llevamos de vuelta a ${who}.`,
  cancel: (who) => `Cancelar y volver a ${who}`,
  startAgain: "Empezar de nuevo",

  goOnInWindow: "Continúa en la ventana que se ha abierto.",
  windowClosed: "Si has cerrado la ventana, vuelve a elegir para continuar.",
  windowBlocked:
    "El navegador no ha abierto la ventana. Permite las ventanas emergentes en esta página y vuelve a elegir.",

  platformSays: (platform, words) => html`Mensaje de ${platform}: ${words}`,
  unknownLink: {
    title: "Este enlace no funciona",
    text: "Puede que se haya cortado al copiarlo. Pide uno nuevo a quien te lo envió."
  },
  expiredLink: { title: "Este enlace ha caducado", text: "Pide uno nuevo a quien te lo envió." },
  revokedLink: {
    title: "Este enlace ya no es válido",
    text: "Se ha retirado. Pide uno nuevo a quien te lo envió."
  },
  nothingOffered: {
    title: "Ahora mismo no se puede conectar nada",
    text: "Las plataformas de este enlace no están disponibles en este momento. Avisa a quien te lo envió o inténtalo más tarde."
  },
  notOffered: {
    title: "Esta plataforma no está disponible aquí",
    text: "En este momento no se puede conectar con este enlace."
  },
  notConnected: {
    title: "Aquí no hay nada conectado",
    text: "Esta página muestra una conexión recién hecha, pero no hay ninguna."
  },
  noCookies: {
    title: "Esta página ha estado abierta demasiado tiempo o las cookies están desactivadas",
    text: "No se ha conectado nada. Si las cookies están desactivadas, permítelas para este sitio y empieza de nuevo."
  },
  usedSignIn: {
    title: "Este inicio de sesión ya no se puede usar",
    text: "Ya se usó o tardó demasiado, así que no se ha conectado nada. Empieza de nuevo."
  },
  begunThere: {
    title: "Has empezado desde la plataforma",
    text: "Todavía no se ha conectado nada, porque no se empezó aquí. Abre el enlace de tu invitación y conecta desde allí."
  },
  foreignSignIn: {
    title: "Este inicio de sesión empezó en otro sitio",
    text: "Un inicio de sesión tiene que terminar en el navegador en el que empezó. No se ha conectado nada. Empieza de nuevo aquí."
  },
  tooManyTries: {
    title: "Demasiados intentos",
    text: {
      one: "Los datos introducidos se han rechazado demasiadas veces, así que de momento no se prueba nada más. Inténtalo de nuevo dentro de un minuto.",
      other:
        "Los datos introducidos se han rechazado demasiadas veces, así que de momento no se prueba nada más. Inténtalo de nuevo dentro de # minutos."
    }
  },
  failed: {
    title: "Algo ha fallado por nuestra parte",
    text: "No se ha conectado nada. Inténtalo de nuevo dentro de unos minutos."
  },
  signInIncomplete: (platform) => ({
    title: "El inicio de sesión no se ha completado",
    text: `${platform} no ha dado acceso, así que no se ha conectado nada.`
  }),
  notAccepted: (platform) => ({
    title: `${platform} no acepta estos datos`,
    text: "Revisa lo que has introducido e inténtalo de nuevo."
  }),
  notAllowed: (platform) => ({
    title: `${platform} no lo permite`,
    text: "Puede que a la cuenta le falte un permiso o que su plan no incluya la conexión con otro software."
  }),
  busy: (platform) => ({
    title: `${platform} está saturado`,
    text: "En este momento no admite más solicitudes. Inténtalo de nuevo dentro de unos minutos."
  }),
  unreachable: (platform) => ({
    title: `No se puede acceder a ${platform}`,
    text: "No se ha conectado nada. Inténtalo de nuevo dentro de unos minutos."
  }),
  unknownAccount: (platform) => ({
    title: `${platform} no conoce esta cuenta`,
    text: "Revisa lo que has introducido: la plataforma no encuentra nada con esos datos."
  }),
  noAccess: (platform) => ({
    title: `${platform} no ha dado acceso`,
    text: "No se ha conectado nada. Inténtalo de nuevo."
  }),
  noAccount: (platform) => ({
    title: "No se ha encontrado ninguna cuenta",
    text: `El inicio de sesión funciona, pero ${platform} no muestra ninguna cuenta que se pueda usar. Inicia sesión con un usuario que tenga una.`
  }),
  otherAccount: (platform) => ({
    title: "Esta es otra cuenta",
    text: `Inicia sesión en ${platform} con la cuenta que estaba conectada antes. Los datos de dos cuentas no se mezclan.`
  }),
  untoldAccount: (platform) => ({
    title: `${platform} ya está conectado`,
    text: `${platform} no dice de qué cuenta se trata. Para renovar la conexión existente, pide un enlace de reconexión; otra cuenta se conecta con una empresa propia.`
  }),
  leftOut: (platform) => ({
    title: `${platform} no ha enviado todo lo necesario`,
    text: "No se ha conectado nada. Inténtalo de nuevo."
  })
}
