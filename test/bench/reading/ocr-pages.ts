/** Pages with known text, as HTML for LibreOffice: letters, invoices, two columns, small print; three languages. */

export interface OcrPage {
  readonly name: string
  readonly language: string
  readonly html: string
  /** What stands on it, in reading order. */
  readonly text: string
}

const sentences: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Thank you for your enquiry of last week, which our surveyor has now had the opportunity to consider in detail.',
    'The building stands on sloping ground beside the canal, and its foundations were last examined in 1987.',
    'We therefore propose to begin with a measured survey of the ground floor, followed by trial pits at three places.',
    'Should the soil prove softer than expected, the additional work will be charged at the hourly rates given below.',
    'All drawings remain the property of the practice until the final account has been settled in full.',
    'The client shall obtain, at his own expense, every permission that the local authority requires.',
    'Neither party may assign its rights under this agreement without the prior written consent of the other.',
    'Insurance against damage by water, fire and theft is to be maintained throughout the period of the works.',
    'Payment falls due thirty days after receipt of the invoice, without deduction, to the account named overleaf.',
    'If you have any questions, please do not hesitate to telephone our office between nine and half past five.',
    'The heating plant, although old, was found to be in working order and needs only a new expansion vessel.',
    'We enclose two copies of the schedule; kindly sign one and return it in the envelope provided.',
  ],
  de: [
    'Vielen Dank für Ihre Anfrage vom vergangenen Dienstag, die wir inzwischen sorgfältig geprüft haben.',
    'Das Gebäude steht auf abschüssigem Gelände; die Gründung wurde zuletzt im Jahr 1987 überprüft.',
    'Wir schlagen daher vor, zunächst das Erdgeschoss aufzumessen und an drei Stellen Schürfgruben anzulegen.',
    'Sollte der Boden weicher sein als erwartet, werden Mehrleistungen nach den unten genannten Sätzen vergütet.',
    'Sämtliche Zeichnungen bleiben bis zur vollständigen Bezahlung der Schlussrechnung Eigentum des Büros.',
    'Der Auftraggeber holt auf eigene Kosten alle behördlichen Genehmigungen ein, die erforderlich sind.',
    'Änderungen und Ergänzungen dieses Vertrages bedürfen der Schriftform; mündliche Abreden gelten nicht.',
    'Für die Dauer der Bauarbeiten ist eine Versicherung gegen Wasser, Feuer und Diebstahl zu unterhalten.',
    'Der Rechnungsbetrag ist innerhalb von dreißig Tagen ohne Abzug auf das genannte Konto zu überweisen.',
    'Für Rückfragen stehen wir Ihnen werktags zwischen neun und siebzehn Uhr gerne zur Verfügung.',
    'Die Heizungsanlage ist zwar älter, aber funktionsfähig und benötigt lediglich ein neues Ausdehnungsgefäß.',
    'Anbei erhalten Sie zwei Ausfertigungen der Aufstellung; bitte senden Sie uns eine unterschrieben zurück.',
  ],
  fr: [
    'Nous vous remercions de votre demande de la semaine dernière, que notre géomètre a étudiée avec attention.',
    'Le bâtiment se trouve sur un terrain en pente près du canal et ses fondations furent examinées en 1987.',
    'Nous proposons donc de commencer par un relevé du rez-de-chaussée, suivi de sondages à trois endroits.',
    'Si le sol se révèle plus meuble que prévu, les travaux supplémentaires seront facturés aux taux ci-dessous.',
    'Tous les plans demeurent la propriété du cabinet jusqu’au règlement intégral du décompte final.',
    'Le maître d’ouvrage obtient à ses frais toutes les autorisations exigées par la commune.',
    'Aucune des parties ne peut céder ses droits sans l’accord écrit et préalable de l’autre partie.',
    'Une assurance contre les dégâts des eaux, l’incendie et le vol est maintenue pendant toute la durée du chantier.',
    'Le paiement est exigible trente jours après réception de la facture, sans escompte, sur le compte indiqué.',
    'Pour toute question, n’hésitez pas à téléphoner à notre bureau entre neuf heures et dix-sept heures trente.',
    'La chaudière, bien qu’âgée, fonctionne encore et n’a besoin que d’un nouveau vase d’expansion.',
    'Vous trouverez ci-joint deux exemplaires du bordereau; veuillez nous en retourner un signé.',
  ],
}

const fonts = ['Liberation Serif', 'Liberation Sans', 'DejaVu Serif', 'DejaVu Sans', 'Liberation Mono'] as const

