import { fold } from '../text-index.ts'

/**
 * Months in en, de, fr, es, it, pt, nl with their usual abbreviations, January first; in pl, cs, sv, da, nb, tr, ru, uk, ro,
 * hu, fi, el and he as dates write them.
 */
const names: readonly string[] = [
  'january jan januar jänner jaenner janvier janv enero ene gennaio genn gen janeiro januari stycznia ledna ocak января січня ianuarie tammikuuta ιανουαρίου ιανουάριος בינואר ינואר',
  'february feb februar feber février fevrier févr fevr fév fev febrero febbraio febb fevereiro februari lutego února şubat февраля лютого februarie február helmikuuta februari φεβρουαρίου φεβρουάριος בפברואר פברואר',
  'march mar märz maerz mrz mär mars marzo março maart mrt marca března mart марта березня martie március maaliskuuta μαρτίου μάρτιος במרץ מרץ',
  'april apr avril avr abril abr aprile kwietnia dubna nisan апреля квітня aprilie április huhtikuuta απριλίου απρίλιος באפריל אפריל',
  'may mai mayo maggio mag magg maio mei maja května maj mayıs mayis мая травня május toukokuuta μαΐου μάιος במאי מאי',
  'june jun juni juin junio giugno giu junho czerwca června haziran июня червня iunie június kesäkuuta ιουνίου ιούνιος ביוני יוני',
  'july jul juli juillet juil julio luglio lug julho lipca července temmuz июля липня iulie július heinäkuuta ιουλίου ιούλιος ביולי יולי',
  'august aug août aout aoû agosto ago augustus sierpnia srpna augusti ağustos августа серпня augusztus elokuuta αυγούστου αύγουστος באוגוסט אוגוסט',
  'september sep sept septembre septiembre setiembre settembre sett set setembro września září eylül сентября вересня septembrie szeptember syyskuuta σεπτεμβρίου σεπτέμβριος בספטמבר ספטמבר',
  'october oct oktober okt octobre octubre ottobre ott outubro out października října ekim октября жовтня octombrie lokakuuta οκτωβρίου οκτώβριος באוקטובר אוקטובר',
  'november nov novembre noviembre novembro listopada listopadu kasım kasim ноября листопада noiembrie marraskuuta νοεμβρίου νοέμβριος בנובמבר נובמבר',
  'december dec dezember dez décembre déc diciembre dic dicembre dezembro grudnia prosince aralık aralik декабря грудня decembrie joulukuuta δεκεμβρίου δεκέμβριος בדצמבר דצמבר',
]

/** Folded month name -> 1 to 12. */
export const monthNumbers: ReadonlyMap<string, number> = new Map(
  names.flatMap((line, index) => line.split(' ').map((name) => [fold(name), index + 1] as const)),
)

const behindDay = /^\.?[ \u00a0](?:(?:de|of|di) |d['’])?(\p{L}{3,12})/u

/** Whether a month follows a number, which then is a day: `am 12. März`, `el 3 de mayo`; `2 out of 3` has none. */
export function isOfMonth(text: string, end: number): boolean {
  const month = behindDay.exec(text.slice(end, end + 20))?.[1] ?? ''
  return (month.length > 3 || /^\p{Lu}/u.test(month)) && monthNumbers.has(fold(month))
}
