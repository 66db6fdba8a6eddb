/** What the connect pages say, in Japanese. */
import { html } from "../Html.ts"
import type { Words } from "../Words.ts"

export const ja: Words = {
  asks: (who, company) => html`${who}が${company ?? "あなたの会社"}のデータへのアクセスを求めています。`,
  asksFor: (who, platform, company) =>
    html`${who}が${company ?? "あなたの会社"}の${platform}へのアクセスを求めています。`,
  safe: "アクセス情報は暗号化して保存し、この連携のみに使用します。",
  privacy: "プライバシーポリシー",
  support: "ヘルプ",
  language: "言語",
  worksUntil: (date) => `このリンクの有効期限は${date}です。`,
  connected: "連携済み",
  signInAgain: "再ログインが必要",
  newWindow: "新しいウィンドウで開きます",

  connectSoftware: "ご利用のソフトウェアを連携",
  whatIsUsed: (company) => `${company ?? "あなたの会社"}で利用しているサービスは？`,
  choosePlatform: "連携するサービスを選択してください。",
  categories: {
    ACCOUNTING: "会計",
    PAYMENTS: "決済",
    CRM: "顧客・営業管理",
    ECOMMERCE: "ネットショップ",
    CUSTOM: "その他"
  },
  search: "検索",
  noneFound: "該当するサービスはありません。",
  platforms: { other: "#件のサービス" },
  showAll: "すべて表示",
  nothingAsked: "入力は不要です",
  labels: (labels) => html`必要な情報：${labels}`,
  labelsThenSignIn: (labels) => html`必要な情報：${labels}（その後、サービス側でログイン）`,
  signInAt: (platform) => `${platform}でログインします`,

  connect: (platform) => `${platform}を連携`,
  severalWays: "連携方法は複数あります。都合のよい方法を選んでください。取得するデータは同じです。",
  anotherPlatform: "別のサービスを選ぶ",
  anotherWay: "別の方法で連携する",
  leadSignIn: (platform) =>
    `${platform}でログインし、アクセスを許可していただきます。パスワードが${platform}の外に渡ることはありません。`,
  leadNothing: (platform) => `${platform}の連携に入力は不要です。`,
  leadKeys: (platform) => `他のソフトウェアとの連携用に${platform}が発行する情報を入力してください。`,
  chosenAfterwards: (label) => html`複数ある場合は、後ほど選択していただきます：${label}`,
  whatToDo: "手順",
  connectedAlready: (platform) =>
    `${platform}はすでに連携済みです。もう一度連携するとアクセスが更新されます。データが失われることはありません。`,
  accessEnded: (platform) => `${platform}へのアクセスが切れています。続けるには、もう一度連携してください。`,
  continueTo: (platform) => `${platform}へ進む`,
  optional: "（任意）",
  pleaseChoose: "選択してください",
  companyName: "会社名",
  companyExample: "株式会社サンプル",
  fixedAddress:
    "このサービスの運営者が、このプラットフォームへの接続先を固定しています。入力した内容はアカウントの識別にのみ使われ、接続先にはなりません",

  somethingWrong: "入力に不足または誤りがあります",
  pleaseLookAt: "連携は行われていません。次の項目を確認してください。",
  missing: "入力してください。",
  tooLong: (most) => `${most}文字以内で入力してください。`,
  characters: "使用できない文字が含まれています。",
  oneOf: "一覧から選択してください。",
  form: (example) =>
    example === null ? "形式が正しくありません。" : html`「${example}」のような形式で入力してください。`,

  shared: "共有される情報",
  kindsRead: { other: "#種類のデータを読み取ります" },
  kindsWritten: { other: "#種類を変更できます" },
  nothingRead: "自動的に読み取られるデータはありません。",
  readRegularly: "定期的に読み取るデータ",
  mayBeWritten: "あなたに代わって作成・変更できるデータ",
  models: {
    ACCOUNTS: "勘定科目",
    ADDRESSES: "住所",
    BALANCE_SHEET: "貸借対照表",
    BANK_ACCOUNTS: "銀行口座",
    BANK_TRANSACTIONS: "銀行取引明細",
    BILLS: "仕入請求書",
    BILL_CREDIT_NOTES: "仕入先の貸方票",
    BILL_PAYMENTS: "仕入先への支払い",
    CASH_FLOW_STATEMENT: "キャッシュフロー計算書",
    COMPANY_INFO: "会社情報",
    CONTACTS: "取引先（顧客・仕入先）",
    CONTACT_PERSONS: "取引先の担当者",
    CRM_ACTIVITIES: "活動",
    CRM_ADDRESSES: "住所",
    CRM_COMPANIES: "会社",
    CRM_CONTACTS: "連絡先",
    CRM_DEALS: "商談",
    CRM_EXTERNAL_LINKS: "Webサイト・メールアドレス",
    CRM_LEADS: "リード",
    CRM_NOTES: "メモ",
    CRM_PHONE_NUMBERS: "電話番号",
    CRM_PIPELINES: "パイプライン",
    CRM_STAGES: "商談ステージ",
    CRM_TASKS: "タスク",
    CRM_USERS: "ユーザー",
    CURRENCIES: "通貨",
    DOCUMENTS: "書類",
    ECOMMERCE_CUSTOMERS: "顧客",
    ECOMMERCE_LINE_ITEMS: "注文明細",
    ECOMMERCE_ORDERS: "注文",
    ECOMMERCE_PRODUCTS: "商品",
    EXPENSES: "経費",
    EXTERNAL_LINKS: "Webサイト・メールアドレス",
    INCOME_STATEMENT: "損益計算書",
    INVOICES: "売上請求書",
    INVOICE_CREDIT_NOTES: "顧客への貸方票",
    INVOICE_PAYMENTS: "請求書の入金",
    ITEMS: "品目（商品・サービス）",
    JOURNAL_ENTRIES: "仕訳",
    JOURNAL_LINES: "仕訳明細",
    LINE_ITEMS: "書類の明細",
    PAYMENT_ADDRESSES: "住所",
    PAYMENT_BALANCES: "残高",
    PAYMENT_CUSTOMERS: "顧客",
    PAYMENT_DISPUTES: "不審請求の申請",
    PAYMENT_EXTERNAL_LINKS: "Webサイト・メールアドレス",
    PAYMENT_INVOICES: "請求書",
    PAYMENT_ITEMS: "商品・サービス",
    PAYMENT_LINE_ITEMS: "決済明細",
    PAYMENT_ORDERS: "注文",
    PAYMENT_PAYMENTS: "決済",
    PAYMENT_PAYMENT_LINKS: "決済リンク",
    PAYMENT_PAYOUTS: "振込（入金）",
    PAYMENT_PHONE_NUMBERS: "電話番号",
    PAYMENT_REFUNDS: "返金",
    PAYMENT_TAX_RATES: "税率",
    PAYMENT_TRANSACTIONS: "残高の取引履歴",
    PHONE_NUMBERS: "電話番号",
    PURCHASE_ORDERS: "発注書",
    SALES_ORDERS: "受注書",
    TAX_RATES: "税率",
    TRACKING_CATEGORIES: "管理区分"
  },

  onTo: (platform) => `${platform}へ移動します`,
  takenTo: (host) => `ログインのため${host}へ移動しています。`,
  whichAccount: "どのアカウントを連携しますか？",
  severalAccounts: (platform) =>
    `${platform}のログインで複数のアカウントを利用できます。連携するものを選択してください。`,
  account: "アカウント",
  pleaseChooseOne: "いずれかを選択してください。",
  connectAccount: "このアカウントを連携",
  otherSignIn: "別のユーザーでログインする",

  isConnected: (platform) => `${platform}を連携しました`,
  dataIsRead: "データの読み取りを開始しました。",
  closeWindow: "このウィンドウは閉じてかまいません。",
  connectAnother: "別のサービスを連携する",
  backTo: (who) => `${who}に戻る`,
  takenBackTo: (who) => `${who}に戻ります。`,
  cancel: (who) => `キャンセルして${who}に戻る`,
  startAgain: "最初からやり直す",

  goOnInWindow: "開いたウィンドウで手続きを続けてください。",
  windowClosed: "ウィンドウを閉じた場合は、もう一度選択してください。",
  windowBlocked:
    "ブラウザーがウィンドウを開けませんでした。このページのポップアップを許可してから、もう一度選択してください。",

  platformSays: (platform, words) => html`${platform}からのメッセージ：${words}`,
  unknownLink: {
    title: "このリンクは使用できません",
    text: "コピーの際に途中で切れた可能性があります。送信者に新しいリンクを依頼してください。"
  },
  expiredLink: {
    title: "このリンクは有効期限が切れています",
    text: "送信者に新しいリンクを依頼してください。"
  },
  revokedLink: {
    title: "このリンクは無効になりました",
    text: "リンクは取り消されています。送信者に新しいリンクを依頼してください。"
  },
  nothingOffered: {
    title: "現在、連携できるサービスがありません",
    text: "このリンクの対象サービスは現在利用できません。送信者に連絡するか、後ほどお試しください。"
  },
  notOffered: {
    title: "このサービスはここでは利用できません",
    text: "現在、このリンクでは連携できません。"
  },
  notConnected: {
    title: "連携されたものはありません",
    text: "このページは完了した連携を表示するためのものですが、該当する連携がありません。"
  },
  noCookies: {
    title: "ページを長時間開いたままにしていたか、Cookieが無効になっています",
    text: "連携は行われていません。Cookieが無効の場合は、このサイトで許可してから、最初からやり直してください。"
  },
  usedSignIn: {
    title: "このログインはもう使用できません",
    text: "すでに使用されたか、時間がかかりすぎたため、連携は行われていません。最初からやり直してください。"
  },
  begunThere: {
    title: "サービス側から手続きが開始されました",
    text: "ここから開始されていないため、まだ連携は行われていません。招待のリンクを開き、そこから連携してください。"
  },
  foreignSignIn: {
    title: "このログインは別の場所で開始されました",
    text: "ログインは、開始したブラウザーで完了する必要があります。連携は行われていません。ここで最初からやり直してください。"
  },
  tooManyTries: {
    title: "試行回数が多すぎます",
    text: { other: "入力内容が何度も拒否されたため、一時的に受付を停止しています。#分後にもう一度お試しください。" }
  },
  failed: {
    title: "こちらで問題が発生しました",
    text: "連携は行われていません。数分後にもう一度お試しください。"
  },
  signInIncomplete: (platform) => ({
    title: "ログインが完了しませんでした",
    text: `${platform}でアクセスが許可されなかったため、連携は行われていません。`
  }),
  notAccepted: (platform) => ({
    title: `${platform}で受け付けられませんでした`,
    text: "入力内容を確認して、もう一度お試しください。"
  }),
  notAllowed: (platform) => ({
    title: `${platform}で許可されていません`,
    text: "アカウントの権限が不足しているか、ご契約のプランに外部ソフトウェアとの連携が含まれていない可能性があります。"
  }),
  busy: (platform) => ({
    title: `${platform}が混み合っています`,
    text: "現在、これ以上のリクエストを受け付けていません。数分後にもう一度お試しください。"
  }),
  unreachable: (platform) => ({
    title: `${platform}に接続できません`,
    text: "連携は行われていません。数分後にもう一度お試しください。"
  }),
  unknownAccount: (platform) => ({
    title: `${platform}でこのアカウントが見つかりません`,
    text: "入力内容を確認してください。該当するものがありません。"
  }),
  noAccess: (platform) => ({
    title: `${platform}からアクセスが許可されませんでした`,
    text: "連携は行われていません。もう一度お試しください。"
  }),
  noAccount: (platform) => ({
    title: "アカウントが見つかりませんでした",
    text: `ログインはできましたが、${platform}で利用できるアカウントがありません。アカウントを持つユーザーでログインしてください。`
  }),
  otherAccount: (platform) => ({
    title: "別のアカウントです",
    text: `以前に連携したアカウントで${platform}にログインしてください。2つのアカウントのデータが混ざることはありません。`
  }),
  untoldAccount: (platform) => ({
    title: `${platform}はすでに連携済みです`,
    text: `${platform}からは、どのアカウントのものか判別できません。既存の連携を更新するには再連携用のリンクを依頼してください。別のアカウントは、別の会社として連携します。`
  }),
  leftOut: (platform) => ({
    title: `${platform}から必要な情報を受け取れませんでした`,
    text: "連携は行われていません。もう一度お試しください。"
  })
}
