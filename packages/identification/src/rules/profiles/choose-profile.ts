import type { Identification } from '@chancery/core'
import { phraseBook, phrasesIn } from '../phrase-book.ts'
import type { TextIndex } from '../text-index.ts'

type Profile = Identification['profile']

/** Words that papers of a kind have, by weight: en, de, fr, es, it, pt, nl; the surest in further languages. */
const words: Readonly<Record<Exclude<Profile, 'other' | 'form'>, readonly (readonly [number, string])[]>> = {
  invoice: [
    [
      4,
      'invoice number|invoice no|tax invoice|rechnungsnummer|rechnung nr|numéro de facture|facture n°|número de factura|factura nº|fattura n.|numero fattura|fatura n.º|factuurnummer',
    ],
    [
      3,
      'invoice|rechnung|facture|factura|fattura|fatura|factuur|faktura|fakturan|lasku|számla|fatura no|請求書|发票|發票|фактура|рахунок|счет|счёт|τιμολόγιο|חשבונית|فاتورة',
    ],
    [
      2,
      'due date|bill to|amount due|total due|balance due|sort code|vat reg|payment terms|subtotal|vat id|ust-idnr|rechnungsdatum|fälligkeitsdatum|zahlbar bis|net à payer|total ht|base imponible|imponibile|partita iva|vervaldatum|te betalen|iban|invoice date|sprzedawca|nabywca|termin płatności|data wystawienia|datum splatnosti|datum vystavení|dodavatel|odběratel|förfallodatum|forfaldsdato|eräpäivä|fizetési határidő|vencimento|total a pagar|total de plată|data scadenței|maksettava yhteensä|お支払期限|請求番号|小計',
    ],
  ],
  receipt: [
    [
      4,
      'cash receipt|cash bill|cash sale|kassenbon|quittung|ticket de caisse|scontrino|documento commerciale|factura simplificada|cupom fiscal|paragon fiskalny|talão|kassabon|simplified tax invoice',
    ],
    [
      3,
      'receipt|change|cashier|cash|rounding|rückgeld|geg. bar|gegeben bar|bar eur|girocard|ec-karte|kartenzahlung|vielen dank für ihren einkauf|carte bancaire|espèces|monnaie|rendu|cambio efectivo|pagamento contante|contanti|resto|troco|wisselgeld|thank you please come again|goods sold are not returnable',
    ],
    [1, 'total|qty|item|visa|mastercard|tel|gst|tax invoice'],
  ],
  contract: [
    [
      4,
      'this agreement|entered into|by and between|hereinafter|whereas|non-disclosure agreement|mietvertrag|arbeitsvertrag|kaufvertrag|dienstvertrag|vertragsparteien|ci-après|contrat de|contrato de|contratto di|il presente contratto|el presente contrato|o presente contrato|overeenkomst|huurovereenkomst|arbeidsovereenkomst|zwischen und|umowa|umowa najmu|umowa o pracę|smlouva|avtal|hyreskontrakt|anställningsavtal|lejekontrakt|leieavtale|vuokrasopimus|työsopimus|szerződés|contract de închiriere|sözleşme|sözleşmesi|договор|договір|συμφωνητικό|μισθωτήριο|契約書|合同|הסכם|חוזה|عقد',
    ],
    [
      2,
      'agreement|contract|party|parties|governing law|confidential information|shall|vertrag|kündigungsfrist|laufzeit|bailleur|locataire|arrendador|arrendatario|locatore|conduttore|partijen|lease|tenant|landlord|employer|employee|vermieter|mieter',
    ],
  ],
  letter: [
    [
      5,
      'dear|sincerely|yours sincerely|yours faithfully|sehr geehrte|sehr geehrter|mit freundlichen grüßen|madame monsieur|cordialement|veuillez agréer|estimado|estimada|atentamente|saludos cordiales|gentile|distinti saluti|cordiali saluti|prezado|prezada|atenciosamente|geachte|met vriendelijke groet|hoogachtend|com os melhores cumprimentos|caro|cara|szanowny|szanowna|szanowni|z poważaniem|med vänlig hälsning|vänliga hälsningar|vennlig hilsen|med vennlig hilsen|med venlig hilsen|kjære|kære|kind regards|best regards|very truly yours',
    ],
    [2, 'exmo|exma|betreff|subject|re|objet|asunto|oggetto|assunto|onderwerp|betreft|ihr zeichen|our ref|your ref'],
  ],
  identity: [
    [
      5,
      'passport|identity card|driving licence|driver license|reisepass|personalausweis|führerschein|passeport|carte d’identité|permis de conduire|pasaporte|documento nacional de identidad|passaporto|carta d’identità|patente di guida|cartão de cidadão|bilhete de identidade|paspoort|identiteitskaart|rijbewijs|date of expiry|place of birth',
    ],
    [
      3,
      'nationality|date of birth|surname|given names|sex|geburtsdatum|staatsangehörigkeit|date de naissance|nationalité|fecha de nacimiento|nacionalidad|data di nascita|cittadinanza|data de nascimento|geboortedatum|nationaliteit',
    ],
  ],
}
const book = phraseBook(
  Object.entries(words).flatMap(([profile, groups]) =>
    groups.flatMap(([weight, phrases]) =>
      phrases.split('|').map((phrase) => [phrase, [profile as Profile, weight] as const] as const),
    ),
  ),
)
const form = /(?:_{4,}|\.{6,}|☐|☒|\[ ?\])/gu

/** What kind of paper it is, by the words in it; each word counts up to three times. */
export function chooseProfile(index: TextIndex): Profile {
  const head: TextIndex = { ...index, words: index.words.slice(0, 4000) }
  const scores = new Map<Profile, number>()
  const seen = new Map<string, number>()
  for (const hit of phrasesIn(book, head)) {
    const key = hit.values.map(([profile, weight]) => profile + weight).join() + (index.words[hit.word]?.folded ?? '')
    const times = seen.get(key) ?? 0
    if (times >= 3) continue
    seen.set(key, times + 1)
    for (const [profile, weight] of hit.values) scores.set(profile, (scores.get(profile) ?? 0) + weight / (times + 1))
  }
  const blanks = [...index.text.slice(0, 50_000).matchAll(form)].length
  scores.set('form', Math.min(12, blanks * 1.5))
  const [best] = [...scores].toSorted((a, b) => b[1] - a[1])
  return best && best[1] >= 4 ? best[0] : 'other'
}
