import type { Finding } from '@chancery/core'
import { wrappers } from '../normalizer/column-words.ts'
import { isRemark } from '../normalizer/exported-columns.ts'
import { wordsOf } from '../normalizer/fold.ts'
import { fieldNamed } from '../normalizer/known-columns.ts'
import { hasLegalForm } from '../normalizer/legal-form.ts'
import { headerAgain, isHeaderAgain } from './named-values.ts'

const setOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text))

/** What a row is called that sums up those above it. */
const sums = setOf(
  'total totals totale totaal totalt totali totales totais sum sums summe somme suma summa gesamt insgesamt ergebnis ' +
    'razem łącznie ogółem celkem součet yhteensä összesen összeg toplam итого всего итог сумма count anzahl nombre numero número ' +
    'aantal antal antall liczba ilość počet lukumäärä darab adet количество average durchschnitt mittelwert moyenne promedio ' +
    'media média gemiddelde średnia průměr keskiarvo átlag ortalama среднее gjennomsnitt genomsnitt saldo übertrag forward number',
)

/** The same as one word that means nothing else; any may stand beside it: "Zwischensumme Berlin". */
const sumsAlone = setOf(
  'subtotal subtotale subtotaal zwischensumme gesamtsumme gesamtbetrag gesamtergebnis gesamtanzahl eindtotaal totalsumma ' +
    'totalsum totalbeløb delsumma delsum mellomsum mezisoučet mezisúčet välisumma végösszeg részösszeg loppusumma подытог 合計 総計 小計',
)

/** What stands between such a word and that of which it is the sum: "Total for Hamburg"; "Total Fitness" is a name. */
const ofWhat = setOf('for für per pro pour para voor dla za по')

/** What may stand beside such a word, and nothing else. */
const besides = setOf(
  'net netto nett neto gross brutto brut bruto lordo carried brought balance częściowa generaal clients customers ' +
    'grand general générale général generale geral overall sub sous complessivo complessiva algemeen końcowa celkový celkově ' +
    'kaikki genel ara общий общее of the de der des di do da del av af van все in all number no nr records record rows row entries entry items ' +
    'results lines selected affected exported datensätze datensatz zeilen einträge einträgen lignes enregistrements entrées ' +
    'filas registros registro righe linhas rijen regels wierszy rekordów rader rækker poster řádků záznamů riviä tietuetta sor ' +
    'rekord satır kayıt строк записей 件 行 kontakte kontakten kunden adressen personen kontaktów klientów kontaktů klientů ' +
    'ügyfél vevő müşteri клиентов контактов asiakasta clientes clienti klanten contacten contatti contactos contatos kunder kontakter',
)