interface Look {
  readonly font: string
  readonly points: number
  readonly margin?: string
  readonly size?: string
}

const page = (body: string, { font, points, size = 'A4', margin = '2cm' }: Look): string =>
  `<!doctype html><html><head><meta charset="utf-8"><style>@page{size:${size};margin:${margin}}` +
  `body,td,th,p,h1{font-family:'${font}';font-size:${points}pt}h1{font-size:${points + 5}pt}</style></head>` +
  `<body>${body}</body></html>`

/** Numbers that look drawn, and are the same on every run. */
export function drawn(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const paragraphs = (language: string, random: () => number, count: number): string[] =>
  Array.from({ length: count }, () =>
    Array.from({ length: 3 + Math.floor(random() * 3) }, () => pick(sentences[language] ?? [], random)).join(' '),
  )

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T

const inParagraphs = (texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('')

function letter(language: string, random: () => number, look: Look): Pick<OcrPage, 'html' | 'text'> {
  const heading = pick(sentences[language] ?? [], random)
    .split(' ')
    .slice(0, 5)
    .join(' ')
  const texts = paragraphs(language, random, look.points < 10 ? 8 : 6)
  return { html: page(`<h1>${heading}</h1>${inParagraphs(texts)}`, look), text: [heading, ...texts].join('\n') }
}

function columns(language: string, random: () => number, look: Look): Pick<OcrPage, 'html' | 'text'> {
  const [left, right] = [paragraphs(language, random, 4), paragraphs(language, random, 4)]
  const cell = (texts: readonly string[]): string => `<td width="47%" valign="top">${inParagraphs(texts)}</td>`
  return {
    html: page(`<table width="100%"><tr>${cell(left)}<td width="6%"></td>${cell(right)}</tr></table>`, look),
    text: [...left, ...right].join('\n'),
  }
}

function invoice(language: string, random: () => number, look: Look): Pick<OcrPage, 'html' | 'text'> {
  const rows = Array.from({ length: 12 }, (_, index) => {
    const title = pick(sentences[language] ?? [], random)
      .split(' ')
      .slice(0, 3)
      .join(' ')
    const [count, price] = [1 + Math.floor(random() * 9), Math.floor(random() * 90_000) / 100 + 10]
    return [String(index + 1), title, String(count), price.toFixed(2), (price * count).toFixed(2)]
  })
  const texts = paragraphs(language, random, 2)
  const table = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
  return {
    html: page(
      `<p>${texts[0]}</p><table border="1" cellpadding="4" width="100%">${table}</table><p>${texts[1]}</p>`,
      look,
    ),
    text: [texts[0], ...rows.map((row) => row.join(' ')), texts[1]].join('\n'),
  }
}

/** A strip as tills print it. */
function receipt(language: string, random: () => number): Pick<OcrPage, 'html' | 'text'> {
  const lines = Array.from({ length: 24 }, () => {
    const title = pick(sentences[language] ?? [], random)
      .split(' ')
      .slice(0, 2)
      .join(' ')
    return `${title} ${(random() * 90).toFixed(2)}`
  })
  const all = [
    'MÜLLER & SON LTD',
    'TEL 020 7946 0018',
    '17/06/2026 14:32',
    ...lines,
    `TOTAL ${(random() * 900).toFixed(2)}`,
  ]
  return {
    html: page(inParagraphs(all).replaceAll('<p>', '<p style="margin:0">'), {
      font: 'Liberation Mono',
      points: 9,
      size: '80mm 190mm',
      margin: '5mm',
    }),
    text: all.join('\n'),
  }
}

/** @param count pages a language */
export function ocrPages(count: number, seed = 7): OcrPage[] {
  const random = drawn(seed)
  return Object.keys(sentences).flatMap((language) =>
    Array.from({ length: count }, (_, index): OcrPage => {
      const look = { font: fonts[index % fonts.length] as string, points: [11, 10, 12, 9][index % 4] as number }
      const kinds = [letter, columns, invoice, letter]
      const made = (kinds[index % kinds.length] as typeof letter)(language, random, look)
      return { name: `${language}-${index}`, language, ...made }
    }),
  )
}

export const ocrReceipts = (count: number, seed = 11): OcrPage[] => {
  const random = drawn(seed)
  return Array.from({ length: count }, (_, index) => ({
    name: `receipt-${index}`,
    language: 'en',
    ...receipt('en', random),
  }))
}
