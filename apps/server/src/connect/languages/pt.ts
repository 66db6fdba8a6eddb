/** What the connect pages say, in Portuguese. */
import { html } from "../Html.ts"
import type { Words } from "../Words.ts"

export const pt: Words = {
  asks: (who, company) =>
    company === null
      ? html`${who} solicita acesso aos dados da sua empresa.`
      : html`${who} solicita acesso aos dados de ${company}.`,
  asksFor: (who, platform, company) =>
    company === null
      ? html`${who} solicita acesso à conta ${platform} da sua empresa.`
      : html`${who} solicita acesso à conta ${platform} de ${company}.`,
  safe: "O acesso é guardado de forma criptografada e usado apenas para esta conexão.",
  privacy: "Política de privacidade",
  support: "Ajuda",
  language: "Idioma",
  worksUntil: (date) => `Este link é válido até ${date}.`,
  connected: "Conectado",
  signInAgain: "Entre novamente",
  newWindow: "abre em uma nova janela",

  connectSoftware: "Conecte seu software",
  whatIsUsed: (company) => `O que ${company ?? "a sua empresa"} usa?`,
  choosePlatform: "Escolha a plataforma que você quer conectar.",
  categories: {
    ACCOUNTING: "Contabilidade",
    PAYMENTS: "Pagamentos",
    CRM: "Clientes e vendas",
    ECOMMERCE: "Lojas virtuais",
    CUSTOM: "Outros"
  },
  search: "Buscar",
  noneFound: "Nenhuma plataforma tem esse nome.",
  platforms: { one: "# plataforma", other: "# plataformas" },
  showAll: "Mostrar todas",
  nothingAsked: "Não é preciso informar nada",
  labels: (labels) => html`Será pedido: ${labels}`,
  labelsThenSignIn: (labels) => html`Será pedido: ${labels}; depois você entra na plataforma`,
  signInAt: (platform) => `Você entra na sua conta ${platform}`,

  connect: (platform) => `Conectar ${platform}`,
  severalWays: "Há mais de uma forma. Escolha a que preferir; os dados são os mesmos.",
  anotherPlatform: "Escolher outra plataforma",
  anotherWay: "Conectar de outra forma",
  leadSignIn: (platform) =>
    `Você vai entrar na sua conta ${platform} e autorizar o acesso lá. Sua senha fica somente com ${platform}.`,
  leadNothing: (platform) => `Para ${platform}, não é preciso informar nada.`,
  leadKeys: (platform) => `Informe os dados que ${platform} fornece para conectar outros programas.`,
  chosenAfterwards: (label) => html`Se houver mais de uma opção, você escolhe depois: ${label}.`,
  whatToDo: "O que fazer",
  connectedAlready: (platform) => `${platform} já está conectado. Conectar de novo renova o acesso; nada se perde.`,
  accessEnded: (platform) => `O acesso a ${platform} terminou. Conecte novamente para continuar.`,
  continueTo: (platform) => `Continuar para ${platform}`,
  optional: "(opcional)",
  pleaseChoose: "Escolha uma opção",
  companyName: "Nome da sua empresa",
  companyExample: "Exemplo Ltda.",
  fixedAddress:
    "Quem opera este serviço definiu o endereço de todas as conexões com esta plataforma: o que você informa identifica a conta e não é acessado",

  somethingWrong: "Algo está faltando ou incorreto",
  pleaseLookAt: "Nada foi conectado. Verifique:",
  missing: "Preencha este campo.",
  tooLong: (most) => `O máximo é de ${most} caracteres.`,
  characters: "Há caracteres que não podem ser usados.",
  oneOf: "Escolha uma opção da lista.",
  form: (example) => (example === null ? "O formato não está correto." : html`O formato deve ser como “${example}”.`),

  shared: "O que é compartilhado?",
  kindsRead: { one: "# tipo de dado é lido", other: "# tipos de dados são lidos" },
  kindsWritten: { one: "# pode ser alterado", other: "# podem ser alterados" },
  nothingRead: "Nada é lido automaticamente.",
  readRegularly: "Lido regularmente",
  mayBeWritten: "Pode ser criado ou alterado em seu nome",
  models: {
    ACCOUNTS: "Contas contábeis",
    ADDRESSES: "Endereços",
    BALANCE_SHEET: "Balanço patrimonial",
    BANK_ACCOUNTS: "Contas bancárias",
    BANK_TRANSACTIONS: "Movimentações bancárias",
    BILLS: "Contas a pagar",
    BILL_CREDIT_NOTES: "Notas de crédito de fornecedores",
    BILL_PAYMENTS: "Pagamentos a fornecedores",
    CASH_FLOW_STATEMENT: "Demonstração do fluxo de caixa",
    COMPANY_INFO: "Dados da sua empresa",
    CONTACTS: "Clientes e fornecedores",
    CONTACT_PERSONS: "Pessoas de contato",
    CRM_ACTIVITIES: "Atividades",
    CRM_ADDRESSES: "Endereços",
    CRM_COMPANIES: "Empresas",
    CRM_CONTACTS: "Contatos",
    CRM_DEALS: "Negócios",
    CRM_EXTERNAL_LINKS: "Sites e e-mails",
    CRM_LEADS: "Leads",
    CRM_NOTES: "Anotações",
    CRM_PHONE_NUMBERS: "Telefones",
    CRM_PIPELINES: "Funis de vendas",
    CRM_STAGES: "Etapas de venda",
    CRM_TASKS: "Tarefas",
    CRM_USERS: "Usuários",
    CURRENCIES: "Moedas",
    DOCUMENTS: "Documentos",
    ECOMMERCE_CUSTOMERS: "Clientes",
    ECOMMERCE_LINE_ITEMS: "Itens de pedidos",
    ECOMMERCE_ORDERS: "Pedidos",
    ECOMMERCE_PRODUCTS: "Produtos",
    EXPENSES: "Despesas",
    EXTERNAL_LINKS: "Sites e e-mails",
    INCOME_STATEMENT: "Demonstração de resultados",
    INVOICES: "Faturas",
    INVOICE_CREDIT_NOTES: "Notas de crédito a clientes",
    INVOICE_PAYMENTS: "Recebimentos de faturas",
    ITEMS: "Produtos e serviços",
    JOURNAL_ENTRIES: "Lançamentos contábeis",
    JOURNAL_LINES: "Linhas de lançamentos",
    LINE_ITEMS: "Linhas de documentos",
    PAYMENT_ADDRESSES: "Endereços",
    PAYMENT_BALANCES: "Saldos",
    PAYMENT_CUSTOMERS: "Clientes",
    PAYMENT_DISPUTES: "Contestações",
    PAYMENT_EXTERNAL_LINKS: "Sites e e-mails",
    PAYMENT_INVOICES: "Faturas",
    PAYMENT_ITEMS: "Produtos e serviços",
    PAYMENT_LINE_ITEMS: "Linhas de pagamentos",
    PAYMENT_ORDERS: "Pedidos",
    PAYMENT_PAYMENTS: "Pagamentos",
    PAYMENT_PAYMENT_LINKS: "Links de pagamento",
    PAYMENT_PAYOUTS: "Repasses",
    PAYMENT_PHONE_NUMBERS: "Telefones",
    PAYMENT_REFUNDS: "Reembolsos",
    PAYMENT_TAX_RATES: "Alíquotas de impostos",
    PAYMENT_TRANSACTIONS: "Movimentações do saldo",
    PHONE_NUMBERS: "Telefones",
    PURCHASE_ORDERS: "Pedidos de compra",
    SALES_ORDERS: "Pedidos de venda",
    TAX_RATES: "Alíquotas de impostos",
    TRACKING_CATEGORIES: "Centros de custo e categorias"
  },

  onTo: (platform) => `Indo para ${platform}`,
  takenTo: (host) => `Você está sendo levado a ${host} para entrar na sua conta.`,
  whichAccount: "Qual conta?",
  severalAccounts: (platform) =>
    `Seu acesso a ${platform} permite usar mais de uma conta. Escolha a que será conectada.`,
  account: "Conta",
  pleaseChooseOne: "Escolha uma.",
  connectAccount: "Conectar esta conta",
  otherSignIn: "Entrar com outro usuário",

  isConnected: (platform) => `${platform} está conectado`,
  dataIsRead: "Seus dados já estão sendo lidos.",
  closeWindow: "Você pode fechar esta janela.",
  connectAnother: "Conectar outra plataforma",
  backTo: (who) => `Voltar para ${who}`,
  takenBackTo: (who) => `Você está sendo levado de volta para ${who}.`,
  cancel: (who) => `Cancelar e voltar para ${who}`,
  startAgain: "Começar de novo",

  goOnInWindow: "Continue na janela que foi aberta.",
  windowClosed: "Se você fechou a janela, escolha novamente para continuar.",
  windowBlocked: "O navegador não abriu a janela. Permita pop-ups para esta página e escolha novamente.",

  platformSays: (platform, words) => html`Mensagem de ${platform}: ${words}`,
  unknownLink: {
    title: "Este link não funciona",
    text: "Ele pode ter sido cortado ao ser copiado. Peça um novo a quem o enviou."
  },
  expiredLink: { title: "Este link expirou", text: "Peça um novo a quem o enviou." },
  revokedLink: {
    title: "Este link não é mais válido",
    text: "Ele foi cancelado. Peça um novo a quem o enviou."
  },
  nothingOffered: {
    title: "Nada pode ser conectado no momento",
    text: "As plataformas deste link não estão disponíveis agora. Avise quem o enviou ou tente mais tarde."
  },
  notOffered: {
    title: "Esta plataforma não está disponível aqui",
    text: "No momento, ela não pode ser conectada com este link."
  },
  notConnected: {
    title: "Nada está conectado aqui",
    text: "Esta página mostra uma conexão que acabou de ser feita, mas não há nenhuma."
  },
  noCookies: {
    title: "Esta página ficou aberta por tempo demais ou os cookies estão desativados",
    text: "Nada foi conectado. Se os cookies estiverem desativados, permita-os para este site e comece de novo."
  },
  usedSignIn: {
    title: "Este acesso não pode mais ser usado",
    text: "Ele já foi usado ou demorou demais, por isso nada foi conectado. Comece de novo."
  },
  begunThere: {
    title: "Você começou na plataforma",
    text: "Nada foi conectado ainda, porque o processo não começou aqui. Abra o link do seu convite e conecte a partir dele."
  },
  foreignSignIn: {
    title: "Este acesso começou em outro lugar",
    text: "O acesso precisa terminar no navegador em que começou. Nada foi conectado. Comece de novo aqui."
  },
  tooManyTries: {
    title: "Tentativas demais",
    text: {
      one: "Os dados informados foram recusados muitas vezes, por isso nada mais é testado por enquanto. Tente de novo em # minuto.",
      other:
        "Os dados informados foram recusados muitas vezes, por isso nada mais é testado por enquanto. Tente de novo em # minutos."
    }
  },
  failed: {
    title: "Algo deu errado do nosso lado",
    text: "Nada foi conectado. Tente de novo em alguns minutos."
  },
  signInIncomplete: (platform) => ({
    title: "O acesso não foi concluído",
    text: `${platform} não deu acesso, por isso nada foi conectado.`
  }),
  notAccepted: (platform) => ({
    title: `${platform} não aceita estes dados`,
    text: "Verifique o que você informou e tente de novo."
  }),
  notAllowed: (platform) => ({
    title: `${platform} não permite isso`,
    text: "Talvez falte uma permissão à conta, ou o plano dela não inclua a conexão com outros programas."
  }),
  busy: (platform) => ({
    title: `${platform} está sobrecarregado`,
    text: "No momento não são aceitas mais solicitações. Tente de novo em alguns minutos."
  }),
  unreachable: (platform) => ({
    title: `Não foi possível acessar ${platform}`,
    text: "Nada foi conectado. Tente de novo em alguns minutos."
  }),
  unknownAccount: (platform) => ({
    title: `${platform} não conhece esta conta`,
    text: "Verifique o que você informou: a plataforma não encontra nada com esses dados."
  }),
  noAccess: (platform) => ({
    title: `${platform} não deu acesso`,
    text: "Nada foi conectado. Tente de novo."
  }),
  noAccount: (platform) => ({
    title: "Nenhuma conta foi encontrada",
    text: `Seu acesso funciona, mas ${platform} não mostra nenhuma conta que possa ser usada. Entre com um usuário que tenha uma.`
  }),
  otherAccount: (platform) => ({
    title: "Esta é outra conta",
    text: `Entre em ${platform} com a conta que estava conectada antes. Os dados de duas contas não são misturados.`
  }),
  untoldAccount: (platform) => ({
    title: `${platform} já está conectado`,
    text: `${platform} não informa de qual conta se trata. Para renovar a conexão existente, peça um link de reconexão; outra conta é conectada em uma empresa própria.`
  }),
  leftOut: (platform) => ({
    title: `${platform} não enviou tudo o que é necessário`,
    text: "Nada foi conectado. Tente de novo."
  })
}
