import { candidate } from '../candidate.ts'
import { collapse } from '../text-index.ts'
import type { Finder } from './finding.ts'

const around = 140
/** Between the parts of a line of payment details. */
const divider = /[\n\t·•|;:]| {3}| [-–—] |, /u
/** A word that names of banks have. */
const bankWord = String.raw`bank|banque|banca\b|banco\b|sparkasse|caixa\b|caja\b|cassa di|crédit\b|crédito|credito|raiffeisen|bausparkasse`
const hasBankWord = new RegExp(bankWord, 'iu')
/** The name of a bank, with words or places around: `Kreissparkasse Göppingen`, `Banco Sabadell`. */
const bank = new RegExp(
  String.raw`^(?:bei(?: der)? |at |chez |presso |bij )?((?=[^\n]{0,60}(?:${bankWord}))\p{Lu}[\p{L}\d&.’' -]{2,58}[\p{L}.])$`,
  'iu',
)
/** A label of the account itself: `Bank account`, `Bankverbindung`. */
const label = /^(?:bank(?:verbindung| ?account| ?details| ?name|konto|giro)?|banque|banca|banco|banka|konto bankowe)$/iu

/** In a sentence, right behind the number: `auf das Konto DE89 … bei der Commerzbank`. */
const behind =
  /^,?[ \n](?:bei(?: der)?|at|with|held at|chez|auprès de(?: la)?|presso(?: la)?|bij(?: de)?|en(?: el| la)?|junto d[oa]|no|na|w)[ \n]((?:\p{Lu}[\p{L}&’'-]{1,30}|de|of|di|do)(?: (?:\p{Lu}[\p{L}&’'-]{1,30}|de|of|di|do|plc)){0,5})/u

/** The bank in the line of an account or the ones around it. */
export const findBankOfAccount: Finder = ({ index: { text }, values }) => {
  for (const { start, end } of values.of('iban').slice(0, 4)) {
    const said = behind.exec(text.slice(end, end + 90))
    if (said?.[1] !== undefined && hasBankWord.test(said[1])) {
      const begin = end + said[0].length - said[1].length
      const value = candidate('organization', begin, begin + said[1].length, collapse(said[1]), 0.85)
      return [{ value, score: 0.66, method: 'clause' }]
    }
    const from = Math.max(0, start - around)
    let at = from
    for (const part of text.slice(from, end + around).split(new RegExp(`(${divider.source})`, 'u'))) {
      const name = bank.exec(part.trim())?.[1]
      const begin = name === undefined ? -1 : at + part.indexOf(name)
      at += part.length
      if (name === undefined || !/^\p{Lu}/u.test(name) || label.test(name)) continue
      const value = candidate('organization', begin, begin + name.length, collapse(name), 0.85)
      return [{ value, score: 0.66, method: 'position' }]
    }
  }
  return []
}
