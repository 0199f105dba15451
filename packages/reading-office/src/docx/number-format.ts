import { numberWords } from './number-words.ts'
import { listMarker, type ListNumbering } from '@chancery/reading/model/list-marker'

const plain: Readonly<Record<string, ListNumbering>> = {
  decimalZero: 'decimalZero',
  lowerLetter: 'lowerLetter',
  upperLetter: 'upperLetter',
  lowerRoman: 'lowerRoman',
  upperRoman: 'upperRoman',
  ordinal: 'ordinal',
}

/** Numerals with a place value, by their ten digits. */
const digits: Readonly<Record<string, string>> = {
  decimalFullWidth: '０１２３４５６７８９',
  decimalFullWidth2: '０１２３４５６７８９',
  hindiNumbers: '०१२३४५६७८९',
  thaiNumbers: '๐๑๒๓๔๕๖๗๘๙',
  ideographDigital: '〇一二三四五六七八九',
  japaneseDigitalTenThousand: '〇一二三四五六七八九',
  taiwaneseDigital: '○一二三四五六七八九',
  koreanDigital: '영일이삼사오육칠팔구',
  koreanDigital2: '零一二三四五六七八九',
}

/** Alphabets that start anew with the letters doubled, as Word counts on after the last. */
const alphabets: Readonly<Record<string, string>> = {
  russianLower: 'абвгдежзиклмнопрстуфхцчшщыэюя',
  russianUpper: 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ',
  hebrew2: 'אבגדהוזחטיכלמנסעפצקרשת',
  arabicAlpha: 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي',
  arabicAbjad: 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ',
  aiueoFullWidth: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  aiueo: 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ',
  irohaFullWidth: 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス',
  iroha: 'ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽ',
  ganada: '가나다라마바사아자차카타파하',
  chosung: 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ',
  ideographTraditional: '甲乙丙丁戊己庚辛壬癸',
  ideographZodiac: '子丑寅卯辰巳午未申酉戌亥',
}

const counting = new Set([
  'chineseCounting',
  'chineseCountingThousand',
  'taiwaneseCounting',
  'taiwaneseCountingThousand',
  'japaneseCounting',
])

/** Levels that have no number which one below could repeat. */
export const countless: ReadonlySet<string> = new Set(['none', 'bullet'])

/** Formats that count in words, which are those of the document's language; written in English here. */
export const inWords: ReadonlySet<string> = new Set(['cardinalText', 'ordinalText'])

/** A number as `w:numFmt` asks for it (ECMA-376 part 1, 17.18.59); a format that is not known here is decimal. */
export function formatNumber(number: number, format: string): string {
  const usual = plain[format]
  if (usual !== undefined) return listMarker(number, usual)
  if (countless.has(format)) return ''
  const numerals = digits[format]
  if (numerals !== undefined) return String(number).replaceAll(/\d/g, (digit) => numerals[Number(digit)] ?? digit)
  const alphabet = alphabets[format]
  if (alphabet !== undefined) return inAlphabet(number, alphabet)
  if (format === 'hebrew1') return inHebrew(number)
  if (counting.has(format)) return countedInHan(number)
  if (format === 'cardinalText') return numberWords(number, 'cardinal')
  if (format === 'ordinalText') return numberWords(number, 'ordinal')
  if (format === 'numberInDash') return `- ${number} -`
  if (format === 'hex') return number.toString(16).toUpperCase()
  if (format.startsWith('decimalEnclosedCircle') && number >= 1 && number <= 20)
    return String.fromCodePoint(0x245f + number)
  if (format === 'decimalEnclosedFullstop' && number >= 1 && number <= 20) return String.fromCodePoint(0x2487 + number)
  if (format === 'decimalEnclosedParen' && number >= 1 && number <= 20) return String.fromCodePoint(0x2473 + number)
  return String(number)
}

function inAlphabet(number: number, alphabet: string): string {
  const letters = [...alphabet]
  if (number < 1 || number > letters.length * 100) return String(number)
  return (letters[(number - 1) % letters.length] ?? '').repeat(Math.ceil(number / letters.length))
}

const hebrewUnits = ['', ...'אבגדהוזחט']
const hebrewTens = ['', ...'יכלמנסעפצ']
const hebrewHundreds = ['', 'ק', 'ר', 'ש', 'ת', 'תק', 'תר', 'תש', 'תת', 'תתק']

/** 12 is יב, 115 is קטו, up to 999: 15 and 16 are not written as ten and five or six. */
function inHebrew(number: number): string {
  if (number < 1 || number > 999) return String(number)
  const below = number % 100
  const rest =
    below === 15 ? 'טו' : below === 16 ? 'טז' : `${hebrewTens[Math.trunc(below / 10)]}${hebrewUnits[below % 10]}`
  return `${hebrewHundreds[Math.trunc(number / 100)]}${rest}`
}

/** 12 is 十二, 120 is 一百二十, up to 9999. */
function countedInHan(number: number): string {
  if (number < 1 || number > 9999) return String(number)
  const numerals = '零一二三四五六七八九'
  const written = String(number)
  let text = ''
  let gap = false
  for (const [index, digit] of [...written].entries()) {
    const power = written.length - 1 - index
    if (digit === '0') gap = text !== ''
    else {
      if (gap) text += '零'
      gap = false
      const isLeadingTen = digit === '1' && power === 1 && text === ''
      text += `${isLeadingTen ? '' : numerals[Number(digit)]}${['', '十', '百', '千'][power]}`
    }
  }
  return text
}