/** Money, a number, a share; no telephone and no date. */
const amount =
  /^[-+−(]?\s?(?:\p{Sc}|[A-Z]{3})?\s?[-−]?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:[\s.,'’]\d{3})+)(?:[.,]\d+)?\s?\)?\s?(?:\p{Sc}|[A-Z]{3}|%|zł|kr\.?|Kč|Ft|лв|руб\.?)?$/u

/** Fields by whose number a client is told from others. */
const tellsWho: ReadonlySet<string> = new Set(['externalId', 'taxId', 'postcode', 'birthDate', 'chanceryId'])

const marks = /^[\s\-–—=_*~.·•#+|]+$/u
const framed = /^(?:\*{2,}|-{2,}|={2,}|#{2,}|~{2,}|_{2,}).*?(?:\*{2,}|-{2,}|={2,}|#{2,}|~{2,}|_{2,})$/su
const rights = /©|\(c\)\s*\d{4}|all rights reserved/iu
const pageNumber = /^\p{L}{1,12}\.?\s*\d+\s*(?:of|von|de|di|van|z|ze|av|af|\/|из|sur|ud af|iz)\s*\d+$/iu
const madeWhen =
  /^(?:exported|generated|printed|created|downloaded|produced|prepared|compiled|exportiert|erstellt|gedruckt|erzeugt|ausgedruckt|exporté|généré|imprimé|édité|créé|exportado|generado|impreso|creado|esportato|generato|stampato|creato|gerado|impresso|criado|geëxporteerd|gegenereerd|afgedrukt|aangemaakt|wygenerowano|wydrukowano|utworzono|wyeksportowano|exporterad|genererad|skapad|utskriven|eksporteret|genereret|oprettet|udskrevet|eksportert|generert|opprettet|exportováno|vygenerováno|vytištěno|vytvořeno|viety|luotu|tulostettu|exportálva|létrehozva|nyomtatva|oluşturuldu|oluşturan|yazdırıldı|экспортировано|создано|сформировано|распечатано|出力日|作成日|印刷日)(?:\s|:|$)/iu
const moment = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[\sT,]+\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?)?$/iu

/** No note is looked at further; it is a text all the same. */
const longest = 400

/**
 * Why a row is no client, where it is one of those that reports put around a list: its header once more, a sum of the rows
 * above, when and by whom the file was made, pages, rules of dashes. A name with anything that a client has beside it is
 * none of them.
 */
export function rowWithoutClient(cells: readonly string[], columns: readonly string[]): Finding | undefined {
  if (isHeaderAgain(cells, columns)) return headerAgain
  const filled = cells.flatMap((cell, place) => {
    const text = cell.trim()
    return text === '' || isRemark(columns[place] ?? '') ? [] : [{ text, column: columns[place] ?? '' }]
  })
  const [first, ...others] = filled
  if (first === undefined) return undefined
  if (filled.every(({ text }) => marks.test(text))) return noteRow
  if (others.every(({ text, column }) => isCounted(text, column)) && isSum(first.text, others.length > 0))
    return summaryRow
  if (columns.length < 2) return undefined
  if (others.length === 0 && isNote(first.text.slice(0, longest))) return noteRow
  return others.length === 1 && /\p{L}\s?:$/u.test(first.text) ? noteRow : undefined
}

/** "Total: 245", "Gesamtsumme", "(2 rows affected)"; a "Summe" or "Media" needs a number, in it or beside it. */
function isSum(text: string, hasNumbers: boolean): boolean {
  if (text.length > 80 || /[,;@]/.test(text.replace(/\d[.,]\d/g, ''))) return false
  if (hasNumbers && /^[Σ∑]/u.test(text)) return true
  const words = wordsOf(text)
  const named = words.filter((word) => !/^\d+$/.test(word))
  if (named.length === 0 || !named.some((word) => sums.has(word) || sumsAlone.has(word) || isCountOf(text, word)))
    return false
  if (named.some((word) => sumsAlone.has(word))) return true
  if (hasNumbers && !hasLegalForm(text) && isSumOf(named)) return true
  return (
    (hasNumbers || named.length < words.length || named.some((word) => word.startsWith('total'))) &&
    named.every((word) => sums.has(word) || besides.has(word) || (wrappers.has(word) && named.length < words.length))
  )
}

/** "Total for Hamburg", "Sous total Lyon"; only where nothing but numbers stands beside it. */
const isSumOf = ([first = '', second = '', ...others]: readonly string[]): boolean =>
  others.length < 4 && sums.has(first === 'sub' || first === 'sous' ? second : ofWhat.has(second) ? first : '')

/** "245 contacts", "(2 rows)". */
const isCountOf = (text: string, word: string): boolean =>
  /^\(?\d/.test(text) && (besides.has(word) || wrappers.has(word))

function isCounted(text: string, column: string): boolean {
  if (!amount.test(text)) return false
  const field = fieldNamed(column)
  if (field === 'phone') return text.length < 5
  return field === undefined || !tellsWho.has(field)
}

/** A cell that stands alone in its row and is no name of anybody. */
const isNote = (text: string): boolean =>
  marks.test(text) ||
  framed.test(text) ||
  rights.test(text) ||
  pageNumber.test(text) ||
  madeWhen.test(text) ||
  moment.test(text) ||
  /^\p{L}[\p{L}\d ]{0,40}\s?:(?:\s|$)/u.test(text) ||
  isSentence(text)

/** Five words and more that end as sentences do, not as organizations' names. */
const isSentence = (text: string): boolean =>
  /\p{Ll}{4,}[.!?]$/u.test(text) && text.split(/\s+/).length >= 5 && !hasLegalForm(text)

const summaryRow: Finding = {
  code: 'summary_row',
  severity: 'error',
  message: 'The row sums up the list, and is no client.',
  hint: 'If somebody is called so, give the row an e-mail address, a telephone number or an id.',
}

export const noteRow: Finding = {
  code: 'note_row',
  severity: 'error',
  message: 'The row is a note beside the list, and no client.',
  hint: 'If somebody is called so, give the row an e-mail address, a telephone number or an id.',
}
