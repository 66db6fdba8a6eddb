/** What the connect pages say, in French. */
import { html } from "../Html.ts"
import type { Words } from "../Words.ts"

export const fr: Words = {
  asks: (who, company) => html`${who} demande l’accès aux données de ${company ?? "votre entreprise"}.`,
  asksFor: (who, platform, company) =>
    html`${who} demande l’accès au compte ${platform} de ${company ?? "votre entreprise"}.`,
  safe: "L’accès est enregistré sous forme chiffrée et ne sert qu’à cette connexion.",
  privacy: "Politique de confidentialité",
  support: "Aide",
  language: "Langue",
  worksUntil: (date) => `Ce lien est valable jusqu’au ${date}.`,
  connected: "Connecté",
  signInAgain: "À reconnecter",
  newWindow: "s’ouvre dans une nouvelle fenêtre",

  connectSoftware: "Connectez vos logiciels",
  whatIsUsed: (company) => `Qu’utilise ${company ?? "votre entreprise"} ?`,
  choosePlatform: "Choisissez la plateforme que vous souhaitez connecter.",
  categories: {
    ACCOUNTING: "Comptabilité",
    PAYMENTS: "Paiements",
    CRM: "Clients et ventes",
    ECOMMERCE: "Boutiques en ligne",
    CUSTOM: "Autres"
  },
  search: "Rechercher",
  noneFound: "Aucune plateforme ne porte ce nom.",
  platforms: { one: "# plateforme", other: "# plateformes" },
  showAll: "Tout afficher",
  nothingAsked: "Rien à saisir",
  labels: (labels) => html`À saisir : ${labels}`,
  labelsThenSignIn: (labels) => html`À saisir : ${labels} ; vous vous identifiez ensuite sur la plateforme`,
  signInAt: (platform) => `Vous vous identifiez sur ${platform}`,

  connect: (platform) => `Connecter ${platform}`,
  severalWays: "Il existe plusieurs méthodes. Choisissez celle qui vous convient ; les données sont les mêmes.",
  anotherPlatform: "Choisir une autre plateforme",
  anotherWay: "Utiliser une autre méthode",
  leadSignIn: (platform) =>
    `Vous allez vous identifier sur ${platform} et y donner votre accord. Votre mot de passe reste chez ${platform}.`,
  leadNothing: (platform) => `Aucune saisie n’est nécessaire pour ${platform}.`,
  leadKeys: (platform) => `Saisissez les informations que ${platform} vous fournit pour connecter d’autres logiciels.`,
  chosenAfterwards: (label) => html`S’il y en a plusieurs, vous ferez ensuite votre choix : ${label}.`,
  whatToDo: "Marche à suivre",
  connectedAlready: (platform) =>
    `${platform} est déjà connecté. Une nouvelle connexion renouvelle l’accès ; rien n’est perdu.`,
  accessEnded: (platform) => `L’accès à ${platform} a pris fin. Reconnectez la plateforme pour continuer.`,
  continueTo: (platform) => `Continuer vers ${platform}`,
  optional: "(facultatif)",
  pleaseChoose: "Veuillez choisir",
  companyName: "Nom de votre entreprise",
  companyExample: "Exemple SARL",
  fixedAddress:
    "L’exploitant de ce service a fixé l’adresse de toutes les connexions à cette plateforme : ce que vous saisissez désigne le compte et n’est pas appelé",

  somethingWrong: "Il manque quelque chose ou une saisie est incorrecte",
  pleaseLookAt: "Rien n’a été connecté. Veuillez vérifier :",
  missing: "Veuillez remplir ce champ.",
  tooLong: (most) => `Ce champ ne doit pas dépasser ${most} caractères.`,
  characters: "Ce champ contient des caractères qui ne peuvent pas être utilisés.",
  oneOf: "Veuillez choisir un élément de la liste.",
  form: (example) =>
    example === null ? "Le format n’est pas correct." : html`Le format attendu est celui-ci : « ${example} ».`,

  shared: "Quelles données sont partagées ?",
  kindsRead: { one: "# type de données lu", other: "# types de données lus" },
  kindsWritten: { one: "# modifiable", other: "# modifiables" },
  nothingRead: "Rien n’est lu automatiquement.",
  readRegularly: "Lu régulièrement",
  mayBeWritten: "Peut être créé ou modifié pour vous",
  models: {
    ACCOUNTS: "Comptes comptables",
    ADDRESSES: "Adresses",
    BALANCE_SHEET: "Bilan",
    BANK_ACCOUNTS: "Comptes bancaires",
    BANK_TRANSACTIONS: "Opérations bancaires",
    BILLS: "Factures fournisseurs",
    BILL_CREDIT_NOTES: "Avoirs fournisseurs",
    BILL_PAYMENTS: "Règlements fournisseurs",
    CASH_FLOW_STATEMENT: "Tableau des flux de trésorerie",
    COMPANY_INFO: "Informations sur votre entreprise",
    CONTACTS: "Clients et fournisseurs",
    CONTACT_PERSONS: "Interlocuteurs",
    CRM_ACTIVITIES: "Activités",
    CRM_ADDRESSES: "Adresses",
    CRM_COMPANIES: "Entreprises",
    CRM_CONTACTS: "Contacts",
    CRM_DEALS: "Opportunités",
    CRM_EXTERNAL_LINKS: "Sites web et adresses e-mail",
    CRM_LEADS: "Prospects",
    CRM_NOTES: "Notes",
    CRM_PHONE_NUMBERS: "Numéros de téléphone",
    CRM_PIPELINES: "Pipelines de vente",
    CRM_STAGES: "Étapes de vente",
    CRM_TASKS: "Tâches",
    CRM_USERS: "Utilisateurs",
    CURRENCIES: "Devises",
    DOCUMENTS: "Documents",
    ECOMMERCE_CUSTOMERS: "Clients",
    ECOMMERCE_LINE_ITEMS: "Lignes de commande",
    ECOMMERCE_ORDERS: "Commandes",
    ECOMMERCE_PRODUCTS: "Produits",
    EXPENSES: "Dépenses",
    EXTERNAL_LINKS: "Sites web et adresses e-mail",
    INCOME_STATEMENT: "Compte de résultat",
    INVOICES: "Factures clients",
    INVOICE_CREDIT_NOTES: "Avoirs clients",
    INVOICE_PAYMENTS: "Règlements clients",
    ITEMS: "Produits et services",
    JOURNAL_ENTRIES: "Écritures comptables",
    JOURNAL_LINES: "Lignes d’écriture",
    LINE_ITEMS: "Lignes de document",
    PAYMENT_ADDRESSES: "Adresses",
    PAYMENT_BALANCES: "Soldes",
    PAYMENT_CUSTOMERS: "Clients",
    PAYMENT_DISPUTES: "Litiges",
    PAYMENT_EXTERNAL_LINKS: "Sites web et adresses e-mail",
    PAYMENT_INVOICES: "Factures",
    PAYMENT_ITEMS: "Produits et services",
    PAYMENT_LINE_ITEMS: "Lignes de paiement",
    PAYMENT_ORDERS: "Commandes",
    PAYMENT_PAYMENTS: "Paiements",
    PAYMENT_PAYMENT_LINKS: "Liens de paiement",
    PAYMENT_PAYOUTS: "Virements reçus",
    PAYMENT_PHONE_NUMBERS: "Numéros de téléphone",
    PAYMENT_REFUNDS: "Remboursements",
    PAYMENT_TAX_RATES: "Taux de taxe",
    PAYMENT_TRANSACTIONS: "Mouvements du solde",
    PHONE_NUMBERS: "Numéros de téléphone",
    PURCHASE_ORDERS: "Bons de commande",
    SALES_ORDERS: "Commandes clients",
    TAX_RATES: "Taux de taxe",
    TRACKING_CATEGORIES: "Axes analytiques"
  },

  onTo: (platform) => `Direction ${platform}`,
  takenTo: (host) => `Vous allez être dirigé vers ${host} pour vous identifier.`,
  whichAccount: "Quel compte ?",
  severalAccounts: (platform) =>
    `Votre identifiant ${platform} donne accès à plusieurs comptes. Choisissez celui à connecter.`,
  account: "Compte",
  pleaseChooseOne: "Veuillez en choisir un.",
  connectAccount: "Connecter ce compte",
  otherSignIn: "S’identifier avec un autre utilisateur",

  isConnected: (platform) => `${platform} est connecté`,
  dataIsRead: "La lecture de vos données est en cours.",
  closeWindow: "Vous pouvez fermer cette fenêtre.",
  connectAnother: "Connecter une autre plateforme",
  backTo: (who) => `Retour à ${who}`,
  takenBackTo: (who) => `Vous allez revenir à ${who}.`,
  cancel: (who) => `Annuler et revenir à ${who}`,
  startAgain: "Recommencer",

  goOnInWindow: "Poursuivez dans la fenêtre qui s’est ouverte.",
  windowClosed: "Si vous avez fermé la fenêtre, faites un nouveau choix pour continuer.",
  windowBlocked:
    "Votre navigateur n’a pas ouvert de fenêtre. Autorisez les fenêtres pop-up pour cette page, puis choisissez à nouveau.",

  platformSays: (platform, words) => html`Message de ${platform} : ${words}`,
  unknownLink: {
    title: "Ce lien ne fonctionne pas",
    text: "Il a peut-être été tronqué lors de la copie. Demandez-en un nouveau à la personne qui vous l’a envoyé."
  },
  expiredLink: {
    title: "Ce lien a expiré",
    text: "Demandez-en un nouveau à la personne qui vous l’a envoyé."
  },
  revokedLink: {
    title: "Ce lien n’est plus valable",
    text: "Il a été retiré. Demandez-en un nouveau à la personne qui vous l’a envoyé."
  },
  nothingOffered: {
    title: "Rien ne peut être connecté pour le moment",
    text: "Les plateformes de ce lien ne sont pas disponibles actuellement. Prévenez la personne qui vous l’a envoyé ou réessayez plus tard."
  },
  notOffered: {
    title: "Cette plateforme n’est pas disponible ici",
    text: "Elle ne peut pas être connectée avec ce lien pour le moment."
  },
  notConnected: {
    title: "Rien n’est connecté ici",
    text: "Cette page présente une connexion qui vient d’être établie, mais il n’y en a aucune."
  },
  noCookies: {
    title: "Cette page est restée ouverte trop longtemps ou les cookies sont désactivés",
    text: "Rien n’a été connecté. Si les cookies sont désactivés, autorisez-les pour ce site, puis recommencez."
  },
  usedSignIn: {
    title: "Cette identification ne peut plus être utilisée",
    text: "Elle a déjà servi ou a pris trop de temps : rien n’a été connecté. Veuillez recommencer."
  },
  begunThere: {
    title: "Vous avez commencé sur la plateforme",
    text: "Rien n’est encore connecté, car la démarche n’a pas commencé ici. Ouvrez le lien de votre invitation et connectez la plateforme à partir de là."
  },
  foreignSignIn: {
    title: "Cette identification a commencé ailleurs",
    text: "Une identification doit se terminer dans le navigateur où elle a commencé. Rien n’a été connecté. Veuillez recommencer ici."
  },
  tooManyTries: {
    title: "Trop de tentatives",
    text: {
      one: "Votre saisie a été refusée trop souvent ; les essais sont suspendus. Réessayez dans # minute.",
      other: "Votre saisie a été refusée trop souvent ; les essais sont suspendus. Réessayez dans # minutes."
    }
  },
  failed: {
    title: "Un problème est survenu de notre côté",
    text: "Rien n’a été connecté. Veuillez réessayer dans quelques minutes."
  },
  signInIncomplete: (platform) => ({
    title: "L’identification n’a pas abouti",
    text: `${platform} n’a pas donné l’accès : rien n’a été connecté.`
  }),
  notAccepted: (platform) => ({
    title: `${platform} n’accepte pas ces informations`,
    text: "Vérifiez votre saisie, puis réessayez."
  }),
  notAllowed: (platform) => ({
    title: `${platform} ne l’autorise pas`,
    text: "Il manque peut-être un droit à ce compte, ou son abonnement ne permet pas de connecter d’autres logiciels."
  }),
  busy: (platform) => ({
    title: `${platform} est très sollicité`,
    text: "La plateforme n’accepte plus de demandes pour le moment. Réessayez dans quelques minutes."
  }),
  unreachable: (platform) => ({
    title: `${platform} est injoignable`,
    text: "Rien n’a été connecté. Veuillez réessayer dans quelques minutes."
  }),
  unknownAccount: (platform) => ({
    title: `${platform} ne connaît pas ce compte`,
    text: "Vérifiez votre saisie : la plateforme ne trouve rien qui y corresponde."
  }),
  noAccess: (platform) => ({
    title: `${platform} n’a pas donné l’accès`,
    text: "Rien n’a été connecté. Veuillez réessayer."
  }),
  noAccount: (platform) => ({
    title: "Aucun compte trouvé",
    text: `Votre identification fonctionne, mais ${platform} n’affiche aucun compte utilisable. Identifiez-vous avec un utilisateur qui en possède un.`
  }),
  otherAccount: (platform) => ({
    title: "Il s’agit d’un autre compte",
    text: `Identifiez-vous sur ${platform} avec le compte qui était connecté auparavant. Les données de deux comptes ne sont pas mélangées.`
  }),
  untoldAccount: (platform) => ({
    title: `${platform} est déjà connecté`,
    text: `${platform} n’indique pas de quel compte il s’agit. Pour renouveler la connexion existante, demandez un lien de reconnexion ; un autre compte se connecte pour une entreprise distincte.`
  }),
  leftOut: (platform) => ({
    title: `${platform} n’a pas tout communiqué`,
    text: "Rien n’a été connecté. Veuillez réessayer."
  })
}
