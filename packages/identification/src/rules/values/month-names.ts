import { fold } from '../text-index.ts'

/**
 * Months in en, de, fr, es, it, pt, nl with their usual abbreviations, January first; in pl, cs, sv, da, nb, tr, ru, uk, ro,
 * hu and fi as dates write them.
 */
const names: readonly string[] = [
  'january jan januar jänner jaenner janvier janv enero ene gennaio genn gen janeiro januari stycznia ledna ocak января січня ianuarie tammikuuta',
  'february feb februar feber février fevrier févr fevr fév fev febrero febbraio febb fevereiro februari lutego února şubat февраля лютого februarie február helmikuuta februari',
  'march mar märz maerz mrz mär mars marzo março maart mrt marca března mart марта березня martie március maaliskuuta',
  'april apr avril avr abril abr aprile kwietnia dubna nisan апреля квітня aprilie április huhtikuuta',
  'may mai mayo maggio mag magg maio mei maja května maj mayıs mayis мая травня május toukokuuta',
  'june jun juni juin junio giugno giu junho czerwca června haziran июня червня iunie június kesäkuuta',
  'july jul juli juillet juil julio luglio lug julho lipca července temmuz июля липня iulie július heinäkuuta',
  'august aug août aout aoû agosto ago augustus sierpnia srpna augusti ağustos августа серпня augusztus elokuuta',
  'september sep sept septembre septiembre setiembre settembre sett set setembro września září eylül сентября вересня septembrie szeptember syyskuuta',
  'october oct oktober okt octobre octubre ottobre ott outubro out października října ekim октября жовтня octombrie lokakuuta',
  'november nov novembre noviembre novembro listopada listopadu kasım kasim ноября листопада noiembrie marraskuuta',
  'december dec dezember dez décembre déc diciembre dic dicembre dezembro grudnia prosince aralık aralik декабря грудня decembrie joulukuuta',
]

/** Folded month name -> 1 to 12. */
export const monthNumbers: ReadonlyMap<string, number> = new Map(
  names.flatMap((line, index) => line.split(' ').map((name) => [fold(name), index + 1] as const)),
)
